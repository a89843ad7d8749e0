import { endedBy } from '../../compliance/holds.ts'
import type { HistoryEvent } from '../../compliance/hold-case.ts'
import type { PastRequest } from '../../people/approval/open-requests.ts'
import { actorOf } from '../../directory/person.ts'
import { decisionOf } from './hold-decisions.ts'

/** The steps of a decision by two people. Its request has the true times and both reasons. */
const madeByDecision = ['under_review', 'released', 'rejected', 'frozen', ...Object.values(endedBy)]

/** The history of a hold. Requests replace the steps that repeat them. Newest first. */
export function withRequests(history: readonly HistoryEvent[], requests: readonly PastRequest[]): HistoryEvent[] {
  const isDecided = requests.some(({ state }) => state === 'approved')
  const rest = history.filter(({ of, what }) => of === 'thing' || !isDecided || !madeByDecision.includes(what))
  return [...requests.flatMap(eventsOf), ...rest].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

function eventsOf(request: PastRequest): HistoryEvent[] {
  const { maker, reason, created_at, state, ended_at, checker, decision_reason } = request
  const decision = decisionOf(request)
  const of = 'hold' as const
  const requested = {
    at: created_at.toISOString(),
    what: `requested_to_${decision}`,
    of,
    actor: actorOf({ id: maker }),
    why: reason,
  }
  if (state === 'waiting') return [requested]
  const what = state === 'approved' ? endedBy[decision] : `proposal_${state}`
  const actor = checker === null ? (state === 'withdrawn' ? requested.actor : 'service') : actorOf({ id: checker })
  return [{ at: ended_at.toISOString(), what, of, actor, why: decision_reason }, requested]
}
