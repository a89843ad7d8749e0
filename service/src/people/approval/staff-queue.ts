import { type ApprovalKind, approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import { type QueueRow, staffQueue } from '../../base/staff-queue.ts'
import { describe } from './view.ts'

/** Requests of the staff that this person may decide on: a checker of the kind, and not its maker. */
export const openApprovals = staffQueue<QueueRow & { approval_kind: ApprovalKind; payload: string }>({
  kind: 'approval',
  select: `
    select id::text, null::uuid as institution_id, created_at as since, expires_at as due, state, kind as approval_kind, payload,
      subject
    from people.approval
    where state = 'waiting' and institution_id is null and maker <> $1::uuid and kind = any($2::text[])`,
  values: ({ id, roles }) => [id, kindsDecidedBy(roles)],
  titles: async (env, rows) => {
    const described = rows.map(({ approval_kind: kind, payload, institution_id }) =>
      describe(env, { kind, payload, institution_id }),
    )
    return (await Promise.all(described)).map(({ title }) => title)
  },
})

const kindsDecidedBy = (roles: readonly string[]): ApprovalKind[] =>
  (Object.keys(approvalKinds) as ApprovalKind[]).filter(
    (kind) => approvalKinds[kind].side === 'staff' && approvalKinds[kind].checkers.some((role) => roles.includes(role)),
  )
