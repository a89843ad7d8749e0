import { useCall } from '../api/use-call.ts'
import { useMe } from '../app/session.tsx'
import { Banner } from '../kit/banner.tsx'
import { Link } from '../kit/link.tsx'
import { Time } from '../kit/value/time.tsx'

/** Who of the institution can approve the item with this id, with the link to its request. */
export function NeedsApproval({ id, since }: { id: string; since: string }) {
  const request = useCall('portalApprovals', { subject: id, state: 'waiting' }).data?.items[0]
  const shown = useCall('portalApproval', { id: request?.id ?? '' }, { enabled: request !== undefined }).data
  return (
    <Banner tone="waits" title="Waiting for approval.">
      {shown && <Deciders deciders={shown.deciders} maker={shown.maker} />} Waiting since <Time at={since} />. Without a
      decision it expires after seven days.{' '}
      <Link className="link" to={request ? `/approvals/${request.id}` : '/approvals'}>
        Open the request
      </Link>
    </Banner>
  )
}

type Named = { id: string; name: string }

/** The names of the people who can approve; if there are none, what to do. */
function Deciders({ deciders, maker }: { deciders: readonly Named[]; maker: Named }) {
  const me = useMe().person
  if (deciders.length === 0)
    return (
      <>
        No person can approve it now. Ask an administrator to give the role Approver to a person who is not an
        administrator
        {maker.id === me.id ? '' : `, and not ${maker.name}`}.
      </>
    )
  if (deciders.some(({ id }) => id === me.id)) return <>You can approve it.</>
  return <>{namesOf(deciders)} can approve it.</>
}

/** Before the request: who could approve one of this person. */
export function FutureApprovers() {
  const me = useMe().person
  const members = useCall('listMembers', {}).data?.items
  if (members === undefined) return null
  const able = members.filter(
    ({ id, state, roles }) =>
      state === 'active' && id !== me.id && roles.includes('approver') && !roles.includes('admin'),
  )
  if (able.length > 0) return <>{namesOf(able)} can approve it. The money is reserved until then.</>
  return (
    <>
      No person can approve it now, so the request would expire after seven days. Ask an administrator to give the role
      Approver to a person who is not an administrator.
    </>
  )
}

/** «Max Frey or Nora Trask» */
const namesOf = (people: readonly Pick<Named, 'name'>[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(people.map(({ name }) => name))
