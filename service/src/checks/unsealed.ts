import { isSealingLate, maxUnsealedMs, oldestUnsealed } from '../base/audit/unsealed.ts'
import type { Sql } from '../base/database/db.ts'
import { type CheckRow, type Progress, row } from './rule.ts'

// V1: new rows are sealed soon. Until then they could be removed without a trace.

const what = `no row waits for its seal longer than ${maxUnsealedMs / 60_000} minutes`

export async function checkUnsealed(sql: Sql, progress: Progress = () => {}): Promise<CheckRow> {
  progress(what)
  const unsealed = await oldestUnsealed(sql)
  if (unsealed === null || !isSealingLate(unsealed)) return row('V1', what, [])
  const minutes = Math.floor(unsealed.forMs / 60_000)
  const why = unsealed.isBlocked ? ': a transaction stays open (pg_stat_activity, pg_prepared_xacts)' : ''
  return row('V1', what, [`audit.version: what was written ${minutes} minutes ago is not sealed${why}`])
}
