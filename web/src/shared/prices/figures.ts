import type { AssetCode } from '@specie/protocol/assets.ts'
import { formatAmount, formatMinor, parseAmount, parsePrice, times } from '@specie/protocol/money.ts'
import type { Output } from '../../api/call.ts'
import { grouped } from '../../kit/value/money.tsx'

// Figures of a pair: computed with integers, passed as text. They are only shown: the service's dry run decides.

export type Pair = Output<'getTradingPairs'>['pairs'][number]
export type Ladder = Output<'ladder'>
export type Level = Ladder['asks'][number]
export type Side = 'Buy' | 'Sell'
export type Fields = { readonly side: Side; readonly quantity: string; readonly price: string }

const number = /^\d{1,18}(\.\d{1,18})?$/
/** Whether the service accepts this number format. */
export const isNumber = (text: string): boolean => number.test(text)

/**
 * The `min_received` of a conversion; null while it cannot be sent. An empty field takes the amount of the dry run,
 * which must be about the current fields. An older one could accept too little, or refuse.
 */
export const readyFloor = ({ isCurrent }: { readonly isCurrent: boolean }, floor: string | null): string | null =>
  isCurrent && floor !== null && isNumber(floor) ? floor : null

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0
/** `007` → `7`, as the service requires. */
const plain = (text: string): string => text.replace(/^0+(?=\d)/, '')

export const minorOf = (text: string, asset: string): bigint => parseAmount(text, asset as AssetCode).minor
export const textOf = (minor: bigint, asset: string): string => formatAmount({ asset: asset as AssetCode, minor })

const unitsOf = (pair: Pair, text: string): bigint => parsePrice(text, pair.base, pair.quote, pair.price_decimals).units

/** The problem of a quantity with its cure; null without one, or for an empty field. */
export function quantityProblem(pair: Pair, text: string): string | null {
  if (!number.test(text)) return null
  if (decimalsOf(text) > pair.qty_decimals) return `At most ${pair.qty_decimals} decimals.`
  const [min, max, here] = [pair.min_order_size, pair.max_order_size, text].map(Number) as [number, number, number]
  if (here < min) return `At least ${shortText(pair.min_order_size)} ${pair.base}.`
  return here > max ? `At most ${shortText(pair.max_order_size)} ${pair.base} in one order.` : null
}

export function priceProblem(pair: Pair, text: string): string | null {
  if (!number.test(text)) return null
  if (decimalsOf(text) > pair.price_decimals) return `At most ${pair.price_decimals} decimals.`
  return Number(text) > 0 ? null : 'Must be above zero.'
}

/** The fields in the service's format; null until they are complete and valid. */
export function readyFields(pair: Pair, { side, quantity, price }: Fields): Fields | null {
  const isReady = (text: string, problem: string | null) => number.test(text) && problem === null
  if (!isReady(quantity, quantityProblem(pair, quantity)) || !isReady(price, priceProblem(pair, price))) return null
  return { side, quantity: plain(quantity), price: plain(price) }
}

/** `1250.5` → «1,250.5», with its own decimals. */
export function shortText(text: string): string {
  const [whole = '0', fraction] = text.split('.')
  return grouped(whole) + (fraction === undefined ? '' : `.${fraction}`)
}

/** With at least the pair's decimals, so that prices align. */
export function priceText(text: string, decimals: number): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const digits = fraction.padEnd(decimals, '0')
  return grouped(whole) + (digits === '' ? '' : `.${digits}`)
}

/** A column of quantities with the same number of decimals. */
export function columnTexts(texts: readonly string[]): string[] {
  const max = Math.max(0, ...texts.map(decimalsOf))
  return texts.map((text) => priceText(text, max))
}

/** The mid price, with one decimal more than prices have; null for a one-sided ladder. */
export function midOf(pair: Pair, { bids, asks }: Pick<Ladder, 'bids' | 'asks'>): string | null {
  const [bid, ask] = [bids[0], asks[0]]
  if (!bid || !ask) return null
  return formatMinor((unitsOf(pair, bid.price) + unitsOf(pair, ask.price)) * 5n, pair.price_decimals + 1)
}

/** The distance between the best prices, as a price and in basis points of the mid. */
export function spreadOf(pair: Pair, { bids, asks }: Ladder): { price: string; bps: string } | null {
  const [bid, ask] = [bids[0], asks[0]]
  if (!bid || !ask) return null
  const [low, high] = [unitsOf(pair, bid.price), unitsOf(pair, ask.price)]
  const tenths = ((high - low) * 200_000n) / (high + low)
  return { price: formatMinor(high - low, pair.price_decimals), bps: priceText(formatMinor(tenths, 1), 1) }
}

/**
 * The lowest and the highest limit that the service accepts: the pair's band around the mid, extended to the quotes.
 */
export function bandOf(pair: Pair, ladder: Ladder): readonly [low: string, high: string] | null {
  const mid = midOf(pair, ladder)
  if (mid === null) return null
  const units = parsePrice(mid, pair.base, pair.quote, pair.price_decimals + 1).units
  const band = BigInt(pair.price_band_bps)
  const [bid, ask] = [unitsOf(pair, ladder.bids[0]!.price), unitsOf(pair, ladder.asks[0]!.price)]
  const [low, high] = [(units * (10_000n - band) + 99_999n) / 100_000n, (units * (10_000n + band)) / 100_000n]
  // A quoted price is always accepted, even in a wide market.
  return [
    formatMinor(low < bid ? low : bid, pair.price_decimals),
    formatMinor(high > ask ? high : ask, pair.price_decimals),
  ]
}

/** The average price of an order, with one decimal more than prices of the pair. */
export function averageOf(pair: Pair, quantity: string, amount: string): string {
  const decimals = pair.price_decimals + 1
  const over = minorOf(amount, pair.quote) * 10n ** BigInt(decimals) * minorOf('1', pair.base)
  const under = minorOf(quantity, pair.base) * minorOf('1', pair.quote)
  return formatMinor((over + under / 2n) / under, decimals)
}

/** Levels, each with the total up to it. */
export function totalled(pair: Pair, levels: readonly Level[]): (Level & { total: string })[] {
  let sum = 0n
  return levels.map((level) => ({ ...level, total: textOf((sum += minorOf(level.quantity, pair.base)), pair.base) }))
}

const levelsFor = (ladder: Ladder, side: Side): readonly Level[] => (side === 'Buy' ? ladder.asks : ladder.bids)

/** The total quantity of the levels within the limit. */
export function withinLimit(pair: Pair, ladder: Ladder, { side, price }: Fields): string {
  const limit = unitsOf(pair, price)
  const reached = levelsFor(ladder, side).filter((level) => {
    const units = unitsOf(pair, level.price)
    return side === 'Buy' ? units <= limit : units >= limit
  })
  return textOf(
    reached.reduce((sum, { quantity }) => sum + minorOf(quantity, pair.base), 0n),
    pair.base,
  )
}

/** The number of levels that an order would take. */
export function levelsTaken(pair: Pair, ladder: Ladder, fields: Fields): number {
  const wanted = minorOf(fields.quantity, pair.base)
  if (wanted === 0n || minorOf(withinLimit(pair, ladder, fields), pair.base) < wanted) return 0
  const at = totalled(pair, levelsFor(ladder, fields.side)).findIndex(
    ({ total }) => minorOf(total, pair.base) >= wanted,
  )
  return at + 1
}

const amountOf = (
  pair: Pair,
  quantity: string,
  price: string,
  decimals: number,
  rounding: 'up' | 'down' | 'half_even',
) => times(parseAmount(quantity, pair.base), parsePrice(price, pair.base, pair.quote, decimals), rounding).minor

/** The amount for a quantity over the ladder, without the fee; null if the ladder is too small. */
export function ladderAmount(pair: Pair, ladder: Ladder, side: Side, quantity: string): bigint | null {
  let [left, amount] = [minorOf(quantity, pair.base), 0n]
  for (const level of levelsFor(ladder, side)) {
    const there = minorOf(level.quantity, pair.base)
    const taken = there < left ? there : left
    amount += amountOf(pair, textOf(taken, pair.base), level.price, pair.price_decimals, 'half_even')
    left -= taken
    if (left === 0n) return amount
  }
  return null
}

const feeOn = ({ fee_bps }: Pair, amount: bigint): bigint => (amount * BigInt(fee_bps) + 9_999n) / 10_000n

/** The largest amount that a buyer pays, or the smallest that a seller gets, at the limit, with the fee. */
export function worstCase(pair: Pair, { side, quantity, price }: Fields): string {
  const amount = amountOf(pair, quantity, price, pair.price_decimals, side === 'Buy' ? 'down' : 'up')
  const fee = feeOn(pair, amount)
  return textOf(side === 'Buy' ? amount + fee : amount - fee, pair.quote)
}

/** The cost of an exchange compared with the mid price, in the quote asset; negative if better. */
export function spreadCost(pair: Pair, side: Side, quantity: string, amount: string, mid: string): string {
  const fair = amountOf(pair, quantity, mid, decimalsOf(mid), 'half_even')
  const paid = minorOf(amount, pair.quote)
  return textOf(side === 'Buy' ? paid - fair : fair - paid, pair.quote)
}

/**
 * The largest quantity of one order for a balance: of the base to sell it, of the quote to buy at a limit, with the fee.
 */
export function maxQuantity(pair: Pair, side: Side, price: string, available: string): string {
  const affordable =
    side === 'Sell' ? minorOf(available, pair.base) : affordableAt(pair, price, minorOf(available, pair.quote))
  const most = minorOf(pair.max_order_size, pair.base)
  return wholeSteps(pair, affordable < most ? affordable : most)
}

/** The quantity for a click on a level: the total up to it, limited by the balance and the pair; empty if too small. */
export function takenOver(pair: Pair, side: Side, level: Level & { total: string }, available: string): string {
  const [most, total] = [maxQuantity(pair, side, level.price, available), level.total]
  const quantity =
    minorOf(most, pair.base) < minorOf(total, pair.base) ? most : wholeSteps(pair, minorOf(total, pair.base))
  return minorOf(quantity, pair.base) < minorOf(pair.min_order_size, pair.base) ? '' : quantity
}

function wholeSteps(pair: Pair, minor: bigint): string {
  const step = 10n ** BigInt(scaleOf(pair.base, pair))
  return textOf(minor - (minor % step), pair.base)
}

/** The minor units of the base that a budget buys at this price, with the fee. */
function affordableAt(pair: Pair, price: string, budget: bigint): bigint {
  const one = minorOf('1', pair.base)
  const units = unitsOf(pair, price)
  const quoteOne = minorOf('1', pair.quote)
  const priceOne = 10n ** BigInt(pair.price_decimals)
  return (budget * one * priceOne * 10_000n) / (units * quoteOne * BigInt(10_000 + pair.fee_bps))
}

/** The decimals of the asset beyond those of the pair's quantities. */
const scaleOf = (asset: string, { qty_decimals }: Pair): number => String(minorOf('1', asset)).length - 1 - qty_decimals
