import type { Side } from '../../base/ports/venue.ts'
import { deskName } from './desk.ts'
import type { Book, Quote } from '../order/fill-or-kill.ts'
import { feeOf, type Pair } from './pair.ts'
import { amountFor } from '../order/rounding.ts'

// What the desk alone asks or pays, as deep as it quotes. There is no limit price: the client sees the price before it
// takes it, or says what it must at least receive.

/** An exchange with the desk: `qty` of the base against `amount` of the quote, and the fee beside it. */
export type Terms = { readonly qty: bigint; readonly amount: bigint; readonly fee: bigint }

/** Best price first. */
export const deskQuotes = (book: Book, side: Side): readonly Quote[] =>
  (side === 'Buy' ? book.asks : book.bids).filter(({ provider }) => provider === deskName)

/** Rounded as orders are. Null when the desk does not do so much. */
export function termsOf(pair: Pair, side: Side, quotes: readonly Quote[], qty: bigint): Terms | null {
  const amount = amountIn(pair, side, quotes, qty)
  if (amount === null) return null
  const fee = feeOf(pair, amount)
  // What comes to nothing is no exchange.
  return amount > fee ? { qty, amount, fee } : null
}

/** What a quantity costs or brings, the best price first; null when there is not so much. */
function amountIn(pair: Pair, side: Side, quotes: readonly Quote[], qty: bigint): bigint | null {
  let left = qty
  let amount = 0n
  for (const quote of quotes) {
    const taken = quote.qty < left ? quote.qty : left
    amount += amountFor(pair, side, quote, taken)
    left -= taken
    if (left === 0n) return amount
  }
  return null
}

/**
 * The most that `budget` of the quote buys, fee included, in the pair's steps: one step more would cost more than it. As
 * if the desk's last price held without end, so that whoever asks can tell too little money from too little market; more
 * than the pair's largest order is never looked for.
 */
export function affordable(pair: Pair, asks: readonly Quote[], budget: bigint): bigint {
  const last = asks.at(-1)
  if (last === undefined) return 0n
  const endless = [...asks.slice(0, -1), { ...last, qty: 2n * pair.most }]
  const cost = (qty: bigint): bigint => {
    const amount = amountIn(pair, 'Buy', endless, qty)!
    return amount + feeOf(pair, amount)
  }
  let enough = 0n
  let tooMuch = pair.most / pair.step + 2n
  while (tooMuch - enough > 1n) {
    const steps = (enough + tooMuch) / 2n
    if (cost(steps * pair.step) <= budget) enough = steps
    else tooMuch = steps
  }
  return enough * pair.step
}

/** What the client gives; a seller's fee comes out of what it gets. */
export const givenIn = (side: Side, { qty, amount, fee }: Terms): bigint => (side === 'Buy' ? amount + fee : qty)

/** What the client gets, net of the fee. */
export const receivedIn = (side: Side, { qty, amount, fee }: Terms): bigint => (side === 'Buy' ? qty : amount - fee)

/** Why there are no terms, for the client. */
export function notQuoted({ symbol, base }: Pair, side: Side, quotes: readonly Quote[]): string {
  return quotes.length === 0
    ? `The desk does not quote ${symbol} at the moment.`
    : `The desk does not ${side === 'Buy' ? 'sell' : 'buy'} this quantity of ${base} at the moment.`
}
