import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { type Amount, formatPrice, MoneyError, parsePrice, type Price, times } from '@specie/protocol/money.ts'
import type { Env } from '../base/env.ts'
import { unavailable } from '../base/http/errors.ts'
import type { Job } from '../base/jobs.ts'

/** Keeps the reference rates fresh. It never counts a step: there is always a newer price. */
export const refreshRates: Job = {
  name: 'markets.rates',
  everyMs: 5_000,
  run: async (env) => {
    if (env.provider !== null) await refresh(env, env.provider)
    return 0
  },
}

const priceDecimals = 18

async function refresh(env: Env, { name, rates }: NonNullable<Env['provider']>): Promise<void> {
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
