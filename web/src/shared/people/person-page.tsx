import type { ReactNode } from 'react'
import { useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty } from '../../kit/loading.tsx'
import { Facts, PageHead, Section } from '../../kit/page.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Time } from '../../kit/value/time.tsx'

type Person = {
  id: string
  name: string
  email: string
  state: string
  created_at: string
  last_seen_at: string | null
}

type Props = {
  person: Person
  /** The list that it belongs to. */
  list: { title: string; to: string }
  /** What is asked for about this person. */
  requests?: ReactNode
  roles: ReactNode
  /** Beside the title of the facts. */
  aboutEnd?: ReactNode
  /** What can be done about this person's access. */
  acts: ReactNode
}

/** One person of the staff or of an institution: roles, and how they get in. */
export function PersonPage({ person, list, requests, roles, aboutEnd, acts }: Props) {
  const isMe = useMe().person.id === person.id
  return (
    <>
      <PageHead
        title={person.name}
        crumbs={[list]}
        badge={<StateBadge state={person.state} box />}
        sub={person.email}
      />
      <div className="split">
        <div>
          {isMe && (
            <div className="sec">
              <Banner>
                This is you. Another administrator changes your roles; passkeys, password and sessions are under{' '}
                <Link className="link" to="/account">
                  Your sign-in
                </Link>
                .
              </Banner>
            </div>
          )}
          {requests}
          <Section title="Roles">{roles}</Section>
          <Section title="About" end={aboutEnd}>
            <Facts
              left
              rows={[
                ['Invited', <Time key="at" at={person.created_at} />],
                ['Last seen', <Time key="seen" at={person.last_seen_at} />],
                ['Person', <Id key="id" value={person.id} />],
              ]}
            />
          </Section>
        </div>
        {acts}
      </div>
    </>
  )
}

export const NoSuchPerson = () => <Empty title="There is no such person.">They may have been removed.</Empty>
