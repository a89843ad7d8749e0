import { useCall } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Link } from '../../kit/link.tsx'
import { Countdown } from '../../kit/value/countdown.tsx'

type Props = {
  of: { call: 'consoleApprovals'; kind: 'staff.give_role' } | { call: 'portalApprovals'; kind: 'member.approver' }
  person: { id: string; name: string }
  rolesText: (roles: readonly string[]) => string
}

/** Roles of this person that wait for a second person. */
export function RoleRequests({ of: { call, kind }, person: { id, name }, rolesText }: Props) {
  const waiting = useCall(call, { kind, state: 'waiting' })
  const asked = (waiting.data?.items ?? []).map((one) => ({
    ...one,
    given: JSON.parse(one.payload) as { person: string; roles: string[] },
  }))
  return asked
    .filter(({ given }) => given.person === id)
    .map(({ id: request, given, maker, reason, expires_at }) => (
      <div className="sec" key={request}>
        <Banner tone="waits" title={`${maker.name} asks to give ${name} the roles ${rolesText(given.roles)}.`}>
          {reason} A second person decides within <Countdown until={expires_at} />:{' '}
          <Link className="link" to={`/approvals/${request}`}>
            look at the request
          </Link>
          .
        </Banner>
      </div>
    ))
}
