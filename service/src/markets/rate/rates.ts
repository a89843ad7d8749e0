import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { formatPrice, type Price } from '@specie/protocol/money.ts'
import type { Sql } from '../../base/database/db.ts'
import { sharedRuns } from '../../base/concurrency/shared-runs.ts'
import type { Env } from '../../base/env.ts'
import { unavailable } from '../../base/http/errors.ts'

// Reference rates for pricing decisions. Only rates that the guard has accepted are returned (guard.ts).

const priceDecimals = 18

/** In wall time. An older rate may be far from the market and is not used. */
const freshMs = 5 * 60_000

/** True when a price of this time may still be used. */
export const isFresh = ({ clock }: Pick<Env, 'clock'>, at: Date): boolean =>
  clock.now().getTime() - at.getTime() <= freshMs

type Rate = { symbol: string; price: Price }
type Row = { symbol: string; units: bigint; decimals: number; at: Date; doubt: string | null }
type RowWithRange = Row & { low: bigint | null; high: bigint | null }

/** All rates as their sources published them, accepted or not. */
export function storedRates(sql: Sql): Promise<Row[]> {
  return sql.query<Row>('select symbol, units, decimals, at, doubt from markets.rate order by symbol')
}

async function freshRate(env: Pick<Env, 'db' | 'clock'>, base: AssetCode, quote: AssetCode): Promise<Rate> {
  const [row] = await env.db.query<Row>(
    `select symbol, units, decimals, least(at, received_at) as at, doubt from markets.rate
     where symbol in ($1, $2) order by at desc limit 1`,
    [`${base}/${quote}`, `${quote}/${base}`],
  )
  if (!row) throw unavailable(`There is no reference rate for ${base}/${quote} yet.`)
  if (row.doubt !== null) throw unavailable(`The reference rate for ${row.symbol} is in doubt: ${row.doubt}.`)
  if (!isFresh(env, row.at))
    throw unavailable(`The reference rate for ${row.symbol} is from ${row.at.toISOString()}: too old to use.`)
  const [from, to] = row.symbol.split('/') as [AssetCode, AssetCode]
  return { symbol: row.symbol, price: { base: from, quote: to, units: row.units, decimals: row.decimals } }
}

/** The reference rate for base/quote. Throws service_unavailable when there is none, or none that is fresh. */
export async function rateOf(env: Pick<Env, 'db' | 'clock'>, base: AssetCode, quote: AssetCode): Promise<Price> {
  const { price } = await freshRate(env, base, quote)
  return price.base === base ? price : inverse(price)
}

/** 18 decimals: as many as our finest asset has. */
function inverse({ base, quote, units, decimals }: Price): Price {
  const one = 10n ** BigInt(decimals + priceDecimals)
  return { base: quote, quote: base, units: (one + units / 2n) / units, decimals: priceDecimals }
}

/**
 * The smallest amount of a fiat currency, in minor units, that is worth `pence`, with the rate used: `GBP/CHF 1.125`.
 * Computed from the rate as published: with its rounded inverse, an amount exactly at the limit would be too small.
 */
export async function minimumWorth(
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

/**
 * The value of each asset in this currency by the stored rates, regardless of age: for display, never for pricing. Null
 * without a rate, or with one in doubt.
 */
export async function indicativePrices(sql: Sql, quote: AssetCode): Promise<(base: AssetCode) => Price | null> {
  const table = tableOf((await storedRates(sql)).map((row) => ({ ...row, low: null, high: null })))
  return (base) => {
    const rate = table[base][quote]
    return rate === null || rate.doubt !== null ? null : rate.price
  }
}

/** Reference rates cached in this process and reloaded from the database every second, so that reading them never waits. */
export type ReferenceRates = {
  /** Resolves after the first load, also when it failed. */
  readonly ready: Promise<void>
  /** Null if there is no rate younger than `maxAgeMs`. A coin is valued as its fiat; against that fiat its price is exactly 1. */
  price(base: AssetCode, quote: AssetCode, maxAgeMs: number): Price | null
  /** Why `price` returns null; null if it does not. */
  trouble(base: AssetCode, quote: AssetCode, maxAgeMs: number): string | null
  /** Lowest and highest accepted price of the recent past; null if there has been none. */
  range(base: AssetCode, quote: AssetCode): Range | null
  /** Reloads: afterwards every rate that was committed before the call is known. */
  refresh(): Promise<void>
  stop(): void
}

export type Range = { readonly low: Price; readonly high: Price }

const rereadMs = 1_000

export function openReferenceRates({ db, clock, log }: Pick<Env, 'db' | 'clock' | 'log'>): ReferenceRates {
  let table = tableOf([])
  async function read(): Promise<void> {
    try {
      table = tableOf(
        await db.query<RowWithRange>(
          `select symbol, units, decimals, least(at, received_at) as at, doubt, range.low, range.high from markets.rate
           left join (select symbol, min(low) as low, max(high) as high from markets.rate_range where until >= $1
             group by symbol) range using (symbol)`,
          [clock.now()],
        ),
      )
    } catch (error) {
      // Cached rates stay in use until they are too old.
      log.warn({ err: error }, 'the reference rates could not be read')
    }
  }
  const refresh = sharedRuns(read)
  const timer = setInterval(() => void refresh(), rereadMs).unref()
  return {
    ready: refresh(),
    price: (base, quote, maxAgeMs) => {
      const rate = table[base][quote]
      return rate !== null && rate.doubt === null && clock.wall() - rate.at <= maxAgeMs ? rate.price : null
    },
    trouble: (base, quote, maxAgeMs) => {
      const rate = table[base][quote]
      if (rate === null) return `there is no reference rate for ${base}/${quote}`
      if (rate.doubt !== null) return `the reference rate ${rate.symbol} is in doubt: ${rate.doubt}`
      return clock.wall() - rate.at <= maxAgeMs ? null : `the reference rate ${rate.symbol} is too old`
    },
    range: (base, quote) => table[base][quote]?.range ?? null,
    refresh,
    stop: () => clearInterval(timer),
  }
}

type PairRate = {
  readonly symbol: string
  readonly price: Price
  readonly at: number
  readonly doubt: string | null
  readonly range: Range
}
type Table = { readonly [Base in AssetCode]: { readonly [Quote in AssetCode]: PairRate | null } }

const codes = Object.keys(assets) as AssetCode[]

/** Every asset against every other, computed in advance: an order only looks up its pair. */
function tableOf(rows: readonly RowWithRange[]): Table {
  const bySymbol = new Map(rows.map((row) => [row.symbol, row]))
  const rowOf = (base: AssetCode) => Object.fromEntries(codes.map((quote) => [quote, pairRate(bySymbol, base, quote)]))
  return Object.fromEntries(codes.map((base) => [base, rowOf(base)])) as Table
}

function pairRate(bySymbol: ReadonlyMap<string, RowWithRange>, base: AssetCode, quote: AssetCode): PairRate | null {
  const [from, to] = [assets[base].fiat ?? base, assets[quote].fiat ?? quote]
  if (from === to) {
    const price = { base, quote, units: 1n, decimals: 0 }
    return { symbol: `${base}/${quote}`, price, at: Infinity, doubt: null, range: { low: price, high: price } }
  }
  const [direct, other] = [bySymbol.get(`${from}/${to}`), bySymbol.get(`${to}/${from}`)]
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
