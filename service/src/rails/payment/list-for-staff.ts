import { formatAmount } from '@specie/protocol/money.ts'
import type { Sql } from '../../base/database/db.ts'
import { idFilter, type Listed, page, type PageRequest } from '../../base/http/pages.ts'
import type { Payment } from './row.ts'

export type PaymentFilters = {
  state?: string | undefined
  /** Escalated payments only, or the others only. */
  stuck?: 'true' | 'false' | undefined
  paymentid?: string | undefined
  railid?: string | undefined
  institutionid?: string | undefined
}

const select = `
  select id, institution_id, rail_id, state, stuck, reason, on_hold, received, received_currency, sent, sent_currency,
    created_at, updated_at
  from rails.payment`

/** Payments of every institution, newest first. */
export async function paymentsForStaff(
  sql: Sql,
  { state, stuck, paymentid, railid, institutionid, ...request }: PageRequest & PaymentFilters,
) {
  const filters = {
    state,
    '(stuck is not null) = $?::boolean': stuck,
    ...idFilter('id', paymentid),
    ...idFilter('rail_id', railid),
    ...idFilter('institution_id', institutionid),
  }
  const { rows, next_cursor } = await page<Listed<Payment>>(sql, request, { select, values: [], filters })
  return { items: rows.map(shown), next_cursor }
}

const shown = ({ id, rail_id, institution_id, received, sent, ...row }: Listed<Payment>) => ({
  ...row,
  paymentid: id,
  railid: rail_id,
  institutionid: institution_id,
  received: formatAmount({ asset: row.received_currency, minor: received }),
  sent: sent === null ? null : formatAmount({ asset: row.sent_currency, minor: sent }),
})
