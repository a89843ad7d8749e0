import type { Side } from '@specie/service/base/ports/venue.ts'
import {
  affordable,
  deskQuotes,
  deliveredByClient,
  type Terms,
  termsOf,
} from '@specie/service/trading/market/desk-price.ts'
import { deskBook, deskName } from '@specie/service/trading/market/desk.ts'
import { type Book, fillOrKill, type Leg, type Quote } from '@specie/service/trading/market/fill-or-kill.ts'
import { averagePrice } from '@specie/service/trading/order/row.ts'
import { allPairs, type Pair } from '@specie/service/trading/market/pair.ts'
import { bestLevel } from '@specie/service/trading/market/shown.ts'
import { reserveIn, servesAnySize } from '@specie/service/trading/market/rounding.ts'
import { type Random, oneOf, seeded } from '../seeded-random.ts'
import { ceiling, compare, decimal, floor, minus, plus, type Ratio, ratio, scaled, times } from './ratio.ts'

// The smallest orders of all pairs and both sides, random and as close to the price as possible: whether rounding costs either
// side anything.

/** Approximate value of one of each in francs. */
export const worth: Record<string, number> = {
  CHF: 1,
  VCHF: 1,
  GBP: 1.125,
  VGBP: 1.125,
  USDC: 0.89,
  ETH: 2_950,
  BTC: 92_500,
}

type Reference = { readonly units: bigint; readonly decimals: number; readonly isUsual: boolean }

/** Exactly one at par. Otherwise up to half or twice the current value, and sometimes any value. */
function reference(pick: Random, { base, quote }: Pair): Reference {
  if (base === `V${quote}`) return { units: 1n, decimals: 0, isUsual: true }
  const isUsual = pick(10) > 0
  const factor = isUsual ? 0.5 + pick(1_500) / 1_000 : 10 ** (pick(8) - 4)
  const decimals = 8 + pick(11)
  const price = (worth[base]! / worth[quote]!) * factor
  const digits = BigInt(Math.max(1, Math.round(price * 1e12))) * 10n ** 6n + BigInt(pick(1_000_000))
  return { units: digits / 10n ** BigInt(18 - decimals) || 1n, decimals, isUsual }
}

/** A quoter with any spread around a random price of its own. Every second quoter trades in lots and has a minimum. */
function venueBook(pick: Random, pair: Pair, desk: Book): Book {
  const width = desk.asks[0]!.price - (desk.bids[0]?.price ?? 0n)
  const shift = (BigInt(pick(9) - 4) * width) / 8n
  const near = (width * BigInt(pick(9))) / 16n
  const isCoarse = pick(2) === 0
  const terms = isCoarse
    ? { lot: pair.step * 10n, minimum: pair.minimum * 3n }
    : { lot: pair.step, minimum: pair.minimum }
  const sizes = { qty: pair.minimum * BigInt(1 + pick(1_000)), ...terms }
  const moved = (quotes: readonly Quote[], to: bigint) =>
    quotes
      .map((one) => ({ ...one, ...sizes, provider: 'alpha', price: one.price + shift + to * near }))
      .filter(({ price }) => price > 0n)
  const ladder = { bids: moved(desk.bids, 1n), asks: moved(desk.asks, -1n) }
  const reserve = reserveIn(pair, ladder)
  const side = (name: 'bids' | 'asks') =>
    ladder[name].map((one) => {
      const quote = { ...one, reserve: reserve(name, one.price) }
      return { ...quote, anySize: servesAnySize(pair, name, quote) }
    })
  return { bids: side('bids'), asks: side('asks') }
}

const sorted = (quotes: readonly Quote[], direction: 1n | -1n): Quote[] =>
  quotes.toSorted((a, b) => Number((a.price - b.price) * direction))

/** The pair's smallest order, or slightly more; rarely one through several levels. */
function quantity(pick: Random, { minimum, maximum, step }: Pair): bigint {
  const chance = pick(100)
  if (chance < 40) return minimum
  if (chance < 98) return minimum + step * BigInt(pick(500))
  return minimum + step * ((maximum - minimum) / step / BigInt(1 + pick(1_000)))
}

/** The house's gain on a fill, in whole units of the quote at the current reference. */
function gain(pair: Pair, side: Side, at: Reference, qty: bigint, amount: bigint): Ratio {
  const given = times(
    times(ratio(qty * pair.up, pair.down), scaled(at.units, at.decimals)),
    ratio(10n ** BigInt(pair.priceDecimals)),
  )
  const difference = minus(ratio(amount), given)
  return side === 'Buy' ? difference : minus(ratio(0n), difference)
}

export type Findings = {
  fills: number
  /** By the venue next to the desk, in part or in whole. */
  atVenue: number
  conversions: number
  /** Unfilled orders at exactly the shown price, within the shown size. */
  unfilled: string[]
  /** Filled orders at a better price than any quote. */
  gifts: string[]
  beyondLimit: string[]
  disagreeing: string[]
  losses: string[]
  /** The house's gain, by pair. */
  gains: Map<string, Ratio>
}

export function tradeSmallest(orders: number, seed: number): Findings {
  const pick = seeded(seed)
  const found: Findings = {
    fills: 0,
    atVenue: 0,
    conversions: 0,
    unfilled: [],
    gifts: [],
    beyondLimit: [],
    disagreeing: [],
    losses: [],
    gains: new Map(),
  }
  for (let n = 0; n < orders;) {
    const pair = oneOf(pick, allPairs)
    const at = reference(pick, pair)
    const desk = deskBook(pair, { base: pair.base, quote: pair.quote, ...at })
    const alpha = pick(3) === 0 ? venueBook(pick, pair, desk) : { bids: [], asks: [] }
    const book = { bids: sorted([...desk.bids, ...alpha.bids], -1n), asks: sorted([...desk.asks, ...alpha.asks], 1n) }
    // Several at one price: a returning client gets the same.
    for (let again = 0; again < 20 && n < orders; again += 1, n += 1) one(pick, pair, at, book, found)
  }
  return found
}

function one(pick: Random, pair: Pair, at: Reference, book: Book, found: Findings): void {
  const side = oneOf(pick, ['Buy', 'Sell'] as const)
  const quotes = side === 'Buy' ? book.asks : book.bids
  const best = bestLevel(quotes)
  if (!best) return
  if (pick(4) === 0) return convert(pick, pair, side, at, book, found)
  const qty = quantity(pick, pair)
  const loose = pick(2) === 0 ? 0n : BigInt(pick(30))
  const price = side === 'Buy' ? best.price + loose : best.price - loose
  if (price <= 0n) return
  const decision = fillOrKill({ pair, side, qty, price }, book)
  const what = `${side} ${qty} ${pair.symbol} at ${price}, reference ${at.units}e-${at.decimals}`
  const beyond = quotes[0]!.price + (side === 'Buy' ? -1n : 1n)
  if (fillOrKill({ pair, side, qty, price: beyond }, book).kind === 'fill') found.gifts.push(what)
  if (decision.kind === 'kill') {
    if (qty <= best.qty && loose === 0n) found.unfilled.push(`${what}: ${decision.reason}`)
    return
  }
  found.fills += 1
  if (decision.legs.some(({ quote }) => quote.provider !== deskName)) found.atVenue += 1
  const { amount } = decision
  const [exchanged, limit] = [ratio(amount * pair.down), ratio(qty * price * pair.up)]
  if (compare(exchanged, limit) * (side === 'Buy' ? 1 : -1) > 0) found.beyondLimit.push(`${what}: ${amount}`)
  if (!agrees(pair, side, qty, amount, scaled(price, pair.priceDecimals))) found.disagreeing.push(`${what}: ${amount}`)
  for (const leg of decision.legs) {
    if (leg.quote.provider === deskName) count(found, pair, gain(pair, side, at, leg.qty, leg.amount), what)
    else if (isBeyondReserve(pair, side, leg)) found.losses.push(`${what}, of a venue: ${leg.amount}`)
  }
}

/** A venue got less, or paid more, than by its own reserve. */
function isBeyondReserve({ up, down }: Pair, side: Side, { quote, qty, amount }: Leg): boolean {
  const [given, reserve] = [ratio(amount * down), ratio(qty * quote.reserve * up)]
  return compare(given, reserve) * (side === 'Buy' ? 1 : -1) < 0
}

/** With the desk only: a quote for a quantity, or the purchase of a budget. */
function convert(pick: Random, pair: Pair, side: Side, at: Reference, book: Book, found: Findings): void {
  const charging = pick(3) === 0 ? { ...pair, feeBps: BigInt(pick(100)) } : pair
  const quotes = deskQuotes(book, side)
  const request = quantity(pick, pair)
  const quoted = quotes.length === 0 ? null : termsOf(charging, side, quotes, request)
  if (quoted === null) return
  const terms =
    side === 'Buy' && pick(2) === 0
      ? bought(charging, quotes, deliveredByClient('Buy', quoted) + BigInt(pick(3)))
      : quoted
  if (terms === null) return
  const what = `${side} ${terms.qty} ${pair.symbol} of the desk, reference ${at.units}e-${at.decimals}`
  found.conversions += 1
  if (!agrees(pair, side, terms.qty, terms.amount, null)) found.disagreeing.push(`${what}: ${terms.amount}`)
  count(found, pair, gain(pair, side, at, terms.qty, terms.amount), what)
}

/** Null if the budget buys more than the desk has. */
function bought(pair: Pair, quotes: readonly Quote[], budget: bigint): Terms | null {
  const qty = affordable(pair, quotes, budget)
  if (qty > quotes.reduce((sum, quote) => sum + quote.qty, 0n)) return null
  const terms = termsOf(pair, 'Buy', quotes, qty)!
  if (deliveredByClient('Buy', terms) > budget)
    throw new Error(`${deliveredByClient('Buy', terms)} was spent of ${budget}`)
  return terms
}

function count(found: Findings, { symbol }: Pair, gained: Ratio, what: string): void {
  if (compare(gained, ratio(0n)) < 0) found.losses.push(what)
  const { over, under } = plus(found.gains.get(symbol) ?? ratio(0n), gained)
  // To 10^-30 of a minor unit, rounded down: exact fractions of a million fills would grow without bound.
  found.gains.set(symbol, ratio((over * 10n ** 30n) / under, 10n ** 30n))
}

/** The shown price gives the amount again, and is within the limit. */
function agrees(
  { symbol, up, down, priceDecimals }: Pair,
  side: Side,
  qty: bigint,
  amount: bigint,
  limit: Ratio | null,
): boolean {
  const shown = decimal(averagePrice({ symbol, side, qty, amount }))
  const again = times(times(ratio(qty * up, down), shown), ratio(10n ** BigInt(priceDecimals)))
  if ((side === 'Buy' ? floor(again) : ceiling(again)) !== amount) return false
  return limit === null || compare(shown, limit) * (side === 'Buy' ? 1 : -1) <= 0
}
