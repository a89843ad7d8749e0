import { rowLiteral } from '../../ledger/posting/post-batch.ts'
import { assets } from '@specie/protocol/assets.ts'
import { formatMinor, type Price } from '@specie/protocol/money.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import type { PairLimits } from '../../markets/limits.ts'
import type { Side } from '../../base/ports/venue.ts'
import type { Range } from '../../markets/rate/rates.ts'
import { deskName } from './desk.ts'
import type { Leg } from './fill-or-kill.ts'
import type { Order, Pair } from './pair.ts'
import { haltPair } from './switch-pair.ts'
import { dayMs } from '../../base/clock.ts'

// Limits on the desk's trades and losses in an hour, per pair. Fills are counted in the database (trading.count_desk), in
// the transaction that stores them. The limits hold across all processes.

/**
 * A pair's limits, and the recent range of the reference price: minor units of the quote per minor unit of the base, as
 * SQL reads it.
 */
export type Bounds = {
  readonly exposure: bigint
  readonly exposureQuote: bigint
  readonly loss: bigint
  readonly low: string
  readonly high: string
}

export function boundsOf(pair: Pair, limits: PairLimits, { low, high }: Range): Bounds {
  return {
    exposure: limits.exposure,
    exposureQuote: limits.exposure_quote,
    loss: limits.loss,
    low: perMinor(pair, low),
    high: perMinor(pair, high),
  }
}

/** The price of one minor unit of the base in minor units of the quote. */
function perMinor({ base, quote }: Pair, { units, decimals }: Price): string {
  const shift = assets[quote].decimals - assets[base].decimals
  return shift >= decimals ? String(units * 10n ** BigInt(shift - decimals)) : formatMinor(units, decimals - shift)
}

/** The change of the desk's inventory by fills; negative: the desk delivers. */
export type Flow = { readonly base: bigint; readonly quote: bigint }

/** `side` is the client's side. */
export const flowOf = (side: Side, qty: bigint, amount: bigint): Flow =>
  side === 'Buy' ? { base: -qty, quote: amount } : { base: qty, quote: -amount }

/** The part of a decided order that the desk fills; the legs of venues do not count. */
export function deskFlow({ order, legs }: { readonly order: Order; readonly legs: readonly Leg[] }): Flow {
  const deskLegs = legs.filter(({ quote }) => quote.provider === deskName)
  const sum = (of: 'qty' | 'amount') => deskLegs.reduce((total, leg) => total + leg[of], 0n)
  return flowOf(order.side, sum('qty'), sum('amount'))
}

export const reversed = ({ base, quote }: Flow): Flow => ({ base: -base, quote: -quote })

export const isZeroFlow = ({ base, quote }: Flow): boolean => base === 0n && quote === 0n

export type Counted = { readonly symbol: string; readonly flow: Flow; readonly bounds: Bounds }

/** A row of trading.desk_count, for `place`. */
export const limitRow = ({ symbol, flow, bounds }: Counted): string =>
  rowLiteral([
    symbol,
    flow.base,
    flow.quote,
    bounds.exposure,
    bounds.exposureQuote,
    bounds.loss,
    bounds.low,
    bounds.high,
  ])

/** The columns that `count_desk` takes as arguments. */
function boundColumns(counted: readonly Counted[]): unknown[] {
  return [
    counted.map(({ symbol }) => symbol),
    counted.map(({ flow }) => flow.base),
    counted.map(({ flow }) => flow.quote),
    counted.map(({ bounds }) => bounds.exposure),
    counted.map(({ bounds }) => bounds.exposureQuote),
    counted.map(({ bounds }) => bounds.loss),
    counted.map(({ bounds }) => bounds.low),
    counted.map(({ bounds }) => bounds.high),
  ]
}

/** Counts a fill that the desk has just posted. False when it exceeds a limit. The caller must roll back. */
export async function countFill(sql: Sql, counted: Counted, at: Date): Promise<boolean> {
  return (await count(sql, counted, at, false)) === null
}

/** Counts a fill that has already happened. False when the desk now exceeds a limit; without bounds there is no check. */
export async function countUnconditionally(
  env: Pick<Env, 'runtime' | 'clock'>,
  sql: Sql,
  symbol: string,
  flow: Flow,
  bounds: Bounds | null,
): Promise<boolean> {
  if (isZeroFlow(flow) || !env.runtime.limits.pairs.has(symbol)) return true
  const beyond = await count(sql, { symbol, flow, bounds: bounds ?? noBounds }, env.clock.now(), true)
  return beyond === null || bounds === null
}

const noBounds: Bounds = { exposure: 0n, exposureQuote: 0n, loss: 0n, low: '0', high: '0' }

async function count(sql: Sql, counted: Counted, at: Date, forced: boolean): Promise<string[] | null> {
  const [row] = await sql.query<{ beyond: string[] | null }>({
    name: 'trading.count_desk',
    text: 'select trading.count_desk($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as beyond',
    values: [...boundColumns([counted]), at, forced],
  })
  return row!.beyond
}

const retentionMs = 7 * dayMs

/**
 * Seals complete flows with a row version, so that lowering one is detected. Old flows are not needed: orders and
 * conversions have the same data.
 */
export const closeFlows: Job = {
  name: 'trading.flows',
  everyMs: 300_000,
  run: async ({ db, clock }) => {
    await db.query('select trading.close_flows($1, $2)', [clock.now(), new Date(clock.wall() - retentionMs)])
    return 0
  },
}

/** The desk has reached a limit. The pair is offline until staff resume it. */
export async function haltExposed(env: Pick<Env, 'db' | 'clock' | 'log'>, symbol: string): Promise<void> {
  if (await haltPair(env, symbol, { actor: 'service', why: exposedReason, at: env.clock.now() }))
    env.log.error({ symbol }, 'the desk has reached its limit for an hour; the pair is offline until it is resumed')
}

export const exposedReason = 'the desk has reached its limit of exposure or loss for an hour'
