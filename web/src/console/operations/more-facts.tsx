import type { ReactNode } from 'react'
import { type RowOf, useCall } from '../../api/use-call.ts'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Money } from '../../kit/value/money.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { payerNames, payoutKinds } from '../payouts/words.ts'
import type { Operation } from './operation.ts'

type Rows = readonly (readonly [string, ReactNode] | null)[]

/** Facts that only the list of its kind has. */
export function useMoreFacts({ kind, id }: Operation): Rows {
  const wire = useCall('wires', { wireid: id }, { enabled: kind === 'wire' }).data?.items[0]
  const payout = useCall('payouts', { payoutid: id }, { enabled: kind === 'payout' }).data?.items[0]
  const payment = useCall('railPayments', { paymentid: id }, { enabled: kind === 'payment' }).data?.items[0]
  return [
    ...(wire === undefined ? [] : wireRows(wire)),
    ...(payout === undefined ? [] : payoutRows(payout)),
    ...(payment === undefined ? [] : paymentRows(payment)),
  ]
}

const notYet = <span className="muted">not yet</span>

const wireRows = ({ reference, bankref, value_date, reason }: RowOf<'wires'>): Rows => [
  ['Reference', reference ?? <span className="muted">none</span>],
  ['Reference of the bank', <Id key="b" value={bankref} />],
  ['Value date', <Time key="v" at={value_date} day />],
  reason === null ? null : ['Reason', sentence(reason)],
]

type Payout = RowOf<'payouts'>

const payoutRows = (payout: Payout): Rows => [
  ['Amount', <Money key="m" amount={payout.amount} currency={payout.currency} />],
  ['Paid from', payerNames[payout.from]],
  ['Paid to', payout.creditor.name],
  ['Account', <Id key="a" value={payout.creditor.account} whole />],
  ['For', <Subject key="s" payout={payout} />],
  ['End-to-end id', <Id key="e" value={payout.end_to_end_id} />],
  ['Booked by the bank as', payout.bankref === null ? notYet : <Id key="b" value={payout.bankref} />],
  payout.reason === null ? null : ['Reason', payout.reason],
]

const pagesOf: Partial<Record<Payout['kind'], string>> = {
  withdrawal: '/withdrawals',
  redemption: '/redemptions',
  rail: '/payments',
  return: '/wires',
}

function Subject({ payout: { kind, subject, id } }: { payout: Payout }) {
  const page = pagesOf[kind]
  if (page === undefined || subject === id) return payoutKinds[kind]
  return (
    <>
      {payoutKinds[kind]} <Id value={subject} to={`${page}/${subject}`} />
    </>
  )
}

const paymentRows = (payment: RowOf<'railPayments'>): Rows => [
  ['Received', <Money key="in" amount={payment.received} currency={payment.received_currency} />],
  ['Sent', payment.sent === null ? notYet : <Money key="out" amount={payment.sent} currency={payment.sent_currency} />],
  [
    'Rail',
    <Link key="r" className="link" to={`/rails/${payment.railid}`}>
      Open the rail
    </Link>,
  ],
  payment.stuck === null ? null : ['Escalated at', payment.stuck],
  payment.reason === null ? null : ['Reason', payment.reason],
]
