import type { Sql } from '../database/db.ts'

// What pages show of each job: its runs, its failures, and when it last ran. A process counts the runs of its jobs and
// writes them together: a statement for each run would cost more than most runs.

type Run = { readonly at: Date; readonly tookMs: number; readonly failed: boolean }
type Counted = { runs: number; failures: number; at: Date; tookMs: number; failedAt: Date | null }

export type JobRunCounter = {
  count(job: string, run: Run): void
  /** Adds the counts since the last call to those of all processes. */
  write(sql: Sql): Promise<void>
}

export function jobRunCounter(): JobRunCounter {
  const counted = new Map<string, Counted>()
  return {
    count: (job, { at, tookMs, failed }) => {
      const { runs, failures, failedAt } = counted.get(job) ?? { runs: 0, failures: 0, failedAt: null }
      counted.set(job, {
        runs: runs + 1,
        failures: failures + (failed ? 1 : 0),
        at,
        tookMs: Math.round(tookMs),
        failedAt: failed ? at : failedAt,
      })
    },
    write: async (sql) => {
      if (counted.size === 0) return
      const written = [...counted]
      // Processes write the same rows: the same order for all prevents deadlocks.
      written.sort(([a], [b]) => (a < b ? -1 : 1))
      counted.clear()
      const column = (of: (row: Counted) => unknown) => written.map(([, row]) => of(row))
      await sql.query(add, [
        written.map(([job]) => job),
        column(({ runs }) => runs),
        column(({ failures }) => failures),
        column(({ at }) => at),
        column(({ tookMs }) => tookMs),
        column(({ failedAt }) => failedAt),
      ])
    },
  }
}

const add = `
  insert into work.job_run as known (name, runs, failures, last_at, took_ms, failed_at)
  select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::timestamptz[], $5::integer[], $6::timestamptz[])
  on conflict (name) do update set
    runs = known.runs + excluded.runs,
    failures = known.failures + excluded.failures,
    took_ms = case when excluded.last_at >= known.last_at then excluded.took_ms else known.took_ms end,
    last_at = greatest(known.last_at, excluded.last_at),
    failed_at = greatest(known.failed_at, excluded.failed_at)`
