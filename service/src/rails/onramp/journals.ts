import type { ChainCode } from '@specie/protocol/chains.ts'
import type { CoinCode } from '../../base/ports/chain.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit, type Journal } from '../../ledger/posting/journal.ts'
import { fiatOf, par } from '../../ledger/coin.ts'
import { issueLines, feeLines, advanceLines } from '../../ledger/posting/coin-lines.ts'
import { type Payment, paymentJournal, railAccount } from '../payment/row.ts'

// The journals of an on-ramp (ledger.md). a is the received amount, s the provider's spread, f our commission and n the
// value of its coins: a = s + f + n, to the cent.

/** Converted: the quantity of coins is known. */
export type Priced = Payment & { sent: bigint; sent_currency: CoinCode }

/** `<provider>/<its number>` */
export function sourceOf({ source }: Pick<Payment, 'source'>): { provider: string; arrival: string } {
  const at = source.indexOf('/')
  return { provider: source.slice(0, at), arrival: source.slice(at + 1) }
}

/** The amount that the provider wires. */
export const netOf = ({ received, spread }: Payment): bigint => received - spread

function worthOf(payment: Priced): bigint {
  const n = par(payment.sent)
  if (n <= 0n || n + payment.spread + payment.commission !== payment.received)
    throw new Error(`payment ${payment.id}: the received amount differs from spread, commission and payout`)
  return n
}

const owedBy = (payment: Payment) =>
  account('client', 'provider_fiat', sourceOf(payment).provider, payment.received_currency)

/** The provider holds it for us. */
export const receivedJournal = (one: Payment): Journal =>
  paymentJournal(one, 'received', [
    debit(owedBy(one), one.received),
    credit(railAccount(one, one.received_currency), one.received),
  ])

/** The provider has returned it to its payer. */
export const returnedJournal = (one: Payment): Journal =>
  paymentJournal(one, 'returned', [
    debit(railAccount(one, one.received_currency), one.received),
    credit(owedBy(one), one.received),
  ])

/** The provider keeps its spread, and owes the rest. */
export function settledJournals(one: Payment): Journal[] {
  const { provider } = sourceOf(one)
  const payable = account('client', 'provider_payable', provider, one.received_currency)
  if (one.spread === 0n) return []
  return [
    paymentJournal(one, 'spread', [
      debit(railAccount(one, one.received_currency), one.spread),
      credit(payable, one.spread),
    ]),
    paymentJournal(one, 'spread_kept', [debit(payable, one.spread), credit(owedBy(one), one.spread)]),
  ]
}

/**
 * The wire has arrived. The commission is ours, and the rest is moved in advance, so that a sweep funds the reserve (L5).
 */
export function reservedJournal(one: Priced): Journal {
  const [fiat, n] = [fiatOf(one.sent_currency), worthOf(one)]
  return paymentJournal(one, 'reserved', [
    debit(railAccount(one, fiat), n + one.commission),
    ...feeLines(fiat, one.commission),
    ...advanceLines(fiat, n),
  ])
}

/** The coins are final on the chain. */
export function issuedJournal(one: Priced, chain: ChainCode, txid: string): Journal {
  const [fiat, n] = [fiatOf(one.sent_currency), worthOf(one)]
  const lines = [debit(account('reserve', 'excess', fiat), n), ...issueLines(one.sent_currency, chain, n)]
  return paymentJournal(one, 'issued', lines, { txid })
}
