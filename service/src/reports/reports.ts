import { type ReportName, reportPeriods } from '@specie/protocol/console/report-names.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { holdersReport } from './holders/report.ts'
import { micaReport } from './mica/report.ts'
import { outsourcingReport } from './outsourcing/report.ts'
import { nameOf, type Period, periodOf } from './document/period.ts'
import type { Report } from './document/report.ts'
import { reserveReport } from './reserve/report.ts'

const reports: Record<ReportName, (tx: Tx, period: Period, now: Date, env: Env) => Promise<Report>> = {
  holders: holdersReport,
  reserve: reserveReport,
  mica: micaReport,
  outsourcing: outsourcingReport,
}

/** A report of a period, from one snapshot. Without a period, of the current one. */
export function makeReport(env: Env, name: ReportName, period: string | undefined): Promise<Report> {
  const { db, clock } = env
  const [kind, now] = [reportPeriods[name], clock.now()]
  const chosen = periodOf(kind, period ?? nameOf(kind, now), now)
  return db.tx((tx) => reports[name](tx, chosen, now, env), 'repeatable read, read only')
}
