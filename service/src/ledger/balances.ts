import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Sql } from '../base/database/db.ts'
import type { Account } from './chart.ts'

/** The amount of one asset that an owner can use. */
export async function availableOf(sql: Sql, owner: string, asset: AssetCode): Promise<bigint> {
  const [row] = await sql.query<{ balance: bigint }>(
    `select balance from ledger.account where pool = 'client' and name = 'available' and owner = $1 and asset = $2`,
    [owner, asset],
  )
  return row?.balance ?? 0n
}

/** The balance of an account; 0 when there is none. */
export async function balanceOf(sql: Sql, { pool, name, owner, asset }: Account): Promise<bigint> {
  const [row] = await sql.query<{ balance: bigint }>(
    'select balance from ledger.account where (pool, name, owner, asset) = ($1, $2, $3, $4)',
    [pool, name, owner, asset],
  )
  return row?.balance ?? 0n
}

/** The assets that an institution has ever held. */
export async function usedAssets(sql: Sql, owner: string): Promise<AssetCode[]> {
  const rows = await sql.query<{ asset: AssetCode }>(
    `select distinct asset from ledger.account
     where pool = 'client' and owner = $1 and name in ('available', 'pending', 'held') and version > 0`,
    [owner],
  )
  return rows.map(({ asset }) => asset)
}

export type BalanceAt = { readonly asset: AssetCode; readonly instant: Date; readonly balance: bigint }

/** The balances of an institution at each of these ascending instants (see SQL: ledger.balances_at). */
export const balancesAt = (sql: Sql, institutionId: string, instants: readonly Date[]): Promise<BalanceAt[]> =>
  sql.query<BalanceAt>({
    name: 'ledger.balances_at',
    text: 'select asset, instant, sum(balance) as balance from ledger.balances_at($1, $2) group by asset, instant',
    values: [institutionId, instants],
  })
