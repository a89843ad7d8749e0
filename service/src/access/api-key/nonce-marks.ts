import type { Job } from '../../base/jobs/runner.ts'

/**
 * Notes how high the nonces of keys have risen. The note leaves a row version, which a nonce does not: `specie check` sees
 * when one was lowered, so that a request could be sent a second time.
 */
export const markNonces: Job = {
  name: 'access.nonces',
  everyMs: 3_600_000,
  run: async ({ db, clock }) => {
    await db.query('select access.record_nonces($1)', [clock.now()])
    return 0
  },
}
