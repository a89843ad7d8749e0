import { machines, statesOf } from '@specie/protocol/machines.ts'
import type { Input } from '../../api/call.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { holdableColumn, moneyColumn, timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Empty } from '../../kit/loading.tsx'
import { stateOf } from '../../kit/value/states.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { BankHead } from './head.tsx'

type Wire = RowOf<'wires'>

const columns: readonly Column<Wire>[] = [
  {
    key: 'sender',
    title: 'Sender',
    cell: ({ sender_name }) => sender_name ?? 'Unknown sender',
    text: ({ sender_name }) => sender_name ?? '',
    phone: 'title',
  },
  moneyColumn('amount', 'Amount', ({ amount, currency }) => [amount, currency], { phone: 'side' }),
  {
    key: 'institution',
    title: 'Attributed to',
    cell: ({ institution }) => institution ?? <span className="muted">none</span>,
    text: ({ institution }) => institution ?? '',
  },
  {
    key: 'reference',
    title: 'Reference',
    cell: ({ reference }) =>
      reference === null ? <span className="muted">none</span> : <span className="mono">{reference}</span>,
    text: ({ reference }) => reference ?? '',
    phone: 'hide',
  },
  {
    key: 'account',
    title: 'From account',
    text: ({ sender_account }) => sender_account ?? '',
    extra: true,
    phone: 'hide',
  },
  { key: 'bankref', title: 'Bank’s reference', text: ({ bankref }) => bankref, extra: true, phone: 'hide' },
  timeColumn('created', 'Received', ({ created_at }) => created_at, { phone: 'hide' }),
  holdableColumn(),
]

const states = statesOf(machines.wire).map((value) => ({ value, label: stateOf(value).word }))

/** Incoming wires, their owners, and their returns. */
export function Page() {
  const [{ state, institutionid }] = useUrlState()
  const list = useList('wires', { state, institutionid } as Input<'wires'>)
  return (
    <>
      <BankHead sub="Incoming wires and their owners." />
      <DataTable
        name="Wires"
        list={list}
        columns={columns}
        rowKey={({ wireid }) => wireid}
        rowLink={({ wireid }) => `/wires/${wireid}`}
        filters={<FilterChoice name="state" label="Status" options={states} />}
        empty={
          <Empty title={state === undefined ? 'No wire yet.' : 'No wire is in this state.'}>
            A wire appears here when the bank reports it.
          </Empty>
        }
      />
    </>
  )
}
