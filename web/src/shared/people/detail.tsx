import { type FormEvent, useState } from 'react'
import type { Input } from '../../api/call.ts'
import { useAct, useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { Facts, PageHead, Section } from '../../kit/page.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Time } from '../../kit/value/time.tsx'
import { Access } from './access.tsx'
import { conflictText, type People, type Person, rolesText, useDeciding } from './people.ts'
import style from './people.module.css'
import { OpenLink } from './open-link.tsx'
import { RoleRequests } from './role-requests.tsx'
import { RolesField } from './roles.tsx'

/** One person: roles, and access. */
export function PersonDetail({ of }: { of: People }) {
  const id = usePathId()
  const people = useCall(of.calls.list, {})
  return (
    <Loaded query={people} lines={6}>
      {({ items }) => {
        const person = items.find((one) => one.id === id)
        if (person === undefined) return <Empty title="There is no such person.">They may have been removed.</Empty>
        return <Detail key={person.id} of={of} person={person} />
      }}
    </Loaded>
  )
}

type Props = { of: People; person: Person }

function Detail({ of, person }: Props) {
  const me = useMe()
  const isMe = me.person.id === person.id
  const mayEdit = mayDo(me, of.edit) && !isMe
  return (
    <>
      <PageHead
        title={person.name}
        crumbs={[{ title: of.title, to: of.path }]}
        badge={<StateBadge state={person.state} box />}
        sub={person.email}
      />
      <div className="split">
        <div>
          {isMe && <IsYou />}
          {person.open_link !== null && (
            <div className="sec">
              <OpenLink person={person} />
            </div>
          )}
          <RoleRequests of={of} person={person} />
          <Section title="Roles">
            {mayEdit ? <Roles key={person.roles.join()} of={of} person={person} /> : <p>{rolesText(person.roles)}</p>}
          </Section>
          <About person={person} />
        </div>
        {mayEdit && <Access of={of} person={person} />}
      </div>
    </>
  )
}

const IsYou = () => (
  <div className="sec">
    <Banner>
      This is you. Another administrator changes your roles; passkeys, password and sessions are under{' '}
      <Link className="link" to="/account">
        Your sign-in
      </Link>
      .
    </Banner>
  </div>
)

function About({ person: { id, created_at, last_seen_at } }: Pick<Props, 'person'>) {
  const audit = mayDo(useMe(), 'audit.read') && (
    <Link className="link" to={`/audit?person=${id}`}>
      Audit entries
    </Link>
  )
  return (
    <Section title="About" end={audit}>
      <Facts
        left
        rows={[
          ['Invited', <Time key="at" at={created_at} />],
          ['Last seen', <Time key="seen" at={last_seen_at} />],
          ['Person', <Id key="id" value={id} />],
        ]}
      />
    </Section>
  )
}

function Roles({ of, person: { id, name, roles: given } }: Props) {
  const before: readonly string[] = given
  const [roles, setRoles] = useState(before)
  const [reason, setReason] = useState('')
  const isDeciding = useDeciding(of.side)
  const save = useAct(of.calls.setRoles, () => {
    // A role that waits for a second person is not given yet.
    setRoles(before)
    setReason('')
  })
  const isChanged = roles.toSorted().join() !== before.toSorted().join()
  const requested = roles.filter((role) => isDeciding(role) && !before.includes(role))
  const send = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ id, roles, reason: reason.trim() } as Input<People['calls']['setRoles']>)
  }
  const isReady = roles.length > 0 && reason.trim() !== '' && conflictText(of.side, roles) === null
  return (
    <form className={`stack ${style['narrow']}`} onSubmit={send}>
      <RolesField of={of} isTitled roles={roles} onChange={setRoles} error={save.error} />
      {isChanged && (
        <>
          <TextArea
            label="Reason"
            name="reason"
            value={reason}
            onChange={setReason}
            error={save.error}
            hint="Kept in the audit log."
            required
          />
          <FormError error={save.error} fields={['roles', 'reason']} />
          <p className="s13 muted">
            The change takes effect at once, and {name} must sign in again.
            {requested.length > 0 && ` ${rolesText(requested)} is given once ${of.approver} has approved it.`}
          </p>
          <div className="row">
            <Button type="submit" main busy={save.isPending} disabled={!isReady}>
              Change the roles of {name}
            </Button>
            <Button onClick={() => setRoles(before)}>Cancel</Button>
          </div>
        </>
      )}
    </form>
  )
}
