import type { ServiceCode } from '@specie/screening/lists/entry.ts'
import type { Env } from '../../base/env.ts'

// Whether each service answers, and since when it does not, in the table that says the same of the sources of lists.

/** A service without questions is looked after too. */
const checkMinutes = 60

type Source = { checked_at: Date | null; failed_at: Date | null; failure: string | null }

async function sourceOf({ db }: Env, service: ServiceCode): Promise<Source | undefined> {
  const [row] = await db.query<Source>(
    'select checked_at, failed_at, failure from compliance.list_source where list = $1',
    [service],
  )
  return row
}

export async function isCheckDue(env: Env, service: ServiceCode): Promise<boolean> {
  const source = await sourceOf(env, service)
  if (!source?.checked_at || source.failed_at !== null) return true
  return env.clock.now().getTime() - source.checked_at.getTime() >= checkMinutes * 60_000
}

/** Unless it has not answered some question, which is repeated after a pause. */
export async function noteAnswering(env: Env, service: ServiceCode): Promise<void> {
  if (!(await isCheckDue(env, service))) return
  const written = await env.db.query(
    `insert into compliance.list_source (list, checked_at)
     select $1, $2 where not exists (select from compliance.question
       where service = $1 and failed_at is not null and due_at is not null)
     on conflict (list) do update set checked_at = excluded.checked_at, failed_at = null, failure = null returning 1`,
    [service, env.clock.now()],
  )
  if (written.length > 0) env.log.info({ service }, 'a screening service answers')
}

/** Writes and logs only what has changed: it is tried again every few seconds. */
export async function noteSilence(env: Env, service: ServiceCode, failure: string): Promise<void> {
  const written = await env.db.query(
    `insert into compliance.list_source as s (list, failed_at, failure) values ($1, $2, $3)
     on conflict (list) do update set failed_at = coalesce(s.failed_at, excluded.failed_at), failure = excluded.failure
     where s.failure is distinct from excluded.failure returning 1`,
    [service, env.clock.now(), failure.slice(0, 1_000)],
  )
  if (written.length > 0)
    env.log.error({ service, failure }, 'a screening service does not answer; what needs its answer waits')
}
