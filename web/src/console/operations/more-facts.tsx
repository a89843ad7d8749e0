import { type RowOf, useCall } from '../../api/use-call.ts'
import { Id } from '../../kit/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Money } from '../../kit/money.tsx'
import { Facts } from '../../kit/page.tsx'
import { sentence } from '../../kit/states.ts'
import { payoutKinds, payerNames } from '../payouts/words.ts'
import type { Operation } from './operation.ts'

/** What only its own list tells of a thing. */
export function MoreFacts({ kind, id }: { kind: Operation['kind']; id: string }) {
  if (kind === 'wire') return <WireFacts id={id} />
  if (kind === 'payout') return <PayoutFacts id={id} />
  if (kind === 'payment') return <PaymentFacts id={id} />
  return null
}

function WireFacts({ id }: { id: string }) {
  const wire = useCall('wires', { wireid: id }).data?.items[0]
  if (wire === undefined) return null
  return (
    <Facts
      left
      rows={[
        [
          'Reference',
          wire.reference ?? (
            <span key="r" className="muted">
              none
            </span>
          ),
        ],
        ['Reference of the bank', <Id key="b" value={wire.bankref} />],
        ['Value date', wire.value_date],
        wire.reason === null ? null : ['Why', sentence(wire.reason)],
      ]}
    />
  )
}

type Payout = RowOf<'payouts'>

function PayoutFacts({ id }: { id: string }) {
  const payout = useCall('payouts', { payoutid: id }).data?.items[0]
  if (payout === undefined) return null
  const { amount, currency, creditor, from, kind, subject, end_to_end_id, bankref, reason } = payout
  return (
    <Facts
      left
      rows={[
        ['Amount', <Money key="m" amount={amount} currency={currency} />],
        ['Paid from', payerNames[from]],
        ['Paid to', creditor.name],
        ['Account', <Id key="a" value={creditor.account} whole />],
        ['For', <Subject key="s" payout={{ kind, subject, id }} />],
        ['End-to-end id', <Id key="e" value={end_to_end_id} />],
        ['Booked by the bank as', bankref === null ? <span className="muted">not yet</span> : <Id value={bankref} />],
        reason === null ? null : ['Reason', reason],
      ]}
    />
  )
}

const pagesOf: Partial<Record<Payout['kind'], string>> = {
  withdrawal: '/withdrawals',
  redemption: '/redemptions',
  rail: '/payments',
  return: '/wires',
}

function Subject({ payout: { kind, subject, id } }: { payout: Pick<Payout, 'kind' | 'subject' | 'id'> }) {
  const page = pagesOf[kind]
  if (page === undefined || subject === id) return payoutKinds[kind]
  return (
    <>
      {payoutKinds[kind]} <Id value={subject} to={`${page}/${subject}`} />
    </>
  )
}

function PaymentFacts({ id }: { id: string }) {
  const payment = useCall('railPayments', { paymentid: id }).data?.items[0]
  if (payment === undefined) return null
  const { railid, received, received_currency, sent, sent_currency, stuck, reason } = payment
  return (
    <Facts
      left
      rows={[
        [
          'Rail',
          <Link key="r" className="link" to={`/rails/${railid}`}>
            Open the rail
          </Link>,
        ],
        ['Received', <Money key="in" amount={received} currency={received_currency} />],
        [
          'Sent',
          sent === null ? <span className="muted">not yet</span> : <Money amount={sent} currency={sent_currency} />,
        ],
        stuck === null ? null : ['Stuck at', stuck],
        reason === null ? null : ['Why', reason],
      ]}
    />
  )
}
