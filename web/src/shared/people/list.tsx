import { machines, statesOf } from '@specie/protocol/machines.ts'
import { rolesOf } from '@specie/protocol/people/roles.ts'
import { useList } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty } from '../../kit/loading.tsx'
import { PageHead } from '../../kit/page.tsx'
import { stateColumn, timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { stateOf } from '../../kit/value/states.ts'
import { type People, type Person, roleName, rolesText } from './people.ts'

const columns: readonly Column<Person>[] = [
  { key: 'name', title: 'Name', text: ({ name }) => name, phone: 'title' },
  { key: 'email', title: 'Email', text: ({ email }) => email },
  { key: 'roles', title: 'Roles', cell: ({ roles }) => rolesText(roles), text: ({ roles }) => roles.join(' ') },
  timeColumn('seen', 'Last seen', ({ last_seen_at }) => last_seen_at, { phone: 'hide' }),
  timeColumn('since', 'Invited', ({ created_at }) => created_at, { day: true, extra: true, phone: 'hide' }),
  stateColumn(({ state }) => state, { phone: 'side' }),
]

const states = statesOf(machines.person)
  .filter((value) => value !== 'removed')
  .map((value) => ({ value, label: stateOf(value).word }))

/** The people of one side, with their roles. */
export function PeopleList({ of: { side, title, path, about, calls, edit } }: { of: People }) {
  const [{ role, state }] = useUrlState()
  const list = useList(calls.list, {})
  const fits = (person: Person) =>
    (role === undefined || (person.roles as readonly string[]).includes(role)) &&
    (state === undefined || person.state === state)
  const filtered = { ...list, rows: list.rows.filter(fits), all: async () => (await list.all()).filter(fits) }
  return (
    <>
      <PageHead
        title={title}
        sub={about}
        acts={
          <>
            <Link className="btn" to="/account">
              Your sign-in
            </Link>
            {mayDo(useMe(), edit) && (
              <Link className="btn main-act" to={`${path}/invite`}>
                Invite a person
              </Link>
            )}
          </>
        }
      />
      <DataTable
        name={title}
        list={filtered}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `${path}/${id}`}
        filters={
          <>
            <FilterChoice
              name="role"
              label="Role"
              options={rolesOf[side].map((value) => ({ value, label: roleName(value) }))}
            />
            <FilterChoice name="state" label="Status" options={states} />
          </>
        }
        empty={<Empty title="No results for these filters.">An administrator invites people.</Empty>}
      />
    </>
  )
}
