import { approvalKinds } from '@specie/protocol/people/approvals.ts'
import type { Listed } from '../../base/database/pages.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { NamedApproval } from './list.ts'

/** A request as people see it: the payload is the text that was hashed. */
export const approvalView = (row: Listed<NamedApproval>) => ({
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

/** What an auditor verifies a decision with, without the service: texts as they were hashed and signed. */
export function evidenceView(row: Listed<NamedApproval>) {
  if (row.evidence === null || row.checker === null)
    throw new ApiError('not_found', {}, 'Nobody has decided on this request.')
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
