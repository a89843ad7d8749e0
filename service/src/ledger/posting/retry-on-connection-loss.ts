import { setTimeout as sleep } from 'node:timers/promises'
import { isConflict } from '../../base/database/conflict.ts'
import { isConnectionLost, isSqlState, OutcomeUnknown } from '../../base/database/db.ts'
import { knownIds } from './account-ids.ts'
import type { InProcess } from '../../base/per-process.ts'

/** Six seconds in total: longer than a database takes to restart or to fail over. */
const retryDelaysMs = [20, 50, 100, 200, 400, 800, 1_600, 3_200]
const maxConflicts = 5

/**
 * Posts and retries while the database is unreachable. `work` must be idempotent (D1), or `afterLoss` must look up its
 * outcome.
 */
export async function retryOnConnectionLoss<T>(
  env: InProcess,
  what: () => string,
  work: () => Promise<T>,
  afterLoss: () => Promise<T> = work,
): Promise<T> {
  for (let lost = 0, conflicts = 0; ;) {
    try {
      return await (lost === 0 ? work : afterLoss)()
    } catch (error) {
      if (isWorthRetrying(error) && ++conflicts < maxConflicts) continue
      if (!isConnectionLost(error)) throw error
      const pause = retryDelaysMs[lost++]
      // A standby that takes over may not have the accounts that were opened last.
      knownIds(env).clear()
      if (pause === undefined) throw new OutcomeUnknown(`The database was lost while posting ${what()}.`, error)
      await sleep(pause)
    }
  }
}

/** Another process used one of the keys at the same time, or the caller's transaction locked in a different order. */
const isWorthRetrying = (error: unknown): boolean => isSqlState(error, '23505') || isConflict(error)
