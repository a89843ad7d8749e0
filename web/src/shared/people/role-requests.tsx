import { useCall } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Link } from '../../kit/link.tsx'
import { Countdown } from '../../kit/value/countdown.tsx'
import { approvalCalls } from '../approvals/approval.ts'
import { type People, type Person, rolesText } from './people.ts'

/** Roles of this person that wait for a second person. */
export function RoleRequests({ of, person: { id, name } }: { of: People; person: Person }) {
  const waiting = useCall(approvalCalls.list, { kind: of.requests, state: 'waiting' })
  return (waiting.data?.items ?? [])
    .map((one) => ({ ...one, given: JSON.parse(one.payload) as { person: string; roles: string[] } }))
    .filter(({ given }) => given.person === id)
    .map(({ id: request, given, maker, reason, expires_at }) => (
      <div className="sec" key={request}>
        <Banner tone="waits" title={`${maker.name} asks to give ${name} the roles ${rolesText(given.roles)}.`}>
          {reason} A second approver decides within <Countdown until={expires_at} />:{' '}
          <Link className="link" to={`/approvals/${request}`}>
            see the request
          </Link>
          .
        </Banner>
      </div>
    ))
}
