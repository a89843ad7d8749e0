import { formatAmount } from '@specie/protocol/money.ts'
import type { Sql } from '../../base/database/db.ts'
import { idFilter, type Listed, page, type PageRequest } from '../../base/http/pages.ts'
import type { Wire } from './row.ts'

export type WireFilters = {
  state?: string | undefined
  institutionid?: string | undefined
  wireid?: string | undefined
}

const select = `
  select id, state, currency, amount, sender_name, sender_account, reference, bankref, value_date, institution_id, reason,
    on_hold, created_at, updated_at,
    case when state = 'unidentified' then (
      select case when count(distinct before.institution_id) = 1 then min(before.institution_id::text) end
      from banking.wire before
      where before.sender_account = wire.sender_account and before.sender_name = wire.sender_name
        and before.state = 'credited') end as suggested
  from banking.wire`

/** `suggested`: the one institution for which the same sender has paid before. It decides nothing. */
type Row = Listed<Wire> & { suggested: string | null }

/** Wires of every institution and unidentified ones, newest first. */
export async function wiresForStaff(sql: Sql, { state, institutionid, wireid, ...request }: PageRequest & WireFilters) {
  const filters = { state, ...idFilter('institution_id', institutionid), ...idFilter('id', wireid) }
  const { rows, next_cursor } = await page<Row>(sql, request, { select, values: [], filters })
  return { items: rows.map(shown), next_cursor }
}

const shown = ({ id, institution_id, currency, amount, ...row }: Row) => ({
  ...row,
  wireid: id,
  institutionid: institution_id,
  currency,
  amount: formatAmount({ asset: currency, minor: amount }),
})
