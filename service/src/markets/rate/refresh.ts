import { isAsset } from '@specie/protocol/assets.ts'
import { MoneyError, parsePrice } from '@specie/protocol/money.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { perProcess } from '../../base/per-process.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { exchangeRates, openExchange, type RateSource } from './exchange-rates.ts'
import { judge, type Known, type SourceRate, type Verdict } from './guard.ts'
import { dayMs, hourMs } from '../../base/clock.ts'

// Reads the sources and stores the accepted rates (guard.ts). A rate that is not accepted changes only the doubt.

/** Keeps the reference rates fresh. It counts no steps, because there is always a newer price. */
export const refreshRates: Job = {
  name: 'markets.rates',
  everyMs: 5_000,
  run: async (env) => {
    await refreshFrom(env, await rateSourcesOf(env)())
    return 0
  },
}

/** Opened at their first use; a failed opening is retried. */
const rateSourcesOf = perProcess((env) => {
  let opened: readonly RateSource[] | null = null
  return async () => (opened ??= await openSources(env))
})

/** The configured reference exchanges, and the conversion provider where it is named. */
async function openSources(env: Env): Promise<readonly RateSource[]> {
  const sources: RateSource[] = []
  for (const name of env.config.referenceSources) {
    if (name !== 'provider') sources.push(exchangeRates(await openExchange(name), env.clock))
    else if (env.provider !== null) sources.push(env.provider)
  }
  return sources
}

export const priceDecimals = 18

/** Asks all sources at once; a source that does not answer is left out. */
export async function refreshFrom(env: Env, sources: readonly RateSource[]): Promise<void> {
  if (sources.length === 0) return
  const answers = await Promise.all(sources.map((source) => publishedBy(env, source)))
  const told = new Map<string, SourceRate[]>()
  for (const { symbol, ...one } of answers.flat()) told.set(symbol, [...(told.get(symbol) ?? []), one])
  for (const [symbol, some] of told) told.set(symbol, newest(env, some))
  if (told.size > 0) await env.db.tx((tx) => keep(env, tx, told, sources.length))
}

/** One value per rate and source, and none from the future, because that would stay the newest forever. */
async function publishedBy(env: Env, { name, rates }: RateSource): Promise<(SourceRate & { symbol: string })[]> {
  try {
    const said = await rates()
    const now = env.clock.now()
    const told = said.flatMap(({ symbol, price, at }) => {
      const units = unitsOf(env, symbol, price)
      return units === null ? [] : [{ symbol, source: name, units, at: at > now ? now : at }]
    })
    return [...new Map(told.map((one) => [one.symbol, one])).values()]
  } catch (error) {
    env.log.warn({ err: error, source: name }, 'a source of reference rates does not answer')
    return []
  }
}

/** A rate too old for trading is ignored next to a fresh one. */
function newest({ clock, config }: Env, some: readonly SourceRate[]): SourceRate[] {
  const oldest = clock.now().getTime() - config.referenceSeconds * 1_000
  const fresh = some.filter(({ at }) => at.getTime() >= oldest)
  return fresh.length > 0 ? fresh : some.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, 1)
}

/** An unreadable price does not affect the others. Its rate becomes stale, and is not used. */
function unitsOf(env: Env, symbol: string, price: string): bigint | null {
  const [base = '', quote = ''] = symbol.split('/')
  if (!isAsset(base) || !isAsset(quote)) return null
  try {
    const { units } = parsePrice(price, base, quote, priceDecimals)
    if (units > 0n && units < beyond) return units
    throw new MoneyError('format', 'The price is not above zero, or too large to store.')
  } catch (error) {
    env.log.warn({ err: error, symbol, price }, 'a reference rate cannot be read')
    return null
  }
}

/** A price above a billion is implausible. */
const beyond = 10n ** BigInt(9 + priceDecimals)

async function keep(
  env: Env,
  tx: Tx,
  told: ReadonlyMap<string, readonly SourceRate[]>,
  sources: number,
): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('markets.rates', 0))`)
  const now = env.clock.now()
  const known = await knownRates(tx, now)
  const { config, runtime } = env
  const guard = { limits: runtime.limits.rates, calmMs: config.referenceCalmSeconds * 1_000, sources, now }
  const accepted: Accepted[] = []
  for (const [symbol, verdict] of judge(told, known, guard)) {
    const last = known.get(symbol)
    say(env, symbol, last, verdict)
    if ('doubt' in verdict) await doubt(tx, symbol, verdict, now)
    else if (!last || last.doubt !== null || last.source !== verdict.accepted.source || verdict.accepted.at >= last.at)
      accepted.push({ symbol, isNewLevel: verdict.isNewLevel, ...verdict.accepted })
  }
  if (accepted.length > 0) await accept(tx, accepted, now)
  await tx.query('delete from markets.rate_range where until < $1', [now])
}

type Row = Known & { symbol: string; source: string }

/** Values in units of 10^-18. */
async function knownRates(tx: Tx, now: Date): Promise<Map<string, Row>> {
  const rows = await tx.query<Row>(
    `select symbol, source, at, doubt, level, calm_since as "calmSince", rate.units as units,
       least(rate.units, range.low) as low, greatest(rate.units, range.high) as high
     from (select *, units * (10::numeric ^ (18 - decimals)) as scaled from markets.rate) r
     cross join lateral (select trunc(r.scaled) as units) rate
     left join lateral (select min(low) as low, max(high) as high from markets.rate_range
       where symbol = r.symbol and not pinned and until >= $1) range on true`,
    [now],
  )
  return new Map(rows.map((row) => [row.symbol, row]))
}

function say({ log, metrics }: Env, symbol: string, last: Known | undefined, verdict: Verdict): void {
  const why = 'doubt' in verdict ? verdict.doubt : null
  metrics.doubtedRates.set({ symbol }, why === null ? 0 : 1)
  const before = last?.doubt ?? null
  if (why !== null && before === null)
    log.error({ symbol, why }, 'a reference rate is not accepted; its pairs are offline')
  if (why === null && before !== null) log.warn({ symbol, was: before }, 'a reference rate is accepted again')
}

async function doubt(tx: Tx, symbol: string, verdict: Extract<Verdict, { doubt: string }>, now: Date): Promise<void> {
  await tx.query(
    `insert into markets.rate (symbol, units, decimals, source, at, received_at, doubt, doubt_since, level, calm_since)
     values ($1, $2, ${priceDecimals}, 'none', $4, $4, $3, $4, $2, $5)
     on conflict (symbol) do update set doubt = excluded.doubt, level = excluded.level, calm_since = excluded.calm_since,
       doubt_since = coalesce(rate.doubt_since, excluded.doubt_since)`,
    [symbol, verdict.level, verdict.doubt, now, verdict.calmSince],
  )
}

const stepMs = 5 * 60_000

type Accepted = SourceRate & { symbol: string; isNewLevel: boolean }

/** The range before a jump is kept for a day: the desk's fills are still valued by it (trading.count_desk). */
async function accept(tx: Tx, accepted: readonly Accepted[], now: Date): Promise<void> {
  const jumped = accepted.filter(({ isNewLevel }) => isNewLevel).map(({ symbol }) => symbol)
  if (jumped.length > 0) {
    await tx.query(`update markets.rate_range set pinned = true, until = $2 where symbol = any($1) and not pinned`, [
      jumped,
      new Date(now.getTime() + dayMs),
    ])
  }
  const symbols = accepted.map(({ symbol }) => symbol)
  const units = accepted.map((one) => String(one.units))
  await tx.query(
    `insert into markets.rate (symbol, units, decimals, source, at, received_at)
     select symbol, units, ${priceDecimals}, source, at, $5
     from unnest($1::text[], $2::numeric[], $3::text[], $4::timestamptz[]) told (symbol, units, source, at)
     on conflict (symbol) do update set units = excluded.units, decimals = excluded.decimals, source = excluded.source,
       at = excluded.at, received_at = excluded.received_at, doubt = null, doubt_since = null, level = null, calm_since = null`,
    [symbols, units, accepted.map(({ source }) => source), accepted.map(({ at }) => at), now],
  )
  await tx.query(
    `with told as (select * from unnest($1::text[], $2::numeric[]) told (symbol, units)),
       grown as (
         update markets.rate_range r set low = least(low, told.units), high = greatest(high, told.units), until = $3
         from told where r.symbol = told.symbol and not pinned and began > $4
         returning r.symbol)
     insert into markets.rate_range (symbol, began, low, high, until)
     select symbol, $5, units, units, $3 from told where symbol not in (select symbol from grown)`,
    [symbols, units, new Date(now.getTime() + hourMs + stepMs), new Date(now.getTime() - stepMs), now],
  )
}

/** Fills are no longer valued at the prices before a jump. A person has reviewed them. */
export async function forgetPinnedRanges(tx: Tx, symbols: readonly string[]): Promise<void> {
  await tx.query('delete from markets.rate_range where pinned and symbol = any($1)', [symbols])
}
