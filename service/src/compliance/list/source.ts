import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { isService, type ListCode } from './row.ts'

// When the source of each list was read, and with what success.

type Clocked = Pick<Env, 'clock' | 'config'>

const after = ({ clock }: Clocked, minutes: number): Date => new Date(clock.now().getTime() + minutes * 60_000)

const isFollowed = ({ config }: Clocked, list: ListCode): boolean =>
  list !== 'own' && !isService(list) && (config.screeningLists?.has(list) ?? false)

type Read = { readonly list: ListCode; readonly source: string; readonly etag: string | null }

/** The active version is the newest. Only a list with a source in the settings ages. */
export async function recordSuccess(env: Clocked, tx: Tx, { list, source, etag }: Read): Promise<void> {
  const { listReadMinutes, listMaxHours } = env.config
  const followed = isFollowed(env, list)
  await tx.query(
    `insert into compliance.list_source as s (list, source, etag, due_at, checked_at, expires_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (list) do update set source = excluded.source, etag = excluded.etag,
       due_at = excluded.due_at, checked_at = excluded.checked_at, expires_at = excluded.expires_at,
       failed_at = null, failure = null, accepted = null`,
    [
      list,
      source,
      etag,
      followed ? after(env, listReadMinutes) : null,
      env.clock.now(),
      followed ? after(env, listMaxHours * 60) : null,
    ],
  )
}

/** The file is read again as a whole: that it is unchanged would not make it good. */
export async function recordFailure(env: Clocked, tx: Tx, list: ListCode, failure: string): Promise<void> {
  const due = isFollowed(env, list) ? after(env, env.config.listRetryMinutes) : null
  await tx.query(
    `insert into compliance.list_source as s (list, due_at, failed_at, failure) values ($1, $2, $3, $4)
     on conflict (list) do update set etag = null, due_at = excluded.due_at, failed_at = excluded.failed_at,
       failure = excluded.failure`,
    [list, due, env.clock.now(), failure.slice(0, 1_000)],
  )
}

/** For the sandbox: the list is too old from now on, or as it was. */
export async function setAge(env: Clocked, tx: Tx, list: ListCode, isOld: boolean): Promise<void> {
  const expires = isFollowed(env, list) ? after(env, env.config.listMaxHours * 60) : null
  await tx.query(
    `insert into compliance.list_source as s (list, expires_at) values ($1, $2)
     on conflict (list) do update set expires_at = excluded.expires_at`,
    [list, isOld ? env.clock.now() : expires],
  )
}
