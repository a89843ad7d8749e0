import { kindsReadBy } from '@specie/protocol/people/approvals/approvals.ts'
import type { Sql } from '../../base/database/db.ts'
import { type Listed, page, type Page, type PageRequest } from '../../base/http/pages.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import type { Session } from '../session/session.ts'
import type { Approval } from './row.ts'

/** An approval with the names of its people; a requesting key has its label. */
export type NamedApproval = Approval & { readonly maker_name: string; readonly checker_name: string | null }

/**
 * `$1`: the institution whose people decide; null: staff. `$2`: the kinds that the person `$3` may read; their own
 * requests always.
 */
const select = `
  select a.*, coalesce(m.name, 'API key ' || k.label) as maker_name, c.name as checker_name
  from people.approval a left join directory.person m on m.id = a.maker left join directory.person c on c.id = a.checker
    left join people.api_key k on k.id = a.maker_key
  where a.institution_id is not distinct from $1::uuid and (a.kind = any($2::text[]) or a.maker = $3::uuid)`

const seenBy = ({ person }: Session) => [person.institutionId, kindsReadBy(person.roles), person.id]

type ApprovalFilters = { readonly [field in 'state' | 'kind' | 'subject']?: string | undefined }

/** Requests of the person's own side that they may read, newest first. */
export const listApprovals = (
  sql: Sql,
  session: Session,
  { state, kind, subject, ...request }: PageRequest & ApprovalFilters,
): Promise<Page<Listed<NamedApproval>>> =>
  page<Listed<NamedApproval>>(sql, request, { select, values: seenBy(session), filters: { state, kind, subject } })

/** One request; 404 for requests of others. */
export async function findApproval(sql: Sql, session: Session, id: string): Promise<Listed<NamedApproval>> {
  const filters = { 'id = $?::uuid': id }
  const { rows } = isUuid(id)
    ? await page<Listed<NamedApproval>>(sql, { limit: 1 }, { select, values: seenBy(session), filters })
    : { rows: [] }
  if (!rows[0]) throw new ApiError('not_found', {}, 'There is no such request.')
  return rows[0]
}

/** How many requests this person may decide on now. */
export async function countDecidable(env: Env, { person }: Session): Promise<number> {
  const [row] = await env.db.query<{ count: bigint }>(
    `select count(*) from people.approval a join people.approval_kind k on k.name = a.kind
     where a.institution_id is not distinct from $1::uuid and a.state = 'waiting' and a.expires_at > $2
       and a.maker is distinct from $3::uuid and k.checkers && $4::text[]`,
    [person.institutionId, env.clock.now(), person.id, person.roles],
  )
  return Number(row!.count)
}
