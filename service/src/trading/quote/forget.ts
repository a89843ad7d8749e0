import type { Job } from '../../base/jobs/runner.ts'
import { forgetOld } from '../../base/database/retention.ts'

/** Firm quotes that nobody took. Their journals stay. */
export const forgetQuotes: Job = {
  name: 'trading.retention',
  everyMs: 600_000,
  run: (env) => forgetOld(env, 'trading.forget_quotes'),
}
