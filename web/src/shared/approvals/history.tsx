import { machines } from '@specie/protocol/machines.ts'
import { approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import { type Step, Timeline } from '../../kit/timeline.tsx'
import type { Approval } from './approval.ts'

/** The steps of a request, and the next one. */
export function ApprovalHistory({ approval }: { approval: Approval }) {
  return <Timeline machine={machines.approval} steps={stepsOf(approval)} until="approved" next={nextOf(approval)} />
}

type State = Approval['state']

function stepsOf({
  state,
  maker,
  checker,
  reason,
  decision_reason,
  created_at,
  decided_at,
  expires_at,
}: Approval): Step<State>[] {
  const requested: Step<State> = {
    state: 'waiting',
    title: 'Requested',
    at: created_at,
    note: `${maker.name}: ${reason}`,
  }
  if (state === 'waiting') return [requested]
  const by = checker === null ? undefined : `${checker.name}${decision_reason === null ? '' : `: ${decision_reason}`}`
  return [requested, { state, at: decided_at ?? (state === 'expired' ? expires_at : null), note: by }]
}

const nextOf = ({ kind, expires_at, state }: Approval) =>
  state === 'waiting'
    ? { approved: { due: expires_at, note: `By a person with the role ${approvalKinds[kind].checkers.join(' or ')}.` } }
    : {}
