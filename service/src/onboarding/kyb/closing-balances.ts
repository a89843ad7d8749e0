import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Sql } from '../../base/database/db.ts'

// The balances and debts of an institution that is offboarded.

export type Balance = { readonly asset: AssetCode; readonly minor: bigint }

export const balancesOf = (sql: Sql, institutionId: string): Promise<Balance[]> =>
  sql.query<Balance>(
    `select asset, sum(balance) as minor from ledger.balance
     where pool = 'client' and owner = $1 and name in ('available', 'pending', 'held') and balance > 0
     group by asset order by asset`,
    [institutionId],
  )

export const debtsOf = (sql: Sql, institutionId: string): Promise<Balance[]> =>
  sql.query<Balance>('select asset, amount as minor from ledger.debt where institution_id = $1 order by asset', [
    institutionId,
  ])

/** Label and number or address of destinations, by id. */
export async function destinationNames(sql: Sql, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql.query<{ id: string; label: string; number: string }>(
    `select id, label, identifier as number from destinations.bank_account_label where id = any($1::uuid[])
     union all select id, label, address from destinations.address_label where id = any($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map(({ id, label, number }) => [id, `«${label}», ${number}`]))
}
