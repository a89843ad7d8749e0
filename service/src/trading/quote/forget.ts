import type { Job } from '../../base/jobs/runner.ts'
import { deleteExpired } from '../../base/database/retention.ts'

/** Firm quotes that nobody took. Their journals stay. */
export const deleteExpiredQuotes: Job = {
  name: 'trading.retention',
  everyMs: 600_000,
  run: (env) => deleteExpired(env, 'trading.forget_quotes'),
}
