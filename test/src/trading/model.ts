import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { pairs } from '@specie/protocol/pairs.ts'
import type { Db } from '@specie/service/base/database/db.ts'
import { house } from '@specie/service/ledger/house.ts'
import { by, ceiling, compare, decimal, floor, minus, plus, type Ratio, ratio, scaled, size, times } from './ratio.ts'

// Trading as a reader of the contract would calculate it: with fractions and plain maps. It shares no code with the service.

export type Side = 'Buy' | 'Sell'

/** In whole units, not in minor ones. */
type ModelQuote = { price: Ratio; qty: Ratio }
export type ModelBook = { bids: readonly ModelQuote[]; asks: readonly ModelQuote[] }
export type ModelOrder = { symbol: string; side: Side; qty: Ratio; price: Ratio }

function pairOf(symbol: string) {
  const found = pairs.find((pair) => pair.symbol === symbol)
  if (!found) throw new Error(`there is no pair ${symbol}`)
  return found
}

/**
 * The amount of a part of an order, in minor units of the quote: rounded in the client's favour, unless the quoter would then
 * get less, or pay more, than by their reserve.
 */
export function rounded(symbol: string, side: Side, qty: Ratio, price: Ratio, reserve: Ratio): bigint {
  const minor = (at: Ratio) => times(times(qty, at), ratio(10n ** BigInt(assets[pairOf(symbol).quote].decimals)))
  const [down, up] = [floor(minor(price)), ceiling(minor(price))]
  if (side === 'Buy') return compare(ratio(down), minor(reserve)) >= 0 ? down : up
  return compare(ratio(up), minor(reserve)) <= 0 ? up : down
}

/** True if a buyer pays no more, or a seller gets no less, than quantity × limit. */
export function keepsLimit({ symbol, side, qty, price }: ModelOrder, amount: bigint): boolean {
  return isWithin({ side, price }, by(scaled(amount, assets[pairOf(symbol).quote].decimals), qty))
}

/**
 * How far a price of a manual book may be rounded in the client's favour: to par if a coin's bids and asks surround it,
 * otherwise by a thousandth, to the last decimal of its prices.
 */
export function reserveOf(symbol: string, side: Side, { bids, asks }: ModelBook, price: Ratio): Ratio {
  const { base, quote, price_decimals } = pairOf(symbol)
  const isAround =
    compare(bids[0]?.price ?? ratio(1n), ratio(1n)) <= 0 && compare(asks[0]?.price ?? ratio(1n), ratio(1n)) >= 0
  if (base === `V${quote}` && isAround) return ratio(1n)
  const thousandth = scaled(ceiling(times(price, ratio(10n ** BigInt(price_decimals), 1_000n))), price_decimals)
  return side === 'Buy' ? minus(price, thousandth) : plus(price, thousandth)
}

/** The levels at the limit or better. */
export const isWithin = ({ side, price }: Pick<ModelOrder, 'side' | 'price'>, quoted: Ratio): boolean =>
  side === 'Buy' ? compare(quoted, price) <= 0 : compare(quoted, price) >= 0

/**
 * Why an order cannot be filled at any size; null if it might be. `isHand`: every price of the book is shown, and one between
 * them is never too far.
 */
export function refusal(order: ModelOrder, { bids, asks }: ModelBook, isHand = false): string | null {
  const highest = bids
    .map(({ price }) => price)
    .toSorted(compare)
    .at(-1)
  const [lowest] = asks.map(({ price }) => price).toSorted(compare)
  if (!highest && !lowest) return 'pair_offline'
  const middle = times(plus((highest ?? lowest)!, (lowest ?? highest)!), ratio(1n, 2n))
  const band = ratio(BigInt(pairOf(order.symbol).price_band_bps), 10_000n)
  const isBetween =
    compare(order.price, middle) > 0
      ? lowest && compare(order.price, lowest) <= 0
      : highest && compare(order.price, highest) >= 0
  const isShown = isBetween && isHand
  if (!isShown && compare(by(size(minus(order.price, middle)), middle), band) > 0)
    return 'limit_too_far_from_market_price'
  const opposite = order.side === 'Buy' ? asks : bids
  if (opposite.length === 0) return 'fok_not_fillable'
  return opposite.some(({ price }) => isWithin(order, price)) ? null : 'non_marketable_limit_price'
}

/** The result of an order in a book of divisible quotes, of the desk's kind: the amount, or the reason. */
export function outcome(order: ModelOrder, book: ModelBook): bigint | string {
  const refused = refusal(order, book, true)
  if (refused !== null) return refused
  const opposite = order.side === 'Buy' ? book.asks : book.bids
  const within = opposite.filter(({ price }) => isWithin(order, price))
  const best = within.toSorted((a, b) => (order.side === 'Buy' ? compare(a.price, b.price) : compare(b.price, a.price)))
  const whole = best.filter(({ qty }) => compare(qty, order.qty) >= 0).map((quote) => [quote])
  const amounts = [best, ...whole].map((quotes) => amountOver(order, book, quotes))
  if (amounts[0] === null) return 'fok_not_fillable'
  // A remainder worth less than a cent may break the limit.
  return amounts.find((amount) => amount !== null && keepsLimit(order, amount)) ?? 'non_marketable_limit_price'
}

/** The amount of the whole order; null if there is not enough. */
function amountOver(
  { symbol, side, qty: request }: ModelOrder,
  book: ModelBook,
  quotes: ModelBook['asks'],
): bigint | null {
  let [left, amount] = [request, 0n]
  for (const { price, qty } of quotes) {
    const taken = compare(qty, left) < 0 ? qty : left
    amount += rounded(symbol, side, taken, price, reserveOf(symbol, side, book, price))
    left = minus(left, taken)
  }
  return left.over === 0n ? amount : null
}

type Levels = readonly (readonly [price: string, qty: string])[]

export function bookOf({ bids, asks }: { bids: Levels; asks: Levels }): ModelBook {
  const quote = ([price, qty]: Levels[number]) => ({ price: decimal(price), qty: decimal(qty) })
  return { bids: bids.map(quote), asks: asks.map(quote) }
}

// The balances of all.

/** Minor units by holder and asset: `id CHF`. */
export type Holdings = Map<string, bigint>

export type Exchanged = {
  ordstatus: string
  bought: string
  bought_currency: AssetCode
  sold: string
  sold_currency: AssetCode
  fee: string
  fee_currency: AssetCode
}

export const minorOf = (text: string, asset: AssetCode): bigint => {
  const { over, under } = times(decimal(text), ratio(10n ** BigInt(assets[asset].decimals)))
  if (over % under !== 0n) throw new Error(`${text} ${asset} is finer than a minor unit`)
  return over / under
}

/** Answers may arrive in another order than their execution: temporarily a balance may be negative. */
export function add(holdings: Holdings, holder: string, asset: AssetCode, minor: bigint): void {
  const key = `${holder} ${asset}`
  holdings.set(key, (holdings.get(key) ?? 0n) + minor)
}

/** Moves the exchange of an answer between its institution and the house. */
export function exchange(holdings: Holdings, institution: string, answer: Exchanged): void {
  if (answer.ordstatus !== 'Filled') return
  const bought = minorOf(answer.bought, answer.bought_currency)
  const sold = minorOf(answer.sold, answer.sold_currency)
  if (minorOf(answer.fee, answer.fee_currency) !== 0n) throw new Error('no pair has a fee')
  add(holdings, institution, answer.bought_currency, bought)
  add(holdings, institution, answer.sold_currency, -sold)
  add(holdings, house, answer.bought_currency, -bought)
  add(holdings, house, answer.sold_currency, sold)
}

/** All balances of the ledger, without empty ones. */
export async function held(db: Db): Promise<Holdings> {
  const rows = await db.query<{ holder: string; balance: bigint }>(
    `select owner || ' ' || asset as holder, sum(balance) as balance from ledger.account
     where pool = 'client' and name in ('available', 'pending', 'held') group by 1 having sum(balance) <> 0`,
  )
  return new Map(rows.map(({ holder, balance }) => [holder, balance]))
}

/** In one order, and without empty ones. */
export const listed = (holdings: Holdings): string[] =>
  [...holdings]
    .filter(([, minor]) => minor !== 0n)
    .map(([holder, minor]) => `${holder} ${minor}`)
    .toSorted()

/** Violations of O1 or O2, from the rows alone. */
export async function brokenOrders(db: Db): Promise<string[]> {
  const rows = await db.query<{ broken: string }>(`
    select format('%s %s has %s journals', o.state, o.id, count(j)) as broken
    from trading.client_order o left join ledger.journal j
      on j.key in ('order:' || o.id, 'order:' || o.id || ':held', 'order:' || o.id || ':settled')
    group by o.id having count(j) <> case o.state when 'Filled' then 1 else 0 end
    union all
    select format('%s is filled in part or worse than its limit: %s', o.id, o.fills)
    from trading.client_order o, lateral (
      select sum((f ->> 2)::numeric) as qty, sum((f ->> 4)::numeric) as amount,
        bool_and(case o.side when 'Buy' then (f ->> 3)::numeric <= o.price else (f ->> 3)::numeric >= o.price end) as within
      from jsonb_array_elements(o.fills) f
    ) f
    where o.state = 'Filled' and (o.qty, o.amount, true) is distinct from (f.qty, f.amount, f.within)
    union all
    select format('%s of %s is there %s times', clordid, institution_id, count(*)) from trading.client_order
    group by clordid, institution_id having count(*) > 1
    union all
    select format('journal %s is of no order', key) from ledger.journal
    where kind = 'order_filled' and not exists (select from trading.client_order o where key = 'order:' || o.id)`)
  return rows.map(({ broken }) => broken)
}
