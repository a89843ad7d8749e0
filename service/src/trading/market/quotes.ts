import { assets } from '@specie/protocol/assets.ts'
import { formatMinor } from '@specie/protocol/money.ts'
import type { Env } from '../../base/env.ts'
import { house } from '../../ledger/house.ts'
import { type Books, booksOf, type Market } from './books.ts'
import type { Quote } from './fill-or-kill.ts'
import { allPairs, type Pair, pairOf } from './pair.ts'
import { bestLevel, shown } from './shown.ts'

// The public market data.

/** The inventory of each provider, by asset. */
type Stocks = ReadonlyMap<string, ReadonlyMap<string, bigint>>

/** Available balances of the ledger, without promised amounts and holds. */
async function stocksOf({ db }: Env): Promise<Stocks> {
  const rows = await db.query<{ owner: string; asset: string; balance: bigint }>({
    name: 'trading.stocks',
    text: `select owner, asset, balance from ledger.balance where pool = 'client' and name = 'available'
      and owner = any(array(select $1::text union all select institution_id::text from trading.venue))`,
    values: [house],
  })
  const stocks = new Map<string, Map<string, bigint>>()
  for (const { owner, asset, balance } of rows) {
    const stock = stocks.get(owner) ?? new Map<string, bigint>()
    stocks.set(owner, stock.set(asset, balance))
  }
  return stocks
}

/** The quotes of one side, limited to their providers' inventory; best price first, like the input. */
function deliverable(
  books: Books,
  stocks: Stocks,
  pair: Pair,
  side: 'bids' | 'asks',
  quotes: readonly Quote[],
): Quote[] {
  const spent = new Map<string, bigint>()
  const asset = side === 'asks' ? pair.base : pair.quote
  return quotes.flatMap((quote) => {
    const owner = books.holderOf(quote.provider)
    const left = (stocks.get(owner)?.get(asset) ?? 0n) - (spent.get(owner) ?? 0n)
    const limit = side === 'asks' ? left : (left * pair.down) / (pair.up * quote.price)
    const qty = inLots(quote, quote.qty < limit ? quote.qty : limit)
    if (qty <= 0n) return []
    const cost = side === 'asks' ? qty : maxCost(pair, quote, qty)
    spent.set(owner, (spent.get(owner) ?? 0n) + cost)
    return [{ ...quote, qty }]
  })
}

/** The largest amount of quote that a quantity of a bid costs, with any rounding. */
const maxCost = ({ up, down }: Pair, { price }: Quote, qty: bigint): bigint => (qty * price * up + down - 1n) / down

function inLots({ lot, minimum }: Quote, limit: bigint): bigint {
  const qty = limit - (limit % lot)
  return qty < minimum ? 0n : qty
}

/** Each pair's market, limited to deliverable quantities. */
export async function deliverableMarkets(env: Env): Promise<(pair: Pair) => Market> {
  const [books, stocks] = await Promise.all([booksOf(env), stocksOf(env)])
  return (pair) => {
    const market = books.of(pair)
    const side = (name: 'bids' | 'asks') => deliverable(books, stocks, pair, name, market[name])
    return { ...market, bids: side('bids'), asks: side('asks') }
  }
}

/** The same for display: from the best price on at which an order of any size is filled (ADR 30). */
export async function shownMarkets(env: Env): Promise<(pair: Pair) => Market> {
  const marketOf = await deliverableMarkets(env)
  return (pair) => {
    const market = marketOf(pair)
    return { ...market, bids: shown(market.bids), asks: shown(market.asks) }
  }
}

/** The best level of each side. */
export async function bestQuotes(env: Env, symbol: string | undefined) {
  const marketOf = await shownMarkets(env)
  const timestamp = env.clock.now().toISOString()
  const selected = symbol === undefined ? allPairs : [pairOf(symbol)]
  return selected.map((pair) => {
    const { bids, asks } = marketOf(pair)
    return { symbol: pair.symbol, b: best(pair, bids), a: best(pair, asks), timestamp }
  })
}

function best(pair: Pair, quotes: readonly Quote[]): [price: string, qty: string] | null {
  const level = bestLevel(quotes)
  return level && [formatMinor(level.price, pair.priceDecimals), formatMinor(level.qty, assets[pair.base].decimals)]
}

/** Every displayed level of a pair, with all deliverable quotes at the same price summed up. */
export const ladderOf = async (env: Env, symbol: string) =>
  pairNow(env, await shownMarkets(env), symbol, (pair, quotes) =>
    Array.from(
      Map.groupBy(quotes, ({ price }) => price),
      ([price, level]) => ({
        price: formatMinor(price, pair.priceDecimals),
        quantity: formatMinor(
          level.reduce((sum, { qty }) => sum + qty, 0n),
          assets[pair.base].decimals,
        ),
      }),
    ),
  )

/** For staff: the quotes by provider. */
export const bookOf = async (env: Env, symbol: string) =>
  pairNow(env, await deliverableMarkets(env), symbol, (pair, quotes) =>
    quotes.map(({ price, qty, provider }) => ({
      price: formatMinor(price, pair.priceDecimals),
      quantity: formatMinor(qty, assets[pair.base].decimals),
      provider,
    })),
  )

function pairNow<L>(
  env: Env,
  marketOf: (pair: Pair) => Market,
  symbol: string,
  levels: (pair: Pair, quotes: readonly Quote[]) => L[],
) {
  const pair = pairOf(symbol)
  const market = marketOf(pair)
  return {
    timestamp: env.clock.now().toISOString(),
    symbol,
    status: isOnline(pair, market) ? ('online' as const) : ('offline' as const),
    bids: levels(pair, market.bids),
    asks: levels(pair, market.asks),
  }
}

/** Whether at least one side takes an order of the minimum size. */
const isOnline = (pair: Pair, { halted, bids, asks }: Market): boolean =>
  halted === null && [bids, asks].some((quotes) => quotes.reduce((sum, { qty }) => sum + qty, 0n) >= pair.minimum)

/** For each pair: whether it takes orders now, and why it was halted. */
export async function pairStates(env: Env): Promise<ReadonlyMap<string, { online: boolean; halted: string | null }>> {
  const marketOf = await shownMarkets(env)
  return new Map(
    allPairs.map((pair) => {
      const market = marketOf(pair)
      return [pair.symbol, { online: isOnline(pair, market), halted: market.halted }]
    }),
  )
}
