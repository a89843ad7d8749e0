import type { Job } from '../../base/jobs/runner.ts'

/**
 * Records the current nonces of keys. The record has a row version, which a nonce does not: `specie check` detects a
 * lowered nonce, which would allow a replay.
 */
export const recordNonces: Job = {
  name: 'access.nonces',
  everyMs: 3_600_000,
  run: async ({ db, clock }) => {
    await db.query('select access.record_nonces($1)', [clock.now()])
    return 0
  },
}
