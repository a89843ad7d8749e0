import { machines, statesOf } from '@specie/protocol/machines.ts'
import type { Input } from '../../api/call.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { holdableColumn, moneyColumn, timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Empty } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { stateOf } from '../../kit/value/states.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { RailsHead } from './head.tsx'

type Payment = RowOf<'railPayments'>

const columns: readonly Column<Payment>[] = [
  { key: 'institution', title: 'Institution', text: ({ institution }) => institution, phone: 'title' },
  moneyColumn('received', 'Received', ({ received, received_currency }) => [received, received_currency], {
    align: true,
  }),
  {
    key: 'sent',
    title: 'Sent',
    cell: ({ sent, sent_currency }) =>
      sent === null ? <span className="muted">not yet</span> : <Money amount={sent} currency={sent_currency} align />,
    text: ({ sent, sent_currency }) => `${sent ?? ''} ${sent_currency}`,
    right: true,
  },
  {
    key: 'stuck',
    title: 'Waits at',
    cell: ({ stuck }) => (stuck === null ? '' : <Badge tone="broken">{stuck}</Badge>),
    text: ({ stuck }) => stuck ?? '',
    phone: 'hide',
  },
  timeColumn('created', 'Received', ({ created_at }) => created_at, { phone: 'hide' }),
  holdableColumn({ phone: 'side' }),
]

const states = statesOf(machines.payment).map((value) => ({ value, label: stateOf(value).word }))
const stuckOptions = [{ value: 'true', label: 'Waits for a person' }]

/** Payments over rails. */
export function Page() {
  const [{ state, stuck, railid, institutionid }] = useUrlState()
  const list = useList('railPayments', { state, stuck, railid, institutionid } as Input<'railPayments'>)
  return (
    <>
      <RailsHead sub="Payments over rails of every institution." />
      <DataTable
        name="Payments"
        list={list}
        columns={columns}
        rowKey={({ paymentid }) => paymentid}
        rowLink={({ paymentid }) => `/payments/${paymentid}`}
        filters={
          <>
            <FilterChoice name="state" label="Status" options={states} />
            <FilterChoice name="stuck" label="Waits" options={stuckOptions} />
          </>
        }
        empty={
          <Empty
            title={
              state === undefined && stuck === undefined ? 'No rail payment yet.' : 'No payment fits these filters.'
            }
          >
            A payment appears here when money arrives over a rail.
          </Empty>
        }
      />
    </>
  )
}
