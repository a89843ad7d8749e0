import type { Sql } from '../../base/database/db.ts'
import { idFilter, type Listed, page, type PageRequest } from '../../base/http/pages.ts'
import type { Rail } from './row.ts'

export type RailFilters = {
  state?: string | undefined
  institutionid?: string | undefined
  railid?: string | undefined
}

type Row = Listed<Rail> & { under_way: number }

const select = `
  select id, institution_id, railtype, state, asset, currency, blockchain, destination, reason, on_hold, created_at,
    updated_at, (select count(*)::int from rails.payment p
      where p.rail_id = rail.id and state.is_open('payment', p.state)) as under_way
  from rails.rail`

/** Rails of every institution, newest first. */
export async function railsForStaff(sql: Sql, { state, institutionid, railid, ...request }: PageRequest & RailFilters) {
  const filters = { state, ...idFilter('institution_id', institutionid), ...idFilter('id', railid) }
  const { rows, next_cursor } = await page<Row>(sql, request, { select, values: [], filters })
  return {
    items: rows.map(({ id, institution_id, ...row }) => ({ ...row, railid: id, institutionid: institution_id })),
    next_cursor,
  }
}
