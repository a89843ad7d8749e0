import type { CaseOutcome } from '@specie/protocol/cases.ts'
import type { Sql } from '../../base/database/db.ts'
import { requestsAbout } from '../../people/approval/open-requests.ts'

/** The requests to decide a case, oldest first. */
export async function requestsOf(sql: Sql, caseId: string) {
  const requests = await requestsAbout(sql, caseId)
  return requests.map((one) => {
    const { outcome, alerts } = JSON.parse(one.payload) as { outcome: CaseOutcome; alerts: string }
    return {
      id: one.id,
      outcome,
      alerts,
      state: one.state,
      reason: one.reason,
      maker: one.maker_name,
      checker: one.checker_name,
      decision_reason: one.decision_reason,
      created_at: one.created_at.toISOString(),
      ended_at: one.ended_at.toISOString(),
    }
  })
}

export type CaseRequest = Awaited<ReturnType<typeof requestsOf>>[number]
