import type { Job } from '../../base/jobs/runner.ts'
import { applyDeadlines } from './deadlines.ts'
import { tellEnds } from './ends.ts'
import { exchangesJob } from './row.ts'
import { sendDue } from './send.ts'

/** Advances exchanges of the Travel Rule: messages that are due, deadlines, and the ends of their transfers. */
export const advanceExchanges: Job = {
  name: exchangesJob,
  everyMs: 2_000,
  run: async (env) => (await tellEnds(env)) + (await sendDue(env)) + (await applyDeadlines(env)),
}
