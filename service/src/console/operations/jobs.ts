import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import type { systemCall } from '@specie/protocol/console/system.ts'
import type { SystemFacts } from '../../base/database/system.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'

type Shown = PeopleResponse<typeof systemCall>['jobs'][number]
type Run = SystemFacts['runs'][number]

/** The jobs of all processes, as they were last written. A job that never ran and that this process does not need is left out. */
export function jobsOf(env: Env, { runs, claims }: Pick<SystemFacts, 'runs' | 'claims'>): Shown[] {
  const now = env.clock.now()
  return env.runtime.rooms.jobs.flatMap((job) => {
    const run = runs.find(({ name }) => name === job.name)
    if (run === undefined && job.applies?.(env) === false) return []
    const claim = claims.find(({ name }) => name === `job ${job.name}`)
    return [
      {
        name: job.name,
        state: stateOf(job, run, now),
        every_ms: job.everyMs,
        runs: Number(run?.runs ?? 0n),
        failures: Number(run?.failures ?? 0n),
        last_at: run?.last_at.toISOString() ?? null,
        took_ms: run?.took_ms ?? null,
        failed_at: run?.failed_at?.toISOString() ?? null,
        holder: claim?.holder ?? null,
        takeovers: claim === undefined ? 0 : Number(claim.token) - 1,
      },
    ]
  })
}

/** Long runs and the writing of their results are no delay. */
const patienceMs = 60_000

/** Pure. Failing: its last run has failed. Late: it should have run again by now. */
function stateOf({ everyMs }: Pick<Job, 'everyMs'>, run: Run | undefined, now: Date): Shown['state'] {
  if (run === undefined) return 'not_run'
  if (run.failed_at?.getTime() === run.last_at.getTime()) return 'failing'
  return now.getTime() - run.last_at.getTime() > 3 * everyMs + patienceMs ? 'late' : 'in_order'
}
