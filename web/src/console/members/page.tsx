import { useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Facts, PageHead, Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { usePathId } from '../../kit/url-state.ts'

/** A person of an institution. Only its own administrators change people. */
export function Page() {
  const found = useCall('institutionMember', { id: usePathId() })
  const mayAudit = mayDo(useMe(), 'audit.read')
  return (
    <Loaded query={found} lines={6}>
      {({ id, name, email, roles, state, created_at, last_seen_at, institutionid, institution }) => (
        <>
          <PageHead
            title={name}
            crumbs={[
              { title: 'Institutions', to: '/institutions' },
              { title: institution, to: `/institutions/${institutionid}` },
            ]}
            badge={<StateBadge state={state} box />}
            sub={email}
          />
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
                [
                  'Works for',
                  <Link key="institution" className="link" to={`/institutions/${institutionid}`}>
                    {institution}
                  </Link>,
                ],
                ['Roles', roles.map(sentence).join(', ')],
                ['Invited', <Time key="at" at={created_at} />],
                ['Last seen', <Time key="seen" at={last_seen_at} />],
                ['Person', <Id key="id" value={id} />],
              ]}
            />
          </Section>
          <p className="s13 muted">Administrators of the institution invite, suspend and remove its people.</p>
        </>
      )}
    </Loaded>
  )
}
