import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Sql } from '../../base/database/db.ts'
import { returnedPayouts } from '../../banking/payout/returned.ts'

/** The open or failed payment of a balance. */
export type Closing = { failed: boolean; reason: string }

type Row = { id: string; institution_id: string; asset: AssetCode; state: string; reason: string | null }
type ClosedBalance = { institution_id: string; asset: AssetCode; agreed_at: Date | null }

const failedStates: readonly string[] = ['failed', 'returned', 'rejected', 'canceled']

/**
 * For each balance: the state of its payments since the last agreement on a destination; null if all have arrived. A
 * payment returned by the bank has failed, even before its withdrawal has read that.
 */
export async function lastClosing(
  sql: Sql,
  balances: readonly ClosedBalance[],
): Promise<(one: ClosedBalance) => Closing | null> {
  const agreed = balances.filter((one) => one.agreed_at !== null)
  const rows = await sql.query<Row>(
    `select distinct on (w.id) w.id, w.institution_id, w.asset, w.state, w.reason
     from unnest($1::uuid[], $2::text[], $3::timestamptz[]) agreed (institution_id, asset, at)
     join transfers.withdrawal w on (w.institution_id, w.asset) = (agreed.institution_id, agreed.asset)
       and w.closing and w.created_at >= agreed.at`,
    [agreed.map((one) => one.institution_id), agreed.map((one) => one.asset), agreed.map((one) => one.agreed_at)],
  )
  const returned = await returnedPayouts(
    sql,
    'withdrawal',
    rows.map((one) => one.id),
  )
  const open = rows.filter(({ id, state }) => state !== 'completed' || returned.has(id))
  const isFailed = ({ id, state }: Row) => failedStates.includes(state) || returned.has(id)
  const reasonOf = ({ id, state, reason }: Row) => returned.get(id) ?? reason ?? `it was ${state}`
  return ({ institution_id, asset }) => {
    const own = open.filter((one) => one.institution_id === institution_id && one.asset === asset)
    if (own.length === 0) return null
    const failed = own.find(isFailed)
    return failed ? { failed: true, reason: reasonOf(failed) } : { failed: false, reason: '' }
  }
}
