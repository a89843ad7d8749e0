import { assets } from '@specie/protocol/assets.ts'
import { formatMinor, MoneyError, parseAmount, parsePrice } from '@specie/protocol/money.ts'
import { z } from 'zod'
import { readBody } from '../api/body.ts'
import { fields } from '../api/fields.ts'
import type { Env } from '../base/env.ts'
import { badRequest } from '../base/http/errors.ts'
import type { App, Request } from '../base/http/shell.ts'
import { agreeInSandbox } from './people.ts'
import { type Pair, pairOf } from '../trading/market/pair.ts'
import { type BookByHand, setBook } from '../trading/market/set-book.ts'
import { haltPair, isHalted } from '../trading/market/switch-pair.ts'

const maxLevels = 100
/** Without `frozen` a book expires after this time. */
const expiryMs = 60_000

const symbol = z.string().max(32)
const number = z.string().max(40)
const ladder = z.array(z.tuple([number, number])).max(maxLevels)

export const liquidityRequest = z.strictObject({
  symbol,
  bids: ladder.optional(),
  asks: ladder.optional(),
  /** It stays until it is set again. */
  frozen: z.boolean().default(false),
})

export const pairSwitchRequest = z.strictObject({
  symbol,
  /** The reason; null: it trades again. */
  halted: z.string().trim().min(1).max(200).nullable(),
})

/** Sets a pair's book, or resets it to the market's; takes a pair off the market. */
export function liquidityRoutes(app: App, env: Env): void {
  const bodyOf = <S extends z.ZodType>(schema: S, { body, headers }: Request) =>
    fields(schema, readBody(body, headers['content-type'], 'json').value)

  app.post('/sandbox/v1/liquidity', async (request) => {
    const body = bodyOf(liquidityRequest, request)
    const book = bookOf(pairOf(body.symbol), body)
    const until = book === null || body.frozen ? null : new Date(env.clock.wall() + expiryMs)
    await setBook(env, body.symbol, book, until)
    const { bids, asks } = book ?? { bids: null, asks: null }
    return { symbol: body.symbol, bids, asks, until: until?.toISOString() ?? null }
  })

  app.post('/sandbox/v1/pairs', async (request) => {
    const { symbol, halted } = bodyOf(pairSwitchRequest, request)
    if (halted !== null) await haltPair(env, symbol, { actor: 'sandbox', why: halted, at: env.clock.now() })
    else if (await isHalted(env.db, symbol)) await agreeInSandbox(env, 'pair.resume', { symbol })
    return { symbol, halted }
  })
}

type Side = keyof BookByHand

/** The requested book, best price first; null when only the symbol is given: the market's. */
function bookOf(pair: Pair, { bids, asks, frozen }: z.infer<typeof liquidityRequest>): BookByHand | null {
  if (bids === undefined && asks === undefined) {
    if (frozen) throw badRequest('required', 'There is nothing to freeze: send bids and asks.', 'frozen')
    return null
  }
  const bid = levelsOf(pair, 'bids', bids ?? []).toSorted((a, b) => compare(b.price, a.price))
  const ask = levelsOf(pair, 'asks', asks ?? []).toSorted((a, b) => compare(a.price, b.price))
  if (bid[0] && ask[0] && bid[0].price >= ask[0].price) {
    throw badRequest('crossed', 'The best bid must lie below the best ask.', 'bids')
  }
  const written = ({ price, qty }: Level) =>
    [formatMinor(price, pair.priceDecimals), formatMinor(qty, assets[pair.base].decimals)] as const
  return { bids: bid.map(written), asks: ask.map(written) }
}

/** In the pair's own units: see trading/market/pair.ts. */
type Level = { readonly price: bigint; readonly qty: bigint }

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

function levelsOf(pair: Pair, side: Side, levels: z.infer<typeof ladder>): Level[] {
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
  try {
    const value = read()
    if (value > 0n) return value
  } catch (error) {
    if (error instanceof MoneyError) throw badRequest(error.rule, error.message, field)
    throw error
  }
  throw badRequest('positive', 'Prices and quantities are above zero.', field)
}
