import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Sql } from '../../base/database/db.ts'

/** The accounts that the balance of an institution consists of. */
export type Lot = 'available' | 'pending' | 'held'

/** Minor units by asset. */
export type Lots = ReadonlyMap<AssetCode, Readonly<Record<Lot, bigint>>>

export async function clientLots(sql: Sql, institutionId: string): Promise<Lots> {
  const rows = await sql.query<{ asset: AssetCode; name: Lot; balance: bigint }>(
    `select asset, name, balance from ledger.account
     where pool = 'client' and owner = $1 and name in ('available', 'pending', 'held') order by asset, name`,
    [institutionId],
  )
  const lots = new Map<AssetCode, Record<Lot, bigint>>()
  for (const { asset, name, balance } of rows) {
    lots.set(asset, { ...(lots.get(asset) ?? { available: 0n, pending: 0n, held: 0n }), [name]: balance })
  }
  return lots
}
