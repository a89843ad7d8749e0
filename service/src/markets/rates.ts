import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { type Amount, formatPrice, MoneyError, parsePrice, type Price, times } from '@specie/protocol/money.ts'
import type { Env } from '../base/env.ts'
import { unavailable } from '../base/http/errors.ts'
import type { Job } from '../base/jobs.ts'
import { exchangeRates, openExchange, type RateSource } from './exchange-rates.ts'

/** Keeps the reference rates fresh. It never counts a step: there is always a newer price. */
export const refreshRates: Job = {
  name: 'markets.rates',
  everyMs: 5_000,
  run: async (env) => {
    const source = await sourceOf(env)
    if (source !== null) await refresh(env, source)
    return 0
  },
}

const exchanges = new WeakMap<Env, RateSource>()

/** The exchange that is set to be the reference; else the conversion provider. */
async function sourceOf(env: Env): Promise<RateSource | null> {
  const name = env.config.referenceExchange
  if (name === null) return env.provider
  const opened = exchanges.get(env) ?? exchangeRates(await openExchange(name), env.clock)
  exchanges.set(env, opened)
  return opened
}

const priceDecimals = 18

async function refresh(env: Env, { name, rates }: RateSource): Promise<void> {
  const told = await rates()
  const known = told.flatMap(({ symbol, price, at }) => {
    const units = unitsOf(env, symbol, price)
    return units === null ? [] : [{ symbol, units, at }]
  })
  await env.db.query(
    `insert into markets.rate (symbol, units, decimals, source, at, received_at)
     select symbol, units, $4, $5, at, $6 from unnest($1::text[], $2::numeric[], $3::timestamptz[]) told (symbol, units, at)
     on conflict (symbol) do update set units = excluded.units, decimals = excluded.decimals,
       source = excluded.source, at = excluded.at, received_at = excluded.received_at
     where excluded.at >= rate.at or excluded.source <> rate.source`,
    [
      known.map((rate) => rate.symbol),
      known.map((rate) => rate.units),
      known.map((rate) => rate.at),
      priceDecimals,
      name,
      env.clock.now(),
    ],
  )
}

/** One price that cannot be read does not cost us the others: it grows stale, and is not used. */
function unitsOf(env: Env, symbol: string, price: string): bigint | null {
  const [base = '', quote = ''] = symbol.split('/')
  if (!isAsset(base) || !isAsset(quote)) return null
  try {
    const { units } = parsePrice(price, base, quote, priceDecimals)
    if (units > 0n) return units
    throw new MoneyError('format', 'A price is above zero.')
  } catch (error) {
    env.log.warn({ err: error, symbol, price }, 'a reference rate cannot be read')
    return null
  }
}

const isAsset = (code: string): code is AssetCode => Object.hasOwn(assets, code)

/** In wall time. An older rate may be far from the market: nothing is decided by it. */
const freshMs = 5 * 60_000

/** True when a price of that time may still be used. */
export const isFresh = ({ clock }: Pick<Env, 'clock'>, at: Date): boolean =>
  clock.now().getTime() - at.getTime() <= freshMs

type Rate = { symbol: string; price: Price }
type Row = { symbol: string; units: bigint; decimals: number; at: Date }

async function freshRate(env: Pick<Env, 'db' | 'clock'>, base: AssetCode, quote: AssetCode): Promise<Rate> {
  const [row] = await env.db.query<Row>(
    `select symbol, units, decimals, least(at, received_at) as at from markets.rate
     where symbol in ($1, $2) order by at desc limit 1`,
    [`${base}/${quote}`, `${quote}/${base}`],
  )
  if (!row) throw unavailable(`There is no reference rate for ${base}/${quote} yet.`)
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

export type Equivalent = { readonly minor: bigint; readonly rate: string }

/** What an amount is worth in pounds, rounded down, and by which rate: `GBP/CHF 1.125`. A coin counts as its fiat. */
export async function gbpEquivalent(env: Pick<Env, 'db' | 'clock'>, { asset, minor }: Amount): Promise<Equivalent> {
  const valued = assets[asset].fiat ?? asset
  if (valued === 'GBP') {
    const par = { base: asset, quote: 'GBP', units: 1n, decimals: 0 } as const
    return { minor: times({ asset, minor }, par, 'down').minor, rate: '1' }
  }
  const { symbol, price } = await freshRate(env, valued, 'GBP')
  const inGbp = price.base === valued ? price : inverse(price)
  const worth = times({ asset, minor }, { ...inGbp, base: asset }, 'down')
  return { minor: worth.minor, rate: `${symbol} ${formatPrice(price)}` }
}

/** The reference rates as a process knows them: asked without waiting, read from the database every second. */
export type ReferenceRates = {
  /** Settled when they have been read for the first time, or that has failed. */
  readonly ready: Promise<void>
  /** Null when there is none that is at most so old. A coin counts as its fiat, and against that its price is exactly 1. */
  price(base: AssetCode, quote: AssetCode, maxAgeMs: number): Price | null
  stop(): void
}

const rereadMs = 1_000

export function openReferenceRates({ db, clock, log }: Pick<Env, 'db' | 'clock' | 'log'>): ReferenceRates {
  let known = tableOf([])
  let reading: Promise<void> | null = null
  async function read(): Promise<void> {
    try {
      known = tableOf(
        await db.query<Row>(`select symbol, units, decimals, least(at, received_at) as at from markets.rate`),
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
      return rate !== null && clock.wall() - rate.at <= maxAgeMs ? rate.price : null
    },
    stop: () => clearInterval(timer),
  }
}

type Dated = { readonly price: Price; readonly at: number }
type Table = { readonly [Base in AssetCode]: { readonly [Quote in AssetCode]: Dated | null } }

const codes = Object.keys(assets) as AssetCode[]

/** Every asset against every other, worked out ahead: an order only looks it up. */
function tableOf(rows: readonly Row[]): Table {
  const told = new Map(rows.map((row) => [row.symbol, row]))
  const line = (base: AssetCode) => Object.fromEntries(codes.map((quote) => [quote, dated(told, base, quote)]))
  return Object.fromEntries(codes.map((base) => [base, line(base)])) as Table
}

function dated(told: ReadonlyMap<string, Row>, base: AssetCode, quote: AssetCode): Dated | null {
  const [from, to] = [assets[base].fiat ?? base, assets[quote].fiat ?? quote]
  if (from === to) return { price: { base, quote, units: 1n, decimals: 0 }, at: Infinity }
  const [direct, other] = [told.get(`${from}/${to}`), told.get(`${to}/${from}`)]
  const row = direct && !(other && other.at > direct.at) ? direct : other
  if (!row) return null
  const price = { base, quote, units: row.units, decimals: row.decimals }
  return { price: row === direct ? price : { ...inverse(price), base, quote }, at: row.at.getTime() }
}
