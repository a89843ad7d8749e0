import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Sql } from '../../base/database/db.ts'
import { type AccountRow, listAccounts } from './accounts.ts'
import { lastLineAt } from './lines.ts'
import { dayMs } from '../../base/clock.ts'

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** The last `count` days up to today, in UTC. */
export const lastDays = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, n) => dayOf(new Date(now.getTime() - (count - 1 - n) * dayMs)))

/** The balances at the end of each day of all accounts of these kinds in one asset, by `name` or `name:owner`. */
export async function dailyBalances(
  sql: Sql,
  kinds: readonly string[],
  asset: AssetCode,
  days: readonly string[],
): Promise<Map<string, bigint[]>> {
  const found = new Map<string, bigint[]>()
  for (const kind of kinds) {
    for (const row of (await listAccounts(sql, { kind, asset, limit: 500 })).rows) {
      found.set(row.owner === '' ? row.name : `${row.name}:${row.owner}`, await endsOfDays(sql, row, days))
    }
  }
  return found
}

async function endsOfDays(sql: Sql, account: AccountRow, days: readonly string[]): Promise<bigint[]> {
  const opening = await lastLineAt(sql, account, new Date(Date.parse(days[0]!) - 1))
  const rows = await sql.query<{ day: string; balance: bigint }>(
    `select distinct on (day) to_char(j.at at time zone 'UTC', 'YYYY-MM-DD') as day, e.balance
     from ledger.entry e join ledger.journal j on j.id = e.journal_id
     where e.account_id = $1 and e.version > $2 order by day, e.version desc`,
    [account.id, opening?.version ?? 0n],
  )
  const ends = new Map(rows.map(({ day, balance }) => [day, balance]))
  let balance = opening?.balance ?? 0n
  return days.map((day) => (balance = ends.get(day) ?? balance))
}
