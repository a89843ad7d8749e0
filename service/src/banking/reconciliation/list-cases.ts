import type { Sql } from '../../base/database/db.ts'
import { typesWithIsoTimes } from '../../base/database/types.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { CaseKind } from './cases.ts'

type Row = {
  id: bigint
  kind: CaseKind
  entry_id: bigint | null
  detail: Record<string, string>
  opened_at: string
  closed_at: string | null
  closed_by: string | null
}

export type CaseSearch = {
  state: 'open' | 'closed'
  kind?: string | undefined
  caseid?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Cases for staff, newest first. A cursor is the number of the last case on the page. */
export async function listCases(sql: Sql, { state, kind, caseid, limit = 100, cursor }: CaseSearch) {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw new ApiError('invalid_cursor', { cursor })
  const given = [
    { condition: 'kind =', value: kind },
    { condition: 'id =', value: caseid },
    { condition: 'id <', value: cursor },
  ].filter(({ value }) => value !== undefined)
  const conditions = [
    ...(caseid === undefined ? [`closed_at is ${state === 'open' ? 'null' : 'not null'}`] : []),
    ...given.map(({ condition }, n) => `${condition} $${n + 2}`),
  ]
  const rows = await sql.query<Row>({
    text: `select id, kind, entry_id, detail, opened_at, closed_at, closed_by from banking.bank_case
           where ${conditions.join(' and ')} order by id desc limit $1`,
    values: [limit + 1, ...given.map(({ value }) => value)],
    types: typesWithIsoTimes,
  })
  const visible = rows.slice(0, limit)
  return { items: visible.map(shown), next_cursor: rows.length > limit ? String(visible.at(-1)!.id) : null }
}

const shown = ({ id, entry_id, detail, closed_at, ...row }: Row) => ({
  ...row,
  caseid: String(id),
  state: closed_at === null ? ('open' as const) : ('closed' as const),
  entry: entry_id === null ? null : String(entry_id),
  // jsonb does not keep the order of keys: `missing_from` must come before `missing_to`.
  detail: Object.keys(detail)
    .toSorted()
    .map((name) => ({ name, value: detail[name]! })),
  closed_at,
})
