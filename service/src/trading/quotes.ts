import { assets } from '@specie/protocol/assets.ts'
import { formatMinor } from '@specie/protocol/money.ts'
import type { Env } from '../base/env.ts'
import { booksOf, type Market } from './books.ts'
import type { Quote } from './fok.ts'
import { allPairs, type Pair, pairOf } from './pair.ts'

// What the public may know of the market.

/** The best level of each side; at one price all that stands there together. */
export async function bestQuotes(env: Env, symbol: string | undefined) {
  const books = await booksOf(env)
  const timestamp = env.clock.now().toISOString()
  const asked = symbol === undefined ? allPairs : [pairOf(symbol)]
  return asked.map((pair) => {
    const { bids, asks } = books.of(pair)
    return { symbol: pair.symbol, b: best(pair, bids), a: best(pair, asks), timestamp }
  })
}

function best(pair: Pair, quotes: readonly Quote[]): [price: string, qty: string] | null {
  const [first] = quotes
  if (first === undefined) return null
  const qty = quotes.filter(({ price }) => price === first.price).reduce((sum, quote) => sum + quote.qty, 0n)
  return [formatMinor(first.price, pair.priceDecimals), formatMinor(qty, assets[pair.base].decimals)]
}

/** Takes orders on at least one side. */
const isOnline = ({ halted, bids, asks }: Market): boolean => halted === null && bids.length + asks.length > 0

/** The pairs that take orders now, and those that were halted. */
export async function pairStates(env: Env): Promise<ReadonlyMap<string, { online: boolean; halted: string | null }>> {
  const books = await booksOf(env)
  return new Map(
    allPairs.map((pair) => {
      const market = books.of(pair)
      return [pair.symbol, { online: isOnline(market), halted: market.halted }]
    }),
  )
}
