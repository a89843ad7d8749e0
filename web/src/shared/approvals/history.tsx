import { approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import { Timeline } from '../../kit/timeline.tsx'
import type { Kind, Reached } from '../../kit/timeline-steps.ts'
import type { Approval } from './approval.ts'

type State = Approval['state']

/** The steps of a request, and the next one. */
export const ApprovalHistory = ({ approval }: { approval: Approval }) => (
  <Timeline kind={approvalKind(approval)} reached={stepsOf(approval)} />
)

export function approvalKind({ kind, maker, checker, reason, decision_reason, expires_at }: Approval): Kind<State> {
  const by = checker === null ? null : `${checker.name}${decision_reason === null ? '' : `: ${decision_reason}`}`
  return {
    path: ['waiting', 'approved'],
    words: {
      waiting: { title: 'Requested', now: `${maker.name}: ${reason}`, done: `${maker.name}: ${reason}` },
      approved: {
        title: 'Approved',
        now: by ?? 'It was approved.',
        next: `By a person with the role ${approvalKinds[kind].checkers.join(' or ')}.`,
        due: expires_at,
      },
      refused: { title: 'Refused', now: by ?? 'It was refused.', after: [] },
      expired: { title: 'Expired', now: 'No person decided in time.', after: [] },
      withdrawn: { title: 'Withdrawn', now: by ?? 'It was canceled before a decision.', after: [] },
    },
  }
}

function stepsOf({ state, created_at, decided_at, expires_at }: Approval): Reached<State>[] {
  const requested: Reached<State> = { state: 'waiting', at: created_at }
  if (state === 'waiting') return [requested]
  return [requested, { state, at: decided_at ?? (state === 'expired' ? expires_at : null) }]
}
