import { useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { ActButton } from '../../app/act-button.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Facts, PageHead, Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { usePathId } from '../../kit/url-state.ts'

import { WaitingRequest, useWaitingRequest } from '../waiting-request.tsx'
import { InstitutionLink, institutionCrumbs } from '../institution-link.tsx'
import { OpenLink } from '../../shared/people/open-link.tsx'
import { MemberAccess } from './access.tsx'

/** A person of an institution. */
export function Page() {
  const found = useCall('institutionMember', { id: usePathId() })
  const mayAudit = mayDo(useMe(), 'audit.read')
  return (
    <Loaded query={found} lines={6}>
      {(member) => {
        const { id, name, email, roles, state, created_at, last_seen_at, institutionid, institution } = member
        return (
          <>
            <PageHead
              title={name}
              crumbs={institutionCrumbs(institutionid, institution)}
              badge={<StateBadge state={state} box />}
              sub={email}
            />
            <div className="split">
              <div>
                {member.open_link !== null && (
                  <div className="sec">
                    <OpenLink person={member} />
                  </div>
                )}
                <Section
                  title="About"
                  end={
                    mayAudit && (
                      <Link className="link" to={`/audit?person=${id}`}>
                        Audit entries
                      </Link>
                    )
                  }
                >
                  <Facts
                    left
                    rows={[
                      ['Works for', <InstitutionLink key="institution" id={institutionid} name={institution} />],
                      ['Roles', roles.map(sentence).join(', ')],
                      ['Invited', <Time key="at" at={created_at} />],
                      ['Last seen', <Time key="seen" at={last_seen_at} />],
                      ['Person', <Id key="id" value={id} />],
                    ]}
                  />
                </Section>
                {state === 'active' && !roles.some((role) => role === 'approver' || role === 'admin') && (
                  <ProposeApprover id={id} name={name} institution={institution} />
                )}
              </div>
              <MemberAccess member={member} />
            </div>
          </>
        )
      }}
    </Loaded>
  )
}

/** Only for an institution without an approver; the service refuses it otherwise. */
function ProposeApprover({ id, name, institution }: { id: string; name: string; institution: string }) {
  const waiting = useWaitingRequest('institution.approver')(id)
  if (waiting !== null) return <WaitingRequest id={waiting} />
  return (
    <ActButton
      call="proposeInstitutionApprover"
      input={{ person: id }}
      label="Request as approver"
      title={`Make ${name} an approver of ${institution}`}
      act="institutions.propose"
      second="institution.approver"
    >
      For an institution that requires approvals and has no approver left to agree to another one. Make sure that{' '}
      {institution} wants this. The sessions and links of {name} end.
    </ActButton>
  )
}
