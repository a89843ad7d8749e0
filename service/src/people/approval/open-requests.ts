import type { ApprovalKind, approvalStates } from '@specie/protocol/people/approvals/approvals.ts'
import type { Sql } from '../../base/database/db.ts'

/** An undecided request of the staff about a subject. */
export type OpenRequest = {
  readonly id: string
  readonly kind: ApprovalKind
  readonly subject: string
  readonly payload: string
  readonly reason: string
  readonly maker: string
  readonly maker_name: string
  readonly created_at: Date
  readonly expires_at: Date
}

/** The oldest open request about each of these subjects, by subject id. */
export async function openRequestsAbout(sql: Sql, subjects: readonly string[]): Promise<Map<string, OpenRequest>> {
  const rows = await sql.query<OpenRequest>(
    `select a.id, a.kind, a.subject, a.payload, a.reason, a.maker, p.name as maker_name, a.created_at, a.expires_at
     from people.approval a join directory.person p on p.id = a.maker
     where a.subject = any($1::text[]) and a.state = 'waiting' and a.institution_id is null order by a.created_at desc`,
    [subjects],
  )
  return new Map(rows.map((row) => [row.subject, row]))
}

/** A request of the staff, decided or not. */
export type PastRequest = Omit<OpenRequest, 'kind' | 'subject'> & {
  readonly state: (typeof approvalStates)[number]
  readonly checker: string | null
  readonly checker_name: string | null
  readonly decision_reason: string | null
  /** When it was decided, withdrawn or expired; for an open one, when it was requested. */
  readonly ended_at: Date
}

/** All requests of the staff about a subject, oldest first. */
export const requestsAbout = (sql: Sql, subject: string): Promise<PastRequest[]> =>
  sql.query<PastRequest>(
    `select a.id, a.payload, a.reason, a.maker, m.name as maker_name, a.created_at, a.expires_at, a.state, a.checker,
       c.name as checker_name, a.decision_reason, coalesce(a.decided_at, a.updated_at) as ended_at
     from people.approval a join directory.person m on m.id = a.maker left join directory.person c on c.id = a.checker
     where a.subject = $1 and a.institution_id is null order by a.created_at, a.id`,
    [subject],
  )

/** The maker of each of these requests, by request id. */
export async function makersOf(sql: Sql, ids: readonly string[]): Promise<Map<string, { id: string; name: string }>> {
  const rows = await sql.query<{ request: string; id: string; name: string }>(
    `select a.id as request, p.id, p.name from people.approval a join directory.person p on p.id = a.maker
     where a.id = any($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map(({ request, ...maker }) => [request, maker]))
}

/** The evidence of the decided requests of the staff about a subject: texts as they were hashed and signed. */
export const decisionsAbout = (
  sql: Sql,
  subject: string,
): Promise<
  {
    id: string
    payload: string
    payload_hash: string
    maker: string
    checker: string
    state: string
    evidence: string
  }[]
> =>
  sql.query(
    `select id, payload, encode(payload_hash, 'hex') as payload_hash, maker, checker, state, evidence from people.approval
     where subject = $1 and institution_id is null and evidence is not null and checker is not null order by created_at, id`,
    [subject],
  )
