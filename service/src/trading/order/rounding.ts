import type { Side } from '../../base/ports/venue.ts'
import type { Order, Pair } from '../market/pair.ts'

// How quantity × price becomes a whole number of minor units (ADR 30). Pure.

/** A price, and the worst price for its provider that rounding may lead to. */
type Quoted = { readonly price: bigint; readonly reserve: bigint }

/**
 * What a buyer pays, or a seller gets, for `qty` of a quote. Rounded in the client's favour, so that it never breaks a
 * limit that the price keeps; rounded in the provider's favour where the client's rounding would pass the reserve.
 */
export function amountFor({ up, down }: Pair, side: Side, { price, reserve }: Quoted, qty: bigint): bigint {
  const exact = qty * price * up
  const below = exact / down
  if (below * down === exact) return below
  const bound = qty * reserve * up
  if (side === 'Buy') return below * down >= bound ? below : below + 1n
  return (below + 1n) * down <= bound ? below + 1n : below
}

/** O1, to the last digit: a buyer pays no more, and a seller gets no less, than quantity × limit. */
export function keepsLimit({ pair: { up, down }, side, qty, price }: Order, amount: bigint): boolean {
  const [exchanged, limit] = [amount * down, qty * price * up]
  return side === 'Buy' ? exchanged <= limit : exchanged >= limit
}

type Priced = readonly { readonly price: bigint }[]

/**
 * The reserve of a book's quotes is its mid price, rounded by half a unit in the provider's favour. A quote of a book
 * without a mid price is never rounded against its provider.
 */
export function reserveIn({ bids, asks }: { readonly bids: Priced; readonly asks: Priced }) {
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  if (bid === undefined || ask === undefined || bid >= ask) return (_side: 'bids' | 'asks', price: bigint) => price
  const middle = { bids: (bid + ask) / 2n, asks: (bid + ask + 1n) / 2n }
  return (side: 'bids' | 'asks') => middle[side]
}
