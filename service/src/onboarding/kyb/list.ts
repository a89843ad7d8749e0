import type { InstitutionView, KybListRequest, KybListView } from '@specie/protocol/console/kyb.ts'
import type { Sql } from '../../base/database/db.ts'
import { type Filters, idFilter, page, type PageRequest } from '../../base/http/pages.ts'
import { ApiError } from '../../base/http/errors.ts'

type Row = Omit<InstitutionView, 'institutionid'> & { id: string }

const select = `
  select i.id, i.name, c.state, c.risk ->> 'class' as risk_class, c.review_due_at, c.review_deadline, i.created_at
  from directory.institution i join onboarding.kyb_case c on c.institution_id = i.id`

/** Institutions with the state of their case, newest first. The house's own desk has no case and is not listed. */
export const listInstitutions = (sql: Sql, { state, name, ...request }: KybListRequest): Promise<KybListView> =>
  found(sql, request, { state, 'name ilike $?': name && `%${name.replaceAll(/[\\%_]/g, '\\$&')}%` })

export async function findInstitution(sql: Sql, id: string): Promise<InstitutionView> {
  const { items } = await found(sql, { limit: 1 }, idFilter('id', id))
  if (!items[0]) throw new ApiError('not_found', { institutionid: id }, 'There is no such institution.')
  return items[0]
}

async function found(sql: Sql, request: PageRequest, filters: Filters): Promise<KybListView> {
  const { rows, next_cursor } = await page<Row>(sql, request, { select, values: [], filters })
  return { items: rows.map(({ id, ...row }) => ({ institutionid: id, ...row })), next_cursor }
}
