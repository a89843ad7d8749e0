import type { AssetCode } from '@specie/protocol/assets.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Sql } from '../base/database/db.ts'

type Debt = { readonly asset: AssetCode; readonly amount: string; readonly since: string }

/** The debts of an institution: money taken back after it had spent it. */
export async function debtsOf(sql: Sql, institutionId: string): Promise<Debt[]> {
  const rows = await sql.query<{ asset: AssetCode; amount: bigint; since: Date }>(
    'select asset, amount, since from ledger.debt where institution_id = $1 order by asset',
    [institutionId],
  )
  return rows.map(({ asset, amount, since }) => ({
    asset,
    amount: formatAmount({ asset, minor: amount }),
    since: since.toISOString(),
  }))
}
