import type { Env } from '../env.ts'
import type { Job } from '../jobs/runner.ts'

// What is kept for a while only (RETENTION_DAYS). The database removes nothing that is younger than 90 days, whoever asks.

const dayMs = 86_400_000
/** Few enough that nobody waits for a lock. */
const most = 500
const mostBatches = 40

/** Removes what is too old by now, by a function that removes some and answers how many. Each batch is a commit of its own. */
export async function deleteExpired(
  env: Env,
  remove: 'work.forget_answers' | 'trading.forget_quotes',
): Promise<number> {
  const before = new Date(env.clock.wall() - env.config.retentionDays * dayMs)
  let all = 0
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const [row] = await env.db.query<{ gone: number }>(`select ${remove}($1, $2) as gone`, [before, most])
    all += row!.gone
    if (row!.gone < most) break
  }
  if (all > 0) env.log.info({ removed: all, by: remove, before }, 'what was kept long enough is gone')
  return all
}

/** What clients were told under their own ids: the ids stay used for ever (idempotency/once.ts). */
export const deleteExpiredAnswers: Job = {
  name: 'work.retention',
  everyMs: 600_000,
  run: (env) => deleteExpired(env, 'work.forget_answers'),
}
