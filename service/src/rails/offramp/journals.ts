import type { ChainCode } from '@specie/protocol/chains.ts'
import type { CoinCode } from '../../base/ports/chain.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit, type Journal } from '../../ledger/posting/journal.ts'
import { par } from '../../ledger/coin.ts'
import { feeLines, redeemLines } from '../../ledger/posting/coin-lines.ts'
import { type Payment, paymentJournal, railAccount } from '../payment/row.ts'

// The journals of an off-ramp (ledger.md). Its coins are worth n, of which f is our commission; the rest is sent.

/** A payment that arrived as coins. */
export type OffRamp = Payment & { blockchain: ChainCode; deposit_index: number }

/** In the rail's own coin: screening clears no other. */
export type Redeemable = OffRamp & { received_currency: CoinCode; sent_currency: OwnAccount['currency'] }

/** Burned: the amount to pay is known. */
export type Owing = Redeemable & { sent: bigint }

const coinsOf = (one: OffRamp) => railAccount(one, one.received_currency)
const wallet = ({ blockchain, received_currency }: OffRamp) =>
  account('client', 'omnibus', blockchain, received_currency)

/** The coins are final at an address of ours. */
export const coinsReceived = (one: OffRamp): Journal =>
  paymentJournal(one, 'received', [debit(wallet(one), one.received), credit(coinsOf(one), one.received)])

/** The coins are returned, finally. */
export const coinsReturned = (one: OffRamp, txid: string): Journal =>
  paymentJournal(one, 'returned', [debit(coinsOf(one), one.received), credit(wallet(one), one.received)], { txid })

/** The key of the journal by which the reserve owes the proceeds. */
export const burnKey = ({ id }: Pick<Payment, 'id'>): string => `payment:${id}:burned`

/** The burn is final: the reserve now owes the proceeds to the client instead of a holder of coins. */
export function burned(one: Owing, txid: string): Journal {
  const { received, received_currency: coin, sent, sent_currency: fiat, commission, blockchain } = one
  const n = par(received)
  if (sent <= 0n || sent + commission !== n)
    throw new Error(`payment ${one.id}: its value differs from commission plus payout`)
  const lines = [
    debit(coinsOf(one), received),
    credit(wallet(one), received),
    ...redeemLines(coin, blockchain, n),
    credit(railAccount(one, fiat), sent),
    ...feeLines(fiat, commission),
  ]
  return paymentJournal(one, 'burned', lines, { txid })
}

/** Paid by the bank, for the first time or again. */
export const paidOut = (one: Owing, attempt: number): Journal =>
  paymentJournal(one, attempt === 1 ? 'paid_out' : `paid_out_${attempt}`, [
    debit(railAccount(one, one.sent_currency), one.sent),
    credit(account('client', 'payouts_in_transit', one.sent_currency), one.sent),
  ])
