import { heldKinds, holdReasons, holdReasonWords } from '@specie/protocol/holds.ts'
import { machines, statesOf } from '@specie/protocol/machines.ts'
import type { Input } from '../../api/call.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { stateColumn, timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Empty } from '../../kit/loading.tsx'
import { PageHead } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { Tabs } from '../../kit/tabs.tsx'
import { screeningTabs } from '../parties/tabs.ts'
import { PlaceHoldButton } from './place.tsx'

type Hold = RowOf<'holds'>

const columns: readonly Column<Hold>[] = [
  { key: 'institution', title: 'Institution', text: ({ institution }) => institution, phone: 'title' },
  {
    key: 'kind',
    title: 'Held',
    cell: ({ kind, on }) => (kind === null ? sentence(on) : sentence(kind)),
    text: ({ kind, on }) => kind ?? on,
  },
  {
    key: 'on',
    title: 'Id',
    cell: ({ on }) => (on.startsWith('next') ? <span className="muted">not yet</span> : <Id value={on} copy={false} />),
    text: ({ on }) => on,
    phone: 'hide',
  },
  {
    key: 'reason',
    title: 'Reason',
    cell: ({ reason }) => sentence(holdReasonWords[reason]),
    text: ({ reason }) => reason,
  },
  {
    key: 'automatic',
    title: 'Placed by',
    cell: ({ automatic, placed_by_name }) => placed_by_name ?? (automatic ? 'Service' : 'Staff'),
    text: ({ placed_by }) => placed_by,
    phone: 'hide',
  },
  timeColumn('created', 'Placed', ({ created_at }) => created_at, { phone: 'hide' }),
  stateColumn(({ state }) => state, { phone: 'side' }),
]

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: sentence(value) }))

/** All holds, by staff and by screening. */
export function Page() {
  const [{ state, kind, reason, institutionid }] = useUrlState()
  const list = useList('holds', { state, kind, reason, institutionid } as Input<'holds'>)
  return (
    <>
      <PageHead
        title="Holds and screening"
        sub="Transactions that may not move until two people have decided."
        acts={<PlaceHoldButton />}
      />
      <Tabs label="Holds and screening" tabs={screeningTabs} />
      <DataTable
        name="Holds"
        list={list}
        columns={columns}
        rowKey={({ holdid }) => holdid}
        rowLink={({ holdid }) => `/holds/${holdid}`}
        filters={
          <>
            <FilterChoice name="state" label="Status" options={optionsOf(statesOf(machines.hold))} />
            <FilterChoice name="kind" label="Held" options={optionsOf(heldKinds)} />
            <FilterChoice
              name="reason"
              label="Reason"
              options={holdReasons.map((value) => ({ value, label: sentence(holdReasonWords[value]) }))}
            />
          </>
        }
        empty={
          <Empty title="No hold fits these filters.">
            A hold appears here when screening finds something, or when compliance places one.
          </Empty>
        }
      />
    </>
  )
}
