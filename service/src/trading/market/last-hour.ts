import type { Env } from '../../base/env.ts'
import { deskName } from './desk.ts'
import type { Flow } from './exposure.ts'

/** What was filled in a pair in the last hour, in minor units; the desk's part of it, or null if it filled nothing. */
export type LastHour = { readonly filled: bigint; readonly desk: Flow | null }

const stepMs = 5 * 60_000
/** Counts of the desk are kept in steps of five minutes: the oldest one that counts may have begun before the hour. */
const windowMs = 65 * 60_000

type Counted = Flow & { readonly symbol: string }
type Filled = Counted & { readonly filled: bigint; readonly by_desk: boolean }

/**
 * The fills of the last hour by pair, at the desk and at venues. For a pair with limits the desk's part is as counted for
 * them (trading.count_desk). A coin against its own fiat has no limits, so there it is the sum of the fills.
 */
export async function lastHour({
  db,
  clock,
  runtime: { limits },
}: Pick<Env, 'db' | 'clock' | 'runtime'>): Promise<Map<string, LastHour>> {
  const since = new Date(Math.floor((clock.now().getTime() - windowMs) / stepMs + 1) * stepMs)
  const [filled, counted] = await Promise.all([
    db.query<Filled>(fills, [since, deskName]),
    db.query<Counted>(
      'select symbol, sum(base) as base, sum(quote) as quote from trading.desk_flow where began >= $1 group by symbol',
      [since],
    ),
  ])
  const flows = new Map(counted.map(({ symbol, base, quote }) => [symbol, { base, quote }]))
  const fillsOf = new Map(filled.map((one) => [one.symbol, one]))
  return new Map(
    [...new Set([...fillsOf.keys(), ...flows.keys()])].toSorted().map((symbol) => {
      const own = fillsOf.get(symbol)
      const sum = own?.by_desk ? { base: own.base, quote: own.quote } : null
      const desk = limits.pairs.has(symbol) ? (flows.get(symbol) ?? null) : sum
      return [symbol, { filled: own?.filled ?? 0n, desk }]
    }),
  )
}

/** Ids begin with their time, so these are the ends of both tables. */
const fills = `
  select symbol, sum(qty) as filled, bool_or(desk_qty > 0) as by_desk,
    sum(case side when 'Buy' then -desk_qty else desk_qty end) as base,
    sum(case side when 'Buy' then desk_amount else -desk_amount end) as quote
  from (
    select symbol, side, o.qty, coalesce(desk.qty, 0) as desk_qty, coalesce(desk.amount, 0) as desk_amount
    from trading.client_order o cross join lateral (
      select sum((leg ->> 2)::numeric) as qty, sum((leg ->> 4)::numeric) as amount
      from jsonb_array_elements(o.fills) leg where leg ->> 0 = $2
    ) desk
    where id >= work.first_id($1) and state = 'Filled'
    union all
    select symbol, side, qty, qty, amount from trading.conversion where id >= work.first_id($1) and status = 'completed'
  ) fill group by symbol`
