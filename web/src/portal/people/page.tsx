import type { RowOf } from '../../api/use-call.ts'
import { useList } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Link } from '../../kit/link.tsx'
import { PageHead } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'

type Member = RowOf<'listMembers'>

const columns: readonly Column<Member>[] = [
  { key: 'name', title: 'Name', cell: ({ name }) => name, text: ({ name }) => name, phone: 'title' },
  { key: 'email', title: 'Email', cell: ({ email }) => email, text: ({ email }) => email },
  {
    key: 'roles',
    title: 'Roles',
    cell: ({ roles }) => roles.map(sentence).join(', '),
    text: ({ roles }) => roles.join(' '),
  },
  {
    key: 'seen',
    title: 'Last seen',
    cell: ({ last_seen_at }) => <Time at={last_seen_at} />,
    text: ({ last_seen_at }) => last_seen_at ?? '',
    phone: 'hide',
  },
  {
    key: 'since',
    title: 'Invited',
    cell: ({ created_at }) => <Time at={created_at} day />,
    text: ({ created_at }) => created_at,
    extra: true,
    phone: 'hide',
  },
  {
    key: 'state',
    title: 'State',
    cell: ({ state }) => <StateBadge state={state} />,
    text: ({ state }) => state,
    phone: 'side',
  },
]

/** The people of the institution. */
export function Page() {
  const list = useList('listMembers', {})
  const mayEdit = mayDo(useMe(), 'members.edit')
  return (
    <>
      <PageHead
        title="People"
        sub="Who works here for your institution, and what each may do."
        acts={
          <>
            <Link className="btn" to="/account">
              Your sign-in
            </Link>
            {mayEdit && (
              <Link className="btn main-act" to="/people/invite">
                Invite a person
              </Link>
            )}
          </>
        }
      />
      <DataTable
        name="People"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/people/${id}`}
        empty="No people yet."
      />
    </>
  )
}
