import type { AssetCode } from '@specie/protocol/assets.ts'
import type { LimitLeft } from '@specie/protocol/fields.ts'
import type { LimitedProduct, LimitPeriod } from '@specie/protocol/limits.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Sql } from '../../base/database/db.ts'

// What is left of the limits of an institution now. Reading it uses nothing.

type Row = {
  product: LimitedProduct
  asset: AssetCode
  period: LimitPeriod
  amount: bigint
  used: bigint
  resets_at: Date
}

const select = 'select product, asset, period, amount, used, resets_at from compliance.limits_of($1)'

/** All limits of an institution. */
export async function limitsOf(sql: Sql, institutionId: string): Promise<LimitLeft[]> {
  const rows = await sql.query<Row>(`${select} order by product, asset, period`, [institutionId])
  return rows.map(toLimit)
}

/** The limits that apply to this use of a product. */
export async function limitsOn(
  sql: Sql,
  institutionId: string,
  product: LimitedProduct,
  assets: readonly AssetCode[],
): Promise<LimitLeft[]> {
  const rows = await sql.query<Row>(
    `${select} where product = $2 and asset = any($3) order by array_position($3, asset), period`,
    [institutionId, product, assets],
  )
  return rows.map(toLimit)
}

const toLimit = ({ product, asset, period, amount, used, resets_at }: Row): LimitLeft => ({
  limit: period,
  product,
  asset,
  amount: formatAmount({ asset, minor: amount }),
  left: formatAmount({ asset, minor: amount > used ? amount - used : 0n }),
  resets_at: resets_at.toISOString(),
})

/** Before the accounts of the ledger: exchanges of an institution with a limit are decided one after the other. */
export async function lockLimits(
  sql: Sql,
  institutionId: string,
  product: LimitedProduct,
  assets: readonly AssetCode[],
): Promise<void> {
  await sql.query('select compliance.lock_limits(array_fill($1::uuid, array[cardinality($3::text[])]), $2, $3)', [
    institutionId,
    product,
    assets,
  ])
}
