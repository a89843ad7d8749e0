import { formatAmount } from '@specie/protocol/money.ts'
import type { Sql } from '../../base/database/db.ts'
import { idFilter, type Listed, page, type PageRequest } from '../../base/database/pages.ts'
import type { Wire } from './row.ts'

export type WireFilters = {
  state?: string | undefined
  institutionid?: string | undefined
  wireid?: string | undefined
}

const select = `
  select id, state, currency, amount, sender_name, sender_account, reference, bankref, value_date, institution_id, reason,
    on_hold, created_at, updated_at
  from banking.wire`

/** Wires of every institution and of nobody, the newest first. */
export async function wiresForStaff(sql: Sql, { state, institutionid, wireid, ...request }: PageRequest & WireFilters) {
  const filters = { state, ...idFilter('institution_id', institutionid), ...idFilter('id', wireid) }
  const { rows, next_cursor } = await page<Listed<Wire>>(sql, request, { select, values: [], filters })
  return { items: rows.map(shown), next_cursor }
}

const shown = ({ id, institution_id, currency, amount, ...row }: Listed<Wire>) => ({
  ...row,
  wireid: id,
  institutionid: institution_id,
  currency,
  amount: formatAmount({ asset: currency, minor: amount }),
})
