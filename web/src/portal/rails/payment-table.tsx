import type { ReactNode } from 'react'
import type { List } from '../../api/use-call.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Money } from '../../kit/value/money.tsx'
import { stateOf } from '../../kit/value/states.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { Time } from '../../kit/value/time.tsx'
import { type Payment, paymentStates, paymentWords } from './words.ts'

const columns: readonly Column<Payment>[] = [
  {
    key: 'created',
    title: 'Arrived',
    cell: ({ created_at }) => <Time at={created_at} />,
    text: ({ created_at }) => created_at,
    phone: 'title',
  },
  {
    key: 'state',
    title: 'State',
    cell: ({ status }) => <StateBadge state={status}>{paymentWords[status]}</StateBadge>,
    text: ({ status }) => paymentWords[status] ?? stateOf(status).word,
  },
  {
    key: 'fee',
    title: 'Fee',
    cell: ({ fee, fee_currency }) => <Money amount={fee} currency={fee_currency} />,
    text: ({ fee, fee_currency }) => `${fee} ${fee_currency}`,
    right: true,
    phone: 'hide',
  },
  {
    key: 'received',
    title: 'Received',
    cell: ({ received, received_currency }) => <Money amount={received} currency={received_currency} align />,
    text: ({ received, received_currency }) => `${received} ${received_currency}`,
    right: true,
    phone: 'side',
  },
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
      filters={<FilterChoice name="status" label="State" options={paymentStates} />}
      empty={empty}
    />
  )
}
