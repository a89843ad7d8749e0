import { approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import { printable } from '@specie/protocol/text.ts'
import type { Listed } from '../../base/http/pages.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { institutionNames } from '../../directory/institutions.ts'
import type { NamedApproval } from './list.ts'
import { approvableOf, payloadOf } from './row.ts'
import type { Description } from '../../base/approvable.ts'

type Row = Listed<NamedApproval>
type Described = Pick<Row, 'kind' | 'payload' | 'institution_id'>

/** Requests for people. The payload is the hashed text. */
export async function approvalViews(env: Env, rows: readonly Row[]) {
  const described: Description[] = []
  for (const row of rows) described.push(await describe(env, row))
  const ids = described.map(({ institutionId }) => institutionId).filter((id) => id !== null)
  const names = await institutionNames(env.db, ids)
  return rows.map((row, n) => {
    const { title, institutionId: id } = described[n]!
    const institution = id === null ? null : { id, name: names.get(id) ?? '' }
    return { ...viewOf(row), title: printable(title), institution }
  })
}

export const approvalView = async (env: Env, row: Row) => (await approvalViews(env, [row]))[0]!

/** A payload of an earlier version is described by its kind. */
export async function describe(env: Env, row: Described): Promise<Description> {
  const approvable = approvableOf(env, row.kind)
  const payload = payloadOf(approvable, row)
  if (payload === null) return { title: approvalKinds[row.kind].does, institutionId: row.institution_id }
  return approvable.describe(env, env.db, payload as never)
}

const viewOf = (row: Row) => ({
  id: row.id,
  kind: row.kind,
  does: approvalKinds[row.kind].does,
  subject: row.subject,
  payload: row.payload,
  payload_hash: row.payload_hash.toString('hex'),
  state: row.state,
  reason: row.reason,
  maker: { id: row.maker ?? row.maker_key!, name: row.maker_name },
  checker: row.checker === null ? null : { id: row.checker, name: row.checker_name! },
  decision_reason: row.decision_reason,
  created_at: row.created_at,
  expires_at: row.expires_at,
  decided_at: row.decided_at,
})

/**
 * The evidence with which an auditor verifies a decision without the service: texts as they were hashed and signed.
 */
export function evidenceView(row: Row) {
  if (row.evidence === null || row.checker === null)
    throw new ApiError('not_found', {}, 'This request is not decided yet.')
  return {
    id: row.id,
    payload: row.payload,
    payload_hash: row.payload_hash.toString('hex'),
    maker: row.maker ?? row.maker_key!,
    checker: row.checker,
    decision: row.state === 'approved' ? ('approve' as const) : ('refuse' as const),
    evidence: row.evidence,
  }
}
