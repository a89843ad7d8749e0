import { assets } from '@specie/protocol/assets.ts'
import { formatMinor, parseAmount, parsePrice } from '@specie/protocol/money.ts'
import * as calls from '@specie/protocol/sandbox/market.ts'
import type { z } from 'zod'
import type { Env } from '../base/env.ts'
import { badRequest } from '../base/http/errors.ts'
import type { App } from '../base/http/shell.ts'
import { mount } from './control/mount.ts'
import { agreeInSandbox } from './demo/people.ts'
import { type Pair, pairOf } from '../trading/market/pair.ts'
import { type ManualBook, setBook } from '../trading/market/set-book.ts'
import { haltPair, isHalted } from '../trading/market/switch-pair.ts'
import { readField } from '../base/http/read-field.ts'

/** Without `frozen` a book expires after this time. */
const expiryMs = 60_000

type BookRequest = z.infer<typeof calls.liquidity.request>

/** Sets a pair's book, or resets it to the market's; takes a pair off the market. */
export function liquidityRoutes(app: App, env: Env): void {
  mount(app, calls.liquidity, async (body) => {
    const book = bookOf(pairOf(body.symbol), body)
    const until = book === null || body.frozen ? null : new Date(env.clock.wall() + expiryMs)
    await setBook(env, body.symbol, book, until)
    const { bids, asks } = book ?? { bids: null, asks: null }
    const levels = { bids: mutable(bids), asks: mutable(asks) }
    return { symbol: body.symbol, ...levels, until: until?.toISOString() ?? null }
  })

  mount(app, calls.pairs, async ({ symbol, halted }) => {
    if (halted !== null) await haltPair(env, symbol, { actor: 'sandbox', why: halted, at: env.clock.now() })
    else if (await isHalted(env.db, symbol)) await resume(env, symbol)
    return { symbol, halted }
  })
}

/** Another call may have resumed it meanwhile. */
const resume = (env: Env, symbol: string): Promise<void> =>
  agreeInSandbox(env, 'pair.resume', { symbol }).catch(async (error: unknown) => {
    if (await isHalted(env.db, symbol)) throw error
  })

const mutable = (levels: ManualBook[Side] | null) => levels?.map((level) => [...level]) ?? null

type Side = keyof ManualBook

/** The requested book, best price first; null when only the symbol is given: the market's. */
function bookOf(pair: Pair, { bids, asks, frozen }: BookRequest): ManualBook | null {
  if (bids === undefined && asks === undefined) {
    if (frozen) throw badRequest('required', 'There is nothing to freeze. Send bids and asks.', 'frozen')
    return null
  }
  const bid = levelsOf(pair, 'bids', bids ?? []).toSorted((a, b) => compare(b.price, a.price))
  const ask = levelsOf(pair, 'asks', asks ?? []).toSorted((a, b) => compare(a.price, b.price))
  if (bid[0] && ask[0] && bid[0].price >= ask[0].price) {
    throw badRequest('crossed', 'The best bid must be below the best ask.', 'bids')
  }
  const written = ({ price, qty }: Level) =>
    [formatMinor(price, pair.priceDecimals), formatMinor(qty, assets[pair.base].decimals)] as const
  return { bids: bid.map(written), asks: ask.map(written) }
}

/** In the pair's own units. See trading/market/pair.ts. */
type Level = { readonly price: bigint; readonly qty: bigint }

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

function levelsOf(pair: Pair, side: Side, levels: NonNullable<BookRequest[Side]>): Level[] {
  const { base, quote, priceDecimals, qtyDecimals, step } = pair
  return levels.map(([price, qty], n) => {
    const units = positive(`${side}.${n}.0`, () => parsePrice(price, base, quote, priceDecimals).units)
    const minor = positive(`${side}.${n}.1`, () => parseAmount(qty, base).minor)
    if (minor % step === 0n) return { price: units, qty: minor }
    throw badRequest(
      'decimals',
      `Too fine: a quantity of ${pair.symbol} has at most ${qtyDecimals} decimals.`,
      `${side}.${n}.1`,
    )
  })
}

function positive(field: string, read: () => bigint): bigint {
  const value = readField(field, read)
  if (value > 0n) return value
  throw badRequest('positive', 'Prices and quantities are above zero.', field)
}
