import { type ApprovalKind, approvalKinds } from '@specie/protocol/people/approvals.ts'
import { waiting, type WaitingRow } from '../../base/waiting.ts'

/** Requests of the staff that this person may decide on: a checker of the kind, and not its maker. */
export const waitingApprovals = waiting<WaitingRow & { approval_kind: ApprovalKind; reason: string }>({
  kind: 'approval',
  select: `
    select id::text, null::uuid as institution_id, created_at as since, expires_at as due, state, kind as approval_kind, reason
    from people.approval
    where state = 'waiting' and institution_id is null and maker <> $1::uuid and kind = any($2::text[])`,
  values: ({ id, roles }) => [id, kindsDecidedBy(roles)],
  titles: (_env, rows) => rows.map(({ approval_kind, reason }) => `${approvalKinds[approval_kind].does}: ${reason}`),
})

const kindsDecidedBy = (roles: readonly string[]): ApprovalKind[] =>
  (Object.keys(approvalKinds) as ApprovalKind[]).filter(
    (kind) => approvalKinds[kind].side === 'staff' && approvalKinds[kind].checkers.some((role) => roles.includes(role)),
  )
