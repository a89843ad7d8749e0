import type { ReactNode } from 'react'
import type { List } from '../../api/use-call.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { moneyColumn, timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Money } from '../../kit/value/money.tsx'
import { stateOf } from '../../kit/value/states.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { type Payment, paymentStates, paymentWords } from './words.ts'

const columns: readonly Column<Payment>[] = [
  timeColumn('created', 'Received', ({ created_at }) => created_at, { phone: 'title' }),
  {
    key: 'state',
    title: 'Status',
    cell: ({ status }) => <StateBadge state={status}>{paymentWords[status]}</StateBadge>,
    text: ({ status }) => paymentWords[status] ?? stateOf(status).word,
  },
  moneyColumn('fee', 'Fee', ({ fee, fee_currency }) => [fee, fee_currency], { phone: 'hide' }),
  moneyColumn('received', 'Received', ({ received, received_currency }) => [received, received_currency], {
    align: true,
    phone: 'side',
  }),
  {
    key: 'sent',
    title: 'Sent on',
    cell: ({ sent, sent_currency }) =>
      sent === null ? <span className="muted">not yet</span> : <Money amount={sent} currency={sent_currency} align />,
    text: ({ sent, sent_currency }) => (sent === null ? '' : `${sent} ${sent_currency}`),
    right: true,
    phone: 'hide',
  },
]

export function PaymentTable({ list, empty }: { list: List<Payment>; empty: ReactNode }) {
  return (
    <DataTable
      name="Payments"
      list={list}
      columns={columns}
      rowKey={({ paymentid }) => paymentid}
      rowLink={({ paymentid }) => `/payments/${paymentid}`}
      filters={<FilterChoice name="status" label="Status" options={paymentStates} />}
      empty={empty}
    />
  )
}
