import type { Env } from '../env.ts'
import type { Job } from './runner.ts'
import { dayMs } from '../clock.ts'

// Data with limited retention (90 days). The database itself refuses to delete younger rows.

/** Small enough to hold locks only briefly. */
const batchSize = 500
const maxBatches = 40

/** Calls a function that deletes up to `batchSize` expired rows and returns their number. Each batch is its own commit. */
export async function deleteExpired(env: Env, remove: `${string}.delete_${string}`): Promise<number> {
  const before = new Date(env.clock.wall() - env.config.retentionDays * dayMs)
  let total = 0
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const [row] = await env.db.query<{ gone: number }>(`select ${remove}($1, $2) as gone`, [before, batchSize])
    total += row!.gone
    if (row!.gone < batchSize) break
  }
  if (total > 0) env.log.info({ removed: total, by: remove, before }, 'expired rows were removed')
  return total
}

/** Stored answers to client ids. The ids themselves stay used permanently (idempotency/once.ts). */
export const deleteExpiredAnswers: Job = {
  name: 'work.retention',
  everyMs: 600_000,
  run: (env) => deleteExpired(env, 'work.delete_old_answers'),
}
