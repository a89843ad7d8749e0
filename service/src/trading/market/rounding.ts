import type { Side } from '../../base/ports/venue.ts'
import type { Order, Pair } from './pair.ts'

// How quantity × price becomes a whole number of minor units (ADR 30). Pure.

/** A price, and the worst price for its provider that rounding may reach. */
type Quoted = { readonly price: bigint; readonly reserve: bigint }

/**
 * The amount that a buyer pays, or a seller gets, for `qty` of a quote. Rounded in the client's favour, so that it never
 * breaks a limit that the price keeps; rounded in the provider's favour where the client's rounding would pass the reserve.
 */
export function amountFor({ up, down }: Pair, side: Side, { price, reserve }: Quoted, qty: bigint): bigint {
  const exact = qty * price * up
  const below = exact / down
  if (below * down === exact) return below
  const bound = qty * reserve * up
  if (side === 'Buy') return below * down >= bound ? below : below + 1n
  return (below + 1n) * down <= bound ? below + 1n : below
}

/** O1, to the last digit: a buyer pays at most, and a seller gets at least, quantity × limit. */
export function keepsLimit({ pair: { up, down }, side, qty, price }: Order, amount: bigint): boolean {
  const [exchanged, limit] = [amount * down, qty * price * up]
  return side === 'Buy' ? exchanged <= limit : exchanged >= limit
}

type BookSide = 'bids' | 'asks'
type Priced = readonly { readonly price: bigint }[]
type Prices = { readonly bids: Priced; readonly asks: Priced }

/** The reserve of a quote of this side at this price. */
type ReserveOf = (side: BookSide, price: bigint) => bigint

/**
 * A price between the bids and the asks of one provider, the same for both sides, so that alternating purchases and sales
 * gain nothing by rounding. It is par if par is between them, because there any quantity is a whole number of minor units;
 * otherwise the mid price, rounded by half a unit in the provider's favour. A quote of a book without a mid price is never
 * rounded against its provider.
 */
export function reserveIn(pair: Pair, book: Prices): ReserveOf {
  const [bid, ask] = [book.bids[0]?.price, book.asks[0]?.price]
  const par = parBetween(pair, book)
  if (par !== null) return () => par
  if (bid === undefined || ask === undefined || bid >= ask) return (_side, price) => price
  const middle = { bids: (bid + ask) / 2n, asks: (bid + ask + 1n) / 2n }
  return (side) => middle[side]
}

/** In basis points: more than one cent of the smallest order of any pair that is not at par. */
const giftBps = 10n

/**
 * The same for a manual book, which trades at exactly its prices, even with bids close to asks. Away from par an order of a few
 * cents would gain more than a trifle, so it is not rounded in the client's favour.
 */
export function reserveOfManualBook(pair: Pair, book: Prices): ReserveOf {
  const par = parBetween(pair, book)
  if (par !== null) return () => par
  return (side, price) => {
    const gift = (price * giftBps + 9_999n) / 10_000n
    return side === 'asks' ? price - gift : price + gift
  }
}

function parBetween({ par }: Pair, { bids, asks }: Prices): bigint | null {
  if (par === null) return null
  return (bids[0]?.price ?? par) <= par && (asks[0]?.price ?? par) >= par ? par : null
}

/**
 * The price nearest to its reserve at which an order of any size can be rounded in the client's favour: one minor unit away
 * from it for the pair's smallest order, or the reserve itself if that is a whole number of units for every step.
 */
export function nearestAnySize({ up, down, step, minimum }: Pair, side: BookSide, reserve: bigint): bigint {
  if ((step * reserve * up) % down === 0n) return reserve
  const unit = (down + minimum * up - 1n) / (minimum * up)
  return side === 'asks' ? reserve + unit : reserve - unit
}

type Terms = Quoted & { readonly lot: bigint; readonly minimum: bigint }

/** Whether every order up to the quantity of a quote can be filled at exactly its price. */
export function servesAnySize(pair: Pair, side: BookSide, { price, reserve, lot, minimum }: Terms): boolean {
  if (pair.step % lot !== 0n || minimum > pair.minimum) return false
  const nearest = nearestAnySize(pair, side, reserve)
  return side === 'asks' ? price >= nearest : price <= nearest
}
