import type { Sql } from '../../base/database/db.ts'
import { type Described, described, type Named, named, ownAccounts } from './described.ts'

/** Lines to read of each account. Several may be of one movement, or of a movement that no statement shows. */
const depth = 50

const latest = `
  select own.asset, line.journal, -sum(line.amount) as amount
  from (
    select distinct line.journal from own join ledger.line on line.account = own.account
      and line.version > own.version - ${depth}
  ) latest join ledger.line using (journal) join own using (account)
  group by own.asset, line.journal having sum(line.amount) <> 0`

/** All movements of one booking have one place: both sides of a trade are shown, or neither. */
const placed = described(latest, { more: ', dense_rank() over (order by j.at desc, j.journal desc) as place' })

/**
 * The movements of the latest bookings of an institution, as in its statement, newest first. Reads only the ends of its
 * accounts.
 */
export async function latestMovements(sql: Sql, institutionId: string, count: number): Promise<Named<Described>[]> {
  const rows = await sql.query<Described>({
    name: 'transfers.latest_movements',
    text: `with own as (${ownAccounts}) select * from (${placed}) placed where place <= $2 order by place, amount`,
    values: [institutionId, count],
  })
  return rows.map(named)
}
