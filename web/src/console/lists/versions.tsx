import type { Input, Output } from '../../api/call.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { Empty } from '../../kit/loading.tsx'
import { Section } from '../../kit/page.tsx'
import { timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { type VersionState, versionStates } from './version-words.ts'

type Version = RowOf<'listVersions'>

const columns: readonly Column<Version>[] = [
  { key: 'title', title: 'List', text: ({ title }) => title, phone: 'title' },
  timeColumn('created', 'Loaded', ({ created_at }) => created_at),
  { key: 'entries', title: 'Entries', text: ({ entries }) => entries.toLocaleString('en'), right: true, phone: 'hide' },
  ...(['added', 'changed', 'removed'] as const).map((change): Column<Version> => ({
    key: change,
    title: { added: 'Added', changed: 'Changed', removed: 'Removed' }[change],
    text: (version) => (version.state === 'refused' ? '' : version[change].toLocaleString('en')),
    right: true,
    phone: 'hide',
  })),
  {
    key: 'state',
    title: 'Status',
    cell: ({ state }) => <VersionBadge state={state} />,
    text: ({ state }) => state,
    phone: 'side',
  },
]

export function VersionBadge({ state }: { state: VersionState }) {
  return <Badge tone={versionStates[state].tone}>{versionStates[state].word}</Badge>
}

/** Every version that was loaded or refused. */
export function Versions({ lists: { lists } }: { lists: Output<'lists'> }) {
  const [{ of }] = useUrlState()
  const list = useList('listVersions', { ...(of && { list: of }) } as Input<'listVersions'>)
  return (
    <Section title="Versions">
      <DataTable
        name="Versions of lists"
        list={list}
        columns={columns}
        rowKey={({ versionid }) => versionid}
        rowLink={({ versionid }) => `/lists/versions/${versionid}`}
        filters={
          <FilterChoice
            name="of"
            label="Version of"
            options={lists.map((one) => ({ value: one.list, label: one.title }))}
          />
        }
        empty={<Empty title="No version yet.">A version is loaded when the source of a list has a new file.</Empty>}
      />
    </Section>
  )
}
