import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { formatPrice, type Price } from '@specie/protocol/money.ts'
import type { Env } from '../../base/env.ts'
import { unavailable } from '../../base/http/errors.ts'

// The reference rates, as those use them who decide by them. Only what is believed is told (guard.ts).

const priceDecimals = 18

/** In wall time. An older rate may be far from the market: nothing is decided by it. */
const freshMs = 5 * 60_000

/** True when a price of that time may still be used. */
export const isFresh = ({ clock }: Pick<Env, 'clock'>, at: Date): boolean =>
  clock.now().getTime() - at.getTime() <= freshMs

type Rate = { symbol: string; price: Price }
type Row = { symbol: string; units: bigint; decimals: number; at: Date; doubt: string | null }
type Ranged = Row & { low: bigint | null; high: bigint | null }

async function freshRate(env: Pick<Env, 'db' | 'clock'>, base: AssetCode, quote: AssetCode): Promise<Rate> {
  const [row] = await env.db.query<Row>(
    `select symbol, units, decimals, least(at, received_at) as at, doubt from markets.rate
     where symbol in ($1, $2) order by at desc limit 1`,
    [`${base}/${quote}`, `${quote}/${base}`],
  )
  if (!row) throw unavailable(`There is no reference rate for ${base}/${quote} yet.`)
  if (row.doubt !== null) throw unavailable(`The reference rate for ${row.symbol} is in doubt: ${row.doubt}.`)
  if (!isFresh(env, row.at))
    throw unavailable(`The reference rate for ${row.symbol} is from ${row.at.toISOString()}: too old to be used.`)
  const [from, to] = row.symbol.split('/') as [AssetCode, AssetCode]
  return { symbol: row.symbol, price: { base: from, quote: to, units: row.units, decimals: row.decimals } }
}

/** The reference rate for base/quote. Throws service_unavailable when there is none, or none that is fresh. */
export async function rateOf(env: Pick<Env, 'db' | 'clock'>, base: AssetCode, quote: AssetCode): Promise<Price> {
  const { price } = await freshRate(env, base, quote)
  return price.base === base ? price : inverse(price)
}

/** 18 decimals: more than any amount of ours has. */
function inverse({ base, quote, units, decimals }: Price): Price {
  const one = 10n ** BigInt(decimals + priceDecimals)
  return { base: quote, quote: base, units: (one + units / 2n) / units, decimals: priceDecimals }
}

/**
 * The least of a fiat currency that is worth so many pence, in its minor units, and by which rate: `GBP/CHF 1.125`. Worked out
 * from the rate as it was told: by its rounded inverse an amount at the very edge would fall short.
 */
export async function leastWorth(
  env: Pick<Env, 'db' | 'clock'>,
  pence: bigint,
  fiat: 'CHF' | 'GBP',
): Promise<{ readonly minor: bigint; readonly rate: string }> {
  if (fiat === 'GBP') return { minor: pence, rate: '1' }
  const { symbol, price } = await freshRate(env, fiat, 'GBP')
  const one = 10n ** BigInt(price.decimals)
  const [over, under] = price.base === 'GBP' ? [pence * price.units, one] : [pence * one, price.units]
  return { minor: (over + under - 1n) / under, rate: `${symbol} ${formatPrice(price)}` }
}

/** The reference rates as a process knows them: asked without waiting, read from the database every second. */
export type ReferenceRates = {
  /** Settled when they have been read for the first time, or that has failed. */
  readonly ready: Promise<void>
  /** Null when there is none that is at most so old. A coin counts as its fiat, and against that its price is exactly 1. */
  price(base: AssetCode, quote: AssetCode, maxAgeMs: number): Price | null
  /** Why there is none. */
  trouble(base: AssetCode, quote: AssetCode, maxAgeMs: number): string | null
  /** Between which prices it was believed of late; null when there never was any. */
  range(base: AssetCode, quote: AssetCode): Range | null
  /** Reads them anew at once. */
  refresh(): Promise<void>
  stop(): void
}

export type Range = { readonly low: Price; readonly high: Price }

const rereadMs = 1_000

export function openReferenceRates({ db, clock, log }: Pick<Env, 'db' | 'clock' | 'log'>): ReferenceRates {
  let known = tableOf([])
  let reading: Promise<void> | null = null
  async function read(): Promise<void> {
    try {
      known = tableOf(
        await db.query<Ranged>(
          `select symbol, units, decimals, least(at, received_at) as at, doubt, range.low, range.high from markets.rate
           left join (select symbol, min(low) as low, max(high) as high from markets.rate_range where until >= $1
             group by symbol) range using (symbol)`,
          [clock.now()],
        ),
      )
    } catch (error) {
      // What is known grows old, and is then not used.
      log.warn({ err: error }, 'the reference rates could not be read')
    } finally {
      reading = null
    }
  }
  const refresh = () => (reading ??= read())
  const timer = setInterval(() => void refresh(), rereadMs).unref()
  return {
    ready: refresh(),
    price: (base, quote, maxAgeMs) => {
      const rate = known[base][quote]
      return rate !== null && rate.doubt === null && clock.wall() - rate.at <= maxAgeMs ? rate.price : null
    },
    trouble: (base, quote, maxAgeMs) => {
      const rate = known[base][quote]
      if (rate === null) return `there is no reference rate for ${base}/${quote}`
      if (rate.doubt !== null) return `the reference rate ${rate.symbol} is in doubt: ${rate.doubt}`
      return clock.wall() - rate.at <= maxAgeMs ? null : `the reference rate ${rate.symbol} is too old`
    },
    range: (base, quote) => known[base][quote]?.range ?? null,
    refresh,
    stop: () => clearInterval(timer),
  }
}

type Dated = {
  readonly symbol: string
  readonly price: Price
  readonly at: number
  readonly doubt: string | null
  readonly range: Range
}
type Table = { readonly [Base in AssetCode]: { readonly [Quote in AssetCode]: Dated | null } }

const codes = Object.keys(assets) as AssetCode[]

/** Every asset against every other, worked out ahead: an order only looks it up. */
function tableOf(rows: readonly Ranged[]): Table {
  const told = new Map(rows.map((row) => [row.symbol, row]))
  const line = (base: AssetCode) => Object.fromEntries(codes.map((quote) => [quote, dated(told, base, quote)]))
  return Object.fromEntries(codes.map((base) => [base, line(base)])) as Table
}

function dated(told: ReadonlyMap<string, Ranged>, base: AssetCode, quote: AssetCode): Dated | null {
  const [from, to] = [assets[base].fiat ?? base, assets[quote].fiat ?? quote]
  if (from === to) {
    const price = { base, quote, units: 1n, decimals: 0 }
    return { symbol: `${base}/${quote}`, price, at: Infinity, doubt: null, range: { low: price, high: price } }
  }
  const [direct, other] = [told.get(`${from}/${to}`), told.get(`${to}/${from}`)]
  const row = direct && !(other && other.at > direct.at) ? direct : other
  if (!row) return null
  const { symbol, units, decimals, doubt } = row
  const at = (price: Price): Price => (row === direct ? price : { ...inverse(price), base, quote })
  const price = { base, quote, units, decimals }
  const [low, high] = [row.low, row.high].map((bound) =>
    bound === null ? price : { base, quote, units: bound, decimals: priceDecimals },
  ) as [Price, Price]
  const range = row === direct ? { low, high } : { low: at(high), high: at(low) }
  return { symbol, price: at(price), at: row.at.getTime(), doubt, range }
}
