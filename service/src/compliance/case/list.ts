import { caseColumns, type Case, type CaseState } from './row.ts'
import type { Sql } from '../../base/database/db.ts'
import { idFilter, type Listed, page, type PageRequest } from '../../base/http/pages.ts'
import { institutionNames } from '../../directory/institutions.ts'
import { personNames } from '../../directory/person-names.ts'

export type CaseFilters = {
  readonly state?: CaseState | undefined
  readonly institutionid?: string | undefined
  readonly assigned?: 'me' | 'nobody' | undefined
  readonly overdue?: 'true' | undefined
}

type Row = Listed<Case> & { alerts: number; undecided: number }

const select = `
  select ${caseColumns}, (select count(*)::integer from compliance.case_alert a where a.case_id = c.id) as alerts,
    case when state in ('open', 'in_review')
      then (select count(*)::integer from compliance.undecided_of_case(c.id)) else 0 end as undecided
  from compliance.case_file c`

const isOpen = `state in ('open', 'in_review')`

/** Cases for staff, newest first. `reader`: who «me» is; `now`: what is overdue. */
export async function listCases(
  sql: Sql,
  { state, institutionid, assigned, overdue, ...request }: PageRequest & CaseFilters,
  { reader, now }: { readonly reader: string; readonly now: Date },
) {
  const { rows, next_cursor } = await page<Row>(sql, request, {
    select,
    values: [],
    filters: {
      state,
      ...(institutionid !== undefined && idFilter('about', institutionid)),
      ...(assigned === 'me' && { [`${isOpen} and assignee = $?::uuid`]: reader }),
      ...(assigned === 'nobody' && { [`${isOpen} and (assignee is null) = $?::boolean`]: true }),
      ...(overdue === 'true' && { [`${isOpen} and due_at < $?::timestamptz`]: now }),
    },
  })
  return { items: await caseRows(sql, rows, now), next_cursor, counts: await countCases(sql, now) }
}

export async function caseRow(sql: Sql, id: string, now: Date) {
  const { rows } = await page<Row>(sql, { limit: 1 }, { select, values: [], filters: idFilter('id', id) })
  return (await caseRows(sql, rows, now))[0]
}

async function caseRows(sql: Sql, rows: readonly Row[], now: Date) {
  const [institutions, people] = await Promise.all([
    institutionNames(
      sql,
      rows.flatMap(({ about }) => about ?? []),
    ),
    personNames(
      sql,
      rows.flatMap(({ assignee }) => assignee ?? []),
    ),
  ])
  const named = (names: Map<string, string>, id: string | null) => id && { id, name: names.get(id) ?? '' }
  return rows.map((row) => ({
    caseid: row.id,
    state: row.state,
    institution: named(institutions, row.about) || null,
    party: row.party,
    risk: row.risk_class,
    assignee: named(people, row.assignee) || null,
    alerts: row.alerts,
    undecided: row.undecided,
    due_at: row.due_at,
    is_overdue: (row.state === 'open' || row.state === 'in_review') && new Date(row.due_at) < now,
    outcome: row.outcome,
    decided_at: row.decided_at,
    created_at: row.created_at,
  }))
}

async function countCases(sql: Sql, now: Date) {
  const byState = await sql.query<{ state: CaseState; count: number }>(
    'select state, count(*)::integer as count from compliance.case_file group by state order by state',
  )
  const [open] = await sql.query<{ overdue: number; unassigned: number; oldest: Date | null }>(
    `select (count(*) filter (where due_at < $1))::integer as overdue,
       (count(*) filter (where assignee is null))::integer as unassigned, min(created_at) as oldest
     from compliance.case_file where ${isOpen}`,
    [now],
  )
  return { by_state: byState, ...open!, oldest: open!.oldest?.toISOString() ?? null }
}
