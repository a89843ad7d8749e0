import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Db, Sql, Tx } from '../../base/database/db.ts'
import { allPairs, pairOf } from './pair.ts'

// The net result of a venue's fills on its account. Old fills are summed up once, in trading.position.

/** An execution is stored within this time after it was created. */
const settledMs = 3_600_000

const symbols = allPairs.map(({ symbol }) => symbol)

/** The executions of a venue that are not summed up yet, by pair. */
const unsummed = `unnest($2::text[]) pair (symbol)
  left join trading.position p on p.venue = $1 and p.symbol = pair.symbol
  cross join lateral (
    select coalesce(bool_or(e.state = 'sent'), false) as open,
      coalesce(sum(case e.side when 'Buy' then -e.qty else e.qty end) filter (where e.state not in ('sent', 'killed')), 0)
        as base,
      coalesce(sum(case e.side when 'Buy' then e.amount else -e.amount end)
        filter (where e.state not in ('sent', 'killed')), 0) as quote
    from trading.execution e where e.venue = $1 and e.symbol = pair.symbol
      and e.created_at >= coalesce(p.until, '-infinity') and e.created_at < $3) since`

type Row = { symbol: string; base: bigint; quote: bigint; open: boolean }

/** By asset; null while an execution is in doubt. */
export async function positionsOf(sql: Sql, venue: string): Promise<Map<AssetCode, bigint> | null> {
  const rows = await sql.query<Row>(
    `select pair.symbol, since.open, coalesce(p.base, 0) + since.base as base, coalesce(p.quote, 0) + since.quote as quote
     from ${unsummed}`,
    [venue, symbols, 'infinity'],
  )
  if (rows.some(({ open }) => open)) return null
  const positions = new Map<AssetCode, bigint>()
  const add = (asset: AssetCode, amount: bigint) => positions.set(asset, (positions.get(asset) ?? 0n) + amount)
  for (const { symbol, base, quote } of rows) {
    const pair = pairOf(symbol)
    add(pair.base, base)
    add(pair.quote, quote)
  }
  return positions
}

/** Sums up final executions: old ones, without an earlier execution in doubt. */
export function summarizePositions(db: Db, venue: string, now: Date): Promise<void> {
  return db.tx(async (tx) => {
    // One process at a time: otherwise the same executions could be added twice.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('trading.position', 0))`)
    const until = await settledUntil(tx, venue, new Date(now.getTime() - settledMs))
    await tx.query(
      `insert into trading.position as sum (venue, symbol, base, quote, until)
       select $1, pair.symbol, since.base, since.quote, $3 from ${unsummed}
       where coalesce(p.until, '-infinity') < $3
       on conflict (venue, symbol) do update
       set base = sum.base + excluded.base, quote = sum.quote + excluded.quote, until = excluded.until`,
      [venue, symbols, until],
    )
  })
}

async function settledUntil(tx: Tx, venue: string, latest: Date): Promise<Date> {
  const [row] = await tx.query<{ until: Date }>(
    `select least($2, min(created_at)) as until from trading.execution where venue = $1 and state = 'sent'`,
    [venue, latest],
  )
  return row!.until
}
