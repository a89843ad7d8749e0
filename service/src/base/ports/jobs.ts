import type { Tx } from '../database/db.ts'

/** The job queue as seen by code that creates work (jobs/runner.ts). */
export type Jobs = {
  /** Runs that job soon after this transaction commits, in any worker process. It does not wait. */
  wake(tx: Tx, name: string): void
}
