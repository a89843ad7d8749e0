import type { HoldDecision } from '@specie/protocol/holds.ts'
import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import type { holdCaseCall } from '@specie/protocol/console/hold-case.ts'
import type { PastRequest } from '../../people/approval/open-requests.ts'

// Requests and decisions of two people about a hold, with their reasons.

type Case = PeopleResponse<typeof holdCaseCall>

export const decisionOf = ({ payload }: Pick<PastRequest, 'payload'>): HoldDecision =>
  (JSON.parse(payload) as { decision: HoldDecision }).decision

/** The open request for a second person. */
export function proposalOf(requests: readonly PastRequest[], viewer: string): Case['proposal'] {
  const request = requests.find(({ state }) => state === 'waiting')
  if (request === undefined) return null
  return { ...requestView(request), expires_at: request.expires_at.toISOString(), is_own: request.maker === viewer }
}

/** The decision; null before. */
export function decidedOf(requests: readonly PastRequest[]): Case['decided'] {
  const request = requests.find(({ state }) => state === 'approved')
  if (request === undefined) return null
  return {
    ...requestView(request),
    checker: { id: request.checker!, name: request.checker_name! },
    decision_reason: request.decision_reason,
    decided_at: request.ended_at.toISOString(),
  }
}

const requestView = (request: PastRequest) => ({
  id: request.id,
  decision: decisionOf(request),
  maker: { id: request.maker, name: request.maker_name },
  reason: request.reason,
  created_at: request.created_at.toISOString(),
})
