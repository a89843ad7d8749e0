import type { Output } from '../../api/call.ts'
import { type RowOf, useCall, useList } from '../../api/use-call.ts'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { FilterChoice, FilterText } from '../../kit/table/table-tools.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { Time } from '../../kit/value/time.tsx'
import { AddEntryButton } from './add-entry.tsx'
import { listTabs } from './tabs.ts'
import { effects } from './version-words.ts'

type Lists = Output<'lists'>
type Entry = RowOf<'listEntries'>

/** The own list, and the entries of all active versions. */
export function Page() {
  const lists = useCall('lists', {})
  return (
    <>
      <PageHead title="Lists" sub="The entries of the active versions, and your own list." />
      <Tabs label="Lists" tabs={listTabs} />
      <Loaded query={lists} lines={8}>
        {(data) => (
          <>
            <OwnList lists={data} />
            <Entries lists={data} />
          </>
        )}
      </Loaded>
    </>
  )
}

function OwnList({ lists: { watchlists, review_from } }: { lists: Lists }) {
  return (
    <Section title="Own list" note={`names match from a similarity of ${review_from}`} end={<AddEntryButton />}>
      <SmallTable
        name="Own list"
        rows={watchlists}
        rowKey={({ list, effect }) => `${list} ${effect}`}
        empty="Your own list has no entries."
        columns={[
          ['Part', ({ list }) => list],
          ['Effect of a match', ({ effect }) => effects[effect]],
          ['Last entry', ({ changed_at }) => <Time at={changed_at} />],
          ['Entries', ({ entries }) => entries.toLocaleString('en'), 'num'],
        ]}
      />
    </Section>
  )
}

const columns: readonly Column<Entry>[] = [
  { key: 'name', title: 'Name', text: ({ name }) => name, phone: 'title' },
  { key: 'list', title: 'List', text: ({ title }) => title },
  timeColumn('listed', 'Listed', ({ listed_at }) => listed_at, { phone: 'hide' }),
  {
    key: 'effect',
    title: 'Effect of a match',
    cell: ({ effect }) => <Badge tone={effect === 'refuse' ? 'broken' : 'held'}>{effects[effect]}</Badge>,
    text: ({ effect }) => effect,
    phone: 'side',
  },
]

function Entries({ lists: { watchlists, lists } }: { lists: Lists }) {
  const [{ list, name }] = useUrlState()
  const entries = useList('listEntries', { ...(list && { list }), ...(name && { name }) })
  const official = lists.filter((one) => one.list !== 'own').map((one) => ({ value: one.list, label: one.title }))
  const own = [...new Set(watchlists.map((one) => one.list))].map((value) => ({ value, label: value }))
  return (
    <Section title="Entries">
      <DataTable
        name="Entries of lists"
        list={entries}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/lists/entries/${id}`}
        filters={
          <>
            <FilterText name="name" label="Name" />
            <FilterChoice name="list" label="List" options={[...official, ...own]} />
          </>
        }
        empty={
          <Empty
            title={list === undefined && name === undefined ? 'There is no entry yet.' : 'No entry fits these filters.'}
          >
            Sanctions lists are loaded as a whole. Add a single party to your own list.
          </Empty>
        }
      />
    </Section>
  )
}
