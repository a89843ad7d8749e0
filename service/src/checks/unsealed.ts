import { isSealingLate, maxUnsealedMs, oldestUnsealed } from '../base/audit/unsealed.ts'
import type { Sql } from '../base/database/db.ts'
import { type CheckRow, type Progress, row } from './rule.ts'

// V1: what is written is sealed soon. Until then it can be taken away with all its traces.

const what = `nothing waits for its seal longer than ${maxUnsealedMs / 60_000} minutes`

export async function checkUnsealed(sql: Sql, progress: Progress = () => {}): Promise<CheckRow> {
  progress(what)
  const unsealed = await oldestUnsealed(sql)
  if (unsealed === null || !isSealingLate(unsealed)) return row('V1', what, [])
  const minutes = Math.floor(unsealed.forMs / 60_000)
  const why = unsealed.isBlocked ? ': a transaction stays open (pg_stat_activity, pg_prepared_xacts)' : ''
  return row('V1', what, [`audit.version: what was written ${minutes} minutes ago is not sealed${why}`])
}
