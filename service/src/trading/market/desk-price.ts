import type { Side } from '../../base/ports/venue.ts'
import { deskName } from './desk.ts'
import type { Book, Quote } from './fill-or-kill.ts'
import { feeOf, type Pair } from './pair.ts'
import { amountFor } from './rounding.ts'

// The desk's own prices, to the full depth of its quotes. There is no limit price. The client sees the price before it
// accepts, or names the minimum to receive.

/** An exchange with the desk: `qty` of the base against `amount` of the quote, plus the fee. */
export type Terms = { readonly qty: bigint; readonly amount: bigint; readonly fee: bigint }

/** Best price first. */
export const deskQuotes = (book: Book, side: Side): readonly Quote[] =>
  (side === 'Buy' ? book.asks : book.bids).filter(({ provider }) => provider === deskName)

/** Rounded like orders. Null when the desk does not quote this quantity. */
export function termsOf(pair: Pair, side: Side, quotes: readonly Quote[], qty: bigint): Terms | null {
  const amount = amountIn(pair, side, quotes, qty)
  if (amount === null) return null
  const fee = feeOf(pair, amount)
  // The amount must be more than the fee.
  return amount > fee ? { qty, amount, fee } : null
}

/** The amount for a quantity, best price first; null when the quotes are not enough. */
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
 * The largest quantity that `budget` of the quote buys, fee included, in the pair's steps. The desk's last price counts as
 * unlimited, so that the caller can distinguish too little money from too little liquidity. The search ends above the pair's
 * largest order.
 */
export function affordable(pair: Pair, asks: readonly Quote[], budget: bigint): bigint {
  const last = asks.at(-1)
  if (last === undefined) return 0n
  const unlimited = [...asks.slice(0, -1), { ...last, qty: 2n * pair.maximum }]
  const cost = (qty: bigint): bigint => {
    const amount = amountIn(pair, 'Buy', unlimited, qty)!
    return amount + feeOf(pair, amount)
  }
  let enough = 0n
  let tooMuch = pair.maximum / pair.step + 2n
  while (tooMuch - enough > 1n) {
    const steps = (enough + tooMuch) / 2n
    if (cost(steps * pair.step) <= budget) enough = steps
    else tooMuch = steps
  }
  return enough * pair.step
}

/** The quantity that the client delivers. A seller's fee is deducted from the proceeds. */
export const deliveredByClient = (side: Side, { qty, amount, fee }: Terms): bigint =>
  side === 'Buy' ? amount + fee : qty

/** The quantity that the client receives, net of the fee. */
export const receivedByClient = (side: Side, { qty, amount, fee }: Terms): bigint =>
  side === 'Buy' ? qty : amount - fee

/** Explains to the client why there are no terms. */
export function notQuoted({ symbol, base }: Pair, side: Side, quotes: readonly Quote[]): string {
  return quotes.length === 0
    ? `The desk does not quote ${symbol} at the moment.`
    : `The desk does not ${side === 'Buy' ? 'sell' : 'buy'} this quantity of ${base} at the moment.`
}
