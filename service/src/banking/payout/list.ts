import type { Sql } from '../../base/database/db.ts'
import { type Listed, idFilter, type Page, page, type PageRequest } from '../../base/http/pages.ts'
import type { Payout } from './row.ts'

export type ListedPayout = Listed<Payout & { created_at: Date; updated_at: Date }>

export type PayoutFilters = {
  state?: string | undefined
  kind?: string | undefined
  institutionid?: string | undefined
  payoutid?: string | undefined
}

const select = 'select * from banking.payout'

/** Payments through the bank, newest first. */
export const listPayouts = (
  sql: Sql,
  { state, kind, institutionid, payoutid, ...request }: PageRequest & PayoutFilters,
): Promise<Page<ListedPayout>> =>
  page<ListedPayout>(sql, request, {
    select,
    values: [],
    filters: { state, kind, ...idFilter('institution_id', institutionid), ...idFilter('id', payoutid) },
  })

/** Transfers between our own accounts that the bank has not booked yet: one of each kind and currency at most. */
export async function openSweeps(sql: Sql): Promise<ListedPayout[]> {
  const isOpen = `state in ('prepared', 'batched', 'sent', 'accepted')`
  // Each select uses its own index.
  const open = [`${select} where kind = 'sweep' and ${isOpen}`, `${select} where kind = 'fee_sweep' and ${isOpen}`]
  return (await page<ListedPayout>(sql, { sort: 'asc' }, { select: open, values: [] })).rows
}
