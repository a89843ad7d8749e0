import { machines, statesOf } from '@specie/protocol/machines.ts'
import type { Input } from '../../api/call.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { Empty } from '../../kit/loading.tsx'
import { Section } from '../../kit/page.tsx'
import { stateColumn, timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { moneyText } from '../../kit/value/money.tsx'
import { stateOf } from '../../kit/value/states.ts'

type Exchange = RowOf<'exchanges'>

const columns: readonly Column<Exchange>[] = [
  {
    key: 'amount',
    title: 'Amount',
    cell: ({ quantity, asset }) => moneyText(quantity, asset),
    text: ({ quantity, asset }) => `${quantity} ${asset}`,
    phone: 'title',
  },
  {
    key: 'direction',
    title: 'Direction',
    cell: ({ direction }) => (direction === 'out' ? 'Out' : 'In'),
    text: ({ direction }) => direction,
  },
  { key: 'vasp', title: 'Provider', text: ({ vasp }) => vasp ?? '' },
  { key: 'institution', title: 'Institution', text: ({ institution }) => institution ?? '', phone: 'hide' },
  { key: 'problem', title: 'Problem', text: ({ problem }) => problem ?? '', phone: 'hide' },
  timeColumn('created', 'Opened', ({ created_at }) => created_at, { phone: 'hide' }),
  stateColumn(({ state }) => state, { phone: 'side' }),
]

const states = statesOf(machines.travel_rule).map((value) => ({ value, label: stateOf(value).word }))

/** The exchanges with other providers, newest first. */
export function Exchanges() {
  const [{ state, direction, institutionid }] = useUrlState()
  const list = useList('exchanges', { state, direction, institutionid } as Input<'exchanges'>)
  return (
    <Section title="Exchanges">
      <DataTable
        name="Exchanges"
        list={list}
        columns={columns}
        rowKey={({ exchangeid }) => exchangeid}
        rowLink={({ exchangeid }) => `/exchanges/${exchangeid}`}
        filters={
          <>
            <FilterChoice name="state" label="Status" options={states} />
            <FilterChoice
              name="direction"
              label="Direction"
              options={[
                { value: 'out', label: 'Out' },
                { value: 'in', label: 'In' },
              ]}
            />
          </>
        }
        empty={
          <Empty title={state === undefined ? 'There was no exchange yet.' : 'No exchange is in this state.'}>
            An exchange begins when coins leave to a hosted wallet, or when another provider announces coins.
          </Empty>
        }
      />
    </Section>
  )
}
