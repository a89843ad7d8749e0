import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Sql } from '../base/database/db.ts'

/** What somebody can use of one asset. */
export async function availableOf(sql: Sql, owner: string, asset: AssetCode): Promise<bigint> {
  const [row] = await sql.query<{ balance: bigint }>(
    `select balance from ledger.account where pool = 'client' and name = 'available' and owner = $1 and asset = $2`,
    [owner, asset],
  )
  return row?.balance ?? 0n
}
