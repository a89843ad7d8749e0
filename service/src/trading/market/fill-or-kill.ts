import type { ErrorCode } from '@specie/protocol/errors.ts'
import type { Level } from '../../base/ports/venue.ts'
import type { Order } from './pair.ts'
import { amountFor, keepsLimit } from './rounding.ts'

// Fill or kill: quotes and an order in, a decision out. A pure function, without clock, database or venues.

/** A firm quote and its provider. */
export type Quote = Level & {
  /** The name of the desk or the venue. */
  readonly provider: string
  /** The quantity taken is a multiple of this… */
  readonly lot: bigint
  /** …and at least this. */
  readonly minimum: bigint
  /** The worst price for the provider that rounding in the client's favour may reach (rounding.ts). */
  readonly reserve: bigint
  /** Every order up to its quantity can be filled at exactly its price. Only such a price is displayed as the best. */
  readonly anySize: boolean
}

/** Best price first. */
export type Book = { readonly bids: readonly Quote[]; readonly asks: readonly Quote[] }

/** A quantity taken of a quote, and its amount in the quote asset. */
export type Leg = { readonly quote: Quote; readonly qty: bigint; readonly amount: bigint }

export type Reject = Extract<
  ErrorCode,
  | 'fok_not_fillable'
  | 'non_marketable_limit_price'
  | 'limit_too_far_from_market_price'
  | 'insufficient_balance'
  | 'limit_exceeded'
  | 'pair_offline'
>

export type Decision =
  | { readonly kind: 'fill'; readonly legs: readonly Leg[]; readonly amount: bigint }
  | { readonly kind: 'kill'; readonly reason: Reject }

const kill = (reason: Reject): Decision => ({ kind: 'kill', reason })

const noProviders: ReadonlySet<string> = new Set()

/**
 * Fills the whole order at its limit or better, best price first, or nothing (O1). `without`: providers that lacked
 * inventory; their quotes still count for the market price.
 */
export function fillOrKill(order: Order, book: Book, without: ReadonlySet<string> = noProviders): Decision {
  const quotes = order.side === 'Buy' ? book.asks : book.bids
  const mid = midOf(book)
  if (mid === null) return kill('pair_offline')
  if (isOutside(order, book, mid)) return kill('limit_too_far_from_market_price')
  const [best] = quotes
  if (best === undefined) return kill('fok_not_fillable')
  if (!reaches(order, best)) return kill('non_marketable_limit_price')
  const usable = without.size === 0 ? quotes : quotes.filter(({ provider }) => !without.has(provider))
  const decision = taking(order, usable)
  return decision.kind === 'fill' ? decision : (takingAnySize(order, usable) ?? decision)
}

function taking(order: Order, quotes: readonly Quote[]): Decision {
  const legs = legsOf(order, quotes)
  if (legs === null) return kill('fok_not_fillable')
  const amount = legs.reduce((sum, leg) => sum + leg.amount, 0n)
  // The amount in whole minor units can break the limit, although the price keeps it.
  return keepsLimit(order, amount) ? { kind: 'fill', legs, amount } : kill('non_marketable_limit_price')
}

/**
 * Taking the best price first may leave a rest that is too small for the next quote, or for a whole minor unit. Then the
 * order is tried without the quotes that do not take every size, or with a single quote, as displayed.
 */
function takingAnySize(order: Order, quotes: readonly Quote[]): Decision | null {
  const anySize = quotes.filter((quote) => quote.anySize)
  const whole = anySize.filter(({ qty }) => qty >= order.qty).map((quote) => [quote])
  for (const some of [anySize, ...whole]) {
    const decision = taking(order, some)
    if (decision.kind === 'fill') return decision
  }
  return null
}

/** Twice the mid price, so that it is a whole number. For a one-sided book: twice its best price. */
function midOf({ bids, asks }: Book): bigint | null {
  const [bid, ask] = [bids[0]?.price ?? asks[0]?.price, asks[0]?.price ?? bids[0]?.price]
  return bid === undefined || ask === undefined ? null : bid + ask
}

/**
 * Whether the limit is further from the market than the pair's band, in either direction; most likely a typing error. A
 * limit between the displayed prices is always accepted, even in a wide market.
 */
function isOutside({ pair, price }: Order, { bids, asks }: Book, mid: bigint): boolean {
  const off = 2n * price - mid
  if ((off < 0n ? -off : off) * 10_000n <= mid * pair.bandBps) return false
  const shown = (off > 0n ? asks : bids).find(({ anySize }) => anySize)
  return shown === undefined || (off > 0n ? price > shown.price : price < shown.price)
}

const reaches = ({ side, price }: Order, quote: Quote): boolean =>
  side === 'Buy' ? quote.price <= price : quote.price >= price

/** Null if the quotes within the limit are not enough. */
function legsOf(order: Order, quotes: readonly Quote[]): Leg[] | null {
  const { pair, side } = order
  const legs: Leg[] = []
  let left = order.qty
  for (const quote of quotes) {
    if (left === 0n || !reaches(order, quote)) break
    const qty = takeable(quote, left)
    if (qty === 0n) continue
    const amount = amountFor(pair, side, quote, qty)
    // A leg that is rounded to an amount of zero is no trade. Try the next quote.
    if (amount === 0n) continue
    legs.push({ quote, qty, amount })
    left -= qty
  }
  return left === 0n ? legs : null
}

function takeable({ qty, lot, minimum }: Quote, left: bigint): bigint {
  const available = qty < left ? qty : left
  const inLots = available - (available % lot)
  return inLots < minimum ? 0n : inLots
}
