import { useCall } from '../../api/use-call.ts'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Panel } from '../../kit/page.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'

/** Whom to call or write to: the administrators of the institution. */
export function Contact({ institutionid }: { institutionid: string }) {
  const people = useCall('institutionPeople', { id: institutionid })
  return (
    <Panel title="Contact" note="its administrators">
      <Loaded query={people} lines={2}>
        {({ items }) => {
          const admins = items.filter(({ roles }) => roles.some((role) => role === 'admin'))
          if (admins.length === 0) return <p className="s13 muted">It has no administrator.</p>
          return (
            <ul className="stack s13">
              {admins.map(({ id, name, email, state }) => (
                <li key={id}>
                  <div className="row">
                    <Link className="link" to={`/members/${id}`}>
                      {name}
                    </Link>
                    {state !== 'active' && <StateBadge state={state} />}
                  </div>
                  <a className="link" href={`mailto:${email}`}>
                    {email}
                  </a>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Panel>
  )
}
