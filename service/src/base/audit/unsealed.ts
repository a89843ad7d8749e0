import type { Sql } from '../database/db.ts'
import type { Env } from '../env.ts'
import { perProcess } from '../per-process.ts'

// What is written is sealed half a minute later. A transaction that stays open holds that up, whoever began it and in whatever
// database of the server; and what is not sealed can be taken away together with its traces. So it is told, and named by the check.

/** As long may it take: far more than any transaction of the service. */
export const longestUnsealedMs = 600_000

type Unsealed = {
  /** How long the oldest version has waited, by the clock of the database. */
  readonly forMs: number
  /** A transaction that is open now stands in the way. */
  readonly isBlocked: boolean
  /** For how long the service went on beside it: it was not just stopped. */
  readonly besideMs: number
}

/** What waits to be sealed; null when nothing does. Row versions stand for the rest: what holds up one holds up all. */
export async function oldestUnsealed(sql: Sql): Promise<Unsealed | null> {
  const [row] = await sql.query<Unsealed>(
    `with waiting as (
       select committed, at from audit.version
       where committed > (select coalesce(max(last), 0)::text::xid8 from audit.seal where stream = 'versions')
     ), oldest as (
       select min(at) as at, min(committed::text::numeric) as committed from waiting
     ), newest as (
       select greatest((select max(at) from waiting), (select max(at) from audit.seal), (select max(at) from audit.signature)) as at
     )
     select (extract(epoch from clock_timestamp() - oldest.at) * 1000)::float8 as "forMs",
       oldest.committed >= pg_snapshot_xmin(pg_current_snapshot())::text::numeric as "isBlocked",
       greatest(0, extract(epoch from newest.at - oldest.at) * 1000)::float8 as "besideMs"
     from oldest, newest where oldest.at is not null`,
  )
  return row ?? null
}

/** True when it waits for longer than it may, and not because the service was stopped. */
export const isHeldUp = ({ forMs, isBlocked, besideMs }: Unsealed): boolean =>
  forMs > longestUnsealedMs && (isBlocked || besideMs > longestUnsealedMs)

/** The oldest transaction that was open when this process last looked, and since when it knows of it. */
const oldestOpen = perProcess(() => ({ xid: '', since: 0 }))

/** Tells whoever watches the metrics and the log. */
export async function tellUnsealed(env: Env): Promise<void> {
  const unsealed = await oldestUnsealed(env.db)
  env.metrics.auditUnsealed.set((unsealed?.forMs ?? 0) / 1000)
  env.metrics.oldestTransaction.set((await oldestOpenMs(env)) / 1000)
  if (unsealed && isHeldUp(unsealed))
    env.log.error(
      { minutes: Math.round(unsealed.forMs / 60_000) },
      'what was written is not sealed, because a transaction stays open: find it in pg_stat_activity and pg_prepared_xacts, end it, ' +
        'and find out who left it',
    )
}

/** Nobody but a superuser sees when another login began: so it is counted from when this process first saw it. */
async function oldestOpenMs(env: Env): Promise<number> {
  const { db, clock } = env
  const [row] = await db.query<{ oldest: string; next: string }>(
    `select pg_snapshot_xmin(s)::text as oldest, pg_snapshot_xmax(s)::text as next from pg_current_snapshot() s`,
  )
  const { oldest, next } = row!
  const known = oldestOpen(env)
  if (oldest === next) known.xid = ''
  else if (known.xid !== oldest) Object.assign(known, { xid: oldest, since: clock.elapsed() })
  return known.xid === '' ? 0 : clock.elapsed() - known.since
}
