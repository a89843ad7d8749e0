import type { Db } from '../../base/database/db.ts'
import type { InProcess } from '../../base/per-process.ts'
import { retryOnConnectionLoss } from './retry-on-connection-loss.ts'

/**
 * Closes a period of an institution's accounts. Its lines are final from then on. Returns the end: `until`, or now if
 * `until` is in the future.
 */
export function closePeriod(env: InProcess & { db: Db }, institution: string, until: Date): Promise<Date> {
  return retryOnConnectionLoss(
    env,
    () => `the end of a period of ${institution}`,
    async () => {
      const [row] = await env.db.query<{ until: Date }>('select ledger.close_period($1, $2) as until', [
        institution,
        until,
      ])
      return row!.until
    },
  )
}
