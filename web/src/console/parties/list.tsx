import { matchStates } from '@specie/protocol/console/parties.ts'
import type { Input } from '../../api/call.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { Empty } from '../../kit/loading.tsx'
import { PageHead } from '../../kit/page.tsx'
import { timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { sentence } from '../../kit/value/states.ts'
import { matchWords } from '../hits.tsx'
import { screeningTabs } from './tabs.ts'

type Party = RowOf<'parties'>

const columns: readonly Column<Party>[] = [
  { key: 'institution', title: 'Institution', text: ({ institution }) => institution, phone: 'title' },
  { key: 'what', title: 'Party', text: ({ what }) => sentence(what) },
  {
    key: 'name',
    title: 'Name',
    // The name of a natural person is on its page only, because reading it is in the audit log.
    cell: ({ name }) => name ?? <span className="muted">on its page</span>,
    text: ({ name }) => name ?? '',
    phone: 'hide',
  },
  timeColumn('since', 'First match', ({ since }) => since, { phone: 'hide' }),
  { key: 'cleared', title: 'Cleared', text: ({ cleared }) => String(cleared), right: true, phone: 'hide' },
  { key: 'confirmed', title: 'Confirmed', text: ({ confirmed }) => String(confirmed), right: true, phone: 'hide' },
  {
    key: 'state',
    title: 'Decision',
    cell: (party) => <Standing party={party} />,
    text: ({ open }) => (open > 0 ? `${open} open` : 'decided'),
    phone: 'side',
  },
]

function Standing({ party: { open, confirmed } }: { party: Party }) {
  if (open > 0) return <Badge tone="waits">{open === 1 ? '1 to decide' : `${open} to decide`}</Badge>
  return confirmed > 0 ? <Badge tone="held">Confirmed</Badge> : <Badge tone="done">Cleared</Badge>
}

/** Registered parties that match an entry of a list. */
export function Page() {
  const [{ state, institutionid }] = useUrlState()
  const list = useList('parties', { state, institutionid } as Input<'parties'>)
  return (
    <>
      <PageHead
        title="Holds and screening"
        sub="Institutions, their people, bank accounts and wallets that match an entry of a list."
      />
      <Tabs label="Holds and screening" tabs={screeningTabs} />
      <DataTable
        name="Matched parties"
        list={list}
        columns={columns}
        rowKey={({ partyid }) => partyid}
        rowLink={({ partyid }) => `/parties/${partyid}`}
        filters={
          <FilterChoice
            name="state"
            label="With a match that is"
            options={matchStates.map((value) => ({ value, label: matchWords[value].toLowerCase() }))}
          />
        }
        empty={
          <Empty title={state === undefined ? 'No party matches an entry of a list.' : 'No party fits this filter.'}>
            A party appears here when it is added, or when a new version of a list names someone like it.
          </Empty>
        }
      />
    </>
  )
}
