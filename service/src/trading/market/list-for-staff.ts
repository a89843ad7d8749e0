import { formatAmount } from '@specie/protocol/money.ts'
import type { Env } from '../../base/env.ts'
import { booksOf, type Market } from './books.ts'
import { allPairs, type Pair } from './pair.ts'

/**
 * Pairs for staff: which of them trade, why the others do not, and the desk's trades of the last hour. A coin against its
 * own fiat has no limit, so those trades are not counted.
 */
export async function pairsForStaff(env: Env) {
  const books = await booksOf(env)
  await books.reload()
  const flows = await deskFlows(env)
  return allPairs.map((pair) => ({
    symbol: pair.symbol,
    ...stateOf(books.of(pair)),
    desk: env.runtime.limits.pairs.has(pair.symbol) ? (flows.get(pair.symbol) ?? flowOf(pair, nothing)) : null,
  }))
}

function stateOf({ halted, doubt }: Market) {
  if (halted !== null) return { state: 'halted' as const, reason: halted }
  return { state: doubt === null ? ('online' as const) : ('offline' as const), reason: doubt }
}

type Flow = { base: string; quote: string }

/** Flows are kept in steps of five minutes. The oldest may have begun before the hour. */
const flowMs = 65 * 60_000

async function deskFlows({ db, clock }: Pick<Env, 'db' | 'clock'>): Promise<Map<string, Flow>> {
  const flows = await db.query<{ symbol: string; base: bigint; quote: bigint }>(
    'select symbol, sum(base) as base, sum(quote) as quote from trading.desk_flow where began > $1 group by symbol',
    [new Date(clock.now().getTime() - flowMs)],
  )
  const pairs = new Map(allPairs.map((pair) => [pair.symbol, pair]))
  return new Map(flows.map(({ symbol, ...flow }) => [symbol, flowOf(pairs.get(symbol)!, flow)]))
}

const nothing = { base: 0n, quote: 0n }

const flowOf = (pair: Pair, { base, quote }: { base: bigint; quote: bigint }): Flow => ({
  base: formatAmount({ asset: pair.base, minor: base }),
  quote: formatAmount({ asset: pair.quote, minor: quote }),
})
