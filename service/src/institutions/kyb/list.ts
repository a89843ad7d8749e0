import type { KybListRequest, KybListView } from '@specie/protocol/people/kyb-calls.ts'
import { page } from '../../base/database/pages.ts'
import type { Env } from '../../base/env.ts'

type Row = {
  id: string
  name: string
  state: KybListView['items'][number]['state']
  risk_class: KybListView['items'][number]['risk_class']
  review_due_at: string | null
  review_deadline: string | null
  created_at: string
}

/** Institutions with the state of their case, the newest first. The house's own desk has no case and is not listed. */
export async function listInstitutions(env: Env, request: KybListRequest): Promise<KybListView> {
  const { rows, next_cursor } = await page<Row>(env.db, request, {
    select: `select i.id, i.name, c.state, c.risk ->> 'class' as risk_class, c.review_due_at, c.review_deadline, i.created_at
       from institutions.institution i join institutions.kyb_case c on c.institution_id = i.id`,
    values: [],
    filters: {
      state: request.state,
      'name ilike $?': request.name && `%${request.name.replaceAll(/[\\%_]/g, '\\$&')}%`,
    },
  })
  return { items: rows.map(({ id, ...row }) => ({ institutionid: id, ...row })), next_cursor }
}
