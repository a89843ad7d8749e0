import { caseDays } from '@specie/protocol/cases.ts'
import { riskClasses } from '@specie/protocol/onboarding/kyb.ts'
import { endOfDay, localDate, nextBusinessDay } from '@specie/payments/calendar.ts'
import { audit } from '../../base/audit/audit.ts'
import { dayMs } from '../../base/clock.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'

// Alerts are rows of the rooms, united in the view compliance.alert. A job puts each into the open case of its institution or
// party. It looks for alerts without a case, so that one which another process has not grouped is grouped later.

type Since = Date | '-infinity'
type Grouped = { case_id: string; is_new: boolean; alerts: number }

/** Alerts are found by their time. The time of a row may be some hours before its commit. */
const recentDays = 2

/** Puts all alerts since this time that are in no case into one. Returns how many. */
export const groupAlerts = (env: Env, since: Since): Promise<number> => env.db.tx((tx) => groupIn(env, tx, since))

/** The same before people decide, so that they see every alert. */
export async function groupIn(env: Env, tx: Tx, since: Since): Promise<number> {
  const at = env.clock.now()
  const grouped = await tx.query<Grouped>('select case_id, is_new, alerts from compliance.group_alerts($1, $2, $3)', [
    since,
    JSON.stringify(dueTimes(at)),
    at,
  ])
  for (const { case_id: subject, is_new: isNew, alerts } of grouped) {
    const action = isNew ? 'case.opened' : 'case.grouped'
    audit(tx, { actor: 'service', action, subject, detail: { alerts: String(alerts) } })
  }
  return grouped.reduce((sum, { alerts }) => sum + alerts, 0)
}

/** The end of the last working day for each risk class, by the calendar of Swiss payments. */
function dueTimes(at: Date): Record<string, string> {
  const today = localDate('SIC', at)
  const due = riskClasses.map((risk) => [risk, endOfDay('SIC', nextBusinessDay('SIC', today, caseDays[risk]))] as const)
  return Object.fromEntries(due.map(([risk, time]) => [risk, time.toISOString()]))
}

export const groupRecentAlerts: Job = {
  name: 'compliance.group_alerts',
  everyMs: 5_000,
  run: (env) => groupAlerts(env, new Date(env.clock.now().getTime() - recentDays * dayMs)),
}

/** Alerts that were not found by their time, such as those from before an update of the service. */
export const groupAllAlerts: Job = {
  name: 'compliance.group_all_alerts',
  everyMs: 3_600_000,
  run: (env) => groupAlerts(env, '-infinity'),
}
