import { useCall } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Countdown } from '../../kit/value/countdown.tsx'
import { Link } from '../../kit/link.tsx'
import { type Person, rolesText } from './words.ts'

/** Roles of this person that wait for a second person. */
export function RoleRequests({ person: { id, name } }: { person: Person }) {
  const waiting = useCall('consoleApprovals', { kind: 'staff.give_role', state: 'waiting' })
  const asked = waiting.data?.items.filter(({ subject }) => subject === id) ?? []
  return asked.map(({ id: request, payload, maker, reason, expires_at }) => {
    const { roles } = JSON.parse(payload) as { roles: string[] }
    return (
      <div className="sec" key={request}>
        <Banner tone="waits" title={`${maker.name} asks to give ${name} the roles ${rolesText(roles)}.`}>
          {reason} A second person decides within <Countdown until={expires_at} />:{' '}
          <Link className="link" to={`/approvals/${request}`}>
            look at the request
          </Link>
          .
        </Banner>
      </div>
    )
  })
}
