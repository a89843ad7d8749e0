import type { Sql } from '../database/db.ts'
import type { Env } from '../env.ts'
import { perProcess } from '../per-process.ts'

// Rows are sealed half a minute after they are written. An open transaction delays that, in any database of the server,
// and unsealed rows could be deleted together with their traces. So delays are reported, and the check names them.

/** The allowed delay: far longer than any transaction of the service. */
export const maxUnsealedMs = 600_000

type Unsealed = {
  /** How long the oldest version has waited, by the clock of the database. */
  readonly forMs: number
  /** An open transaction blocks sealing. */
  readonly isBlocked: boolean
  /** How long the service kept running meanwhile, so that a stopped service does not count. */
  readonly besideMs: number
}

/**
 * The oldest unsealed version; null if all are sealed. Only row versions are measured, because a delay affects all other
 * streams too.
 */
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

/** True when sealing is late, and not because the service was stopped. */
export const isSealingLate = ({ forMs, isBlocked, besideMs }: Unsealed): boolean =>
  forMs > maxUnsealedMs && (isBlocked || besideMs > maxUnsealedMs)

/** The oldest transaction that was open when this process last looked, and the time when it first saw it. */
const oldestOpen = perProcess(() => ({ xid: '', since: 0 }))

/** Reports delays to metrics and log. */
export async function reportUnsealed(env: Env): Promise<void> {
  const unsealed = await oldestUnsealed(env.db)
  env.metrics.auditUnsealed.set((unsealed?.forMs ?? 0) / 1000)
  env.metrics.oldestTransaction.set((await oldestOpenMs(env)) / 1000)
  if (unsealed && isSealingLate(unsealed))
    env.log.error(
      { minutes: Math.round(unsealed.forMs / 60_000) },
      'recent rows are not sealed, because a transaction stays open; find it in pg_stat_activity and pg_prepared_xacts, end it, ' +
        'and find out who left it',
    )
}

/**
 * Only a superuser sees the start of another login's transaction, so its age counts from when this process first saw
 * it.
 */
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
