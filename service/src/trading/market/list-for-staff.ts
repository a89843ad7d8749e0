import { formatAmount } from '@specie/protocol/money.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { booksOf, type Market } from './books.ts'
import type { Flow } from './exposure.ts'
import { lastHour } from './last-hour.ts'
import { allPairs, type Pair } from './pair.ts'

/** Pairs for staff: which of them trade, why the others do not, and the fills of the last hour. */
export async function pairsForStaff(env: Env) {
  const books = await booksOf(env)
  await books.reload()
  const hour = await lastHour(env)
  return allPairs.map((pair) => {
    const { filled, desk } = hour.get(pair.symbol) ?? { filled: 0n, desk: null }
    return {
      symbol: pair.symbol,
      ...stateOf(books.of(pair)),
      filled: formatAmount({ asset: pair.base, minor: filled }),
      desk: desk && shownFlow(pair, desk),
    }
  })
}

function stateOf({ halted, doubt }: Market) {
  if (halted !== null) return { state: 'halted' as const, reason: halted }
  return { state: doubt === null ? ('online' as const) : ('offline' as const), reason: doubt }
}

const shownFlow = (pair: Pair, { base, quote }: Flow) => ({
  base: formatAmount({ asset: pair.base, minor: base }),
  quote: formatAmount({ asset: pair.quote, minor: quote }),
})

/** The pairs that are halted, by a person or by a limit of the desk. */
export const haltedPairs = (sql: Sql) =>
  sql.query<{ symbol: string; reason: string; since: Date }>(
    'select symbol, halted as reason, updated_at as since from trading.pair where halted is not null order by symbol',
  )
