import { createHash } from 'node:crypto'
import { canonical, type Json } from '@specie/protocol/encoding/json.ts'
import { retryOnConflict } from '../database/conflict.ts'
import type { Tx } from '../database/db.ts'
import type { Env } from '../env.ts'
import { ApiError } from '../http/errors.ts'

export type IdempotentRequest = {
  institutionId: string
  endpoint: string
  /** The idempotency key; without one every call is new. */
  clreqid: string | undefined
  /** The fields as sent, without `timestamp`. */
  content: Json
}

/**
 * Does `work` once per client id (O2). It runs in one transaction with the record of its answer. A repeat, also a
 * concurrent one or one after a crash, waits for the first and gets the same answer. A failure frees the id. After a
 * conflict with another transaction, which undoes all of it, `work` runs a second time.
 */
export function once<Answer extends object>(
  env: Context,
  request: IdempotentRequest,
  work: Work<Answer>,
): Promise<Answered<Answer>> {
  return retryOnConflict(() => env.db.tx((tx) => onceIn(env, tx, request, work)))
}

type Context = Pick<Env, 'db' | 'clock'>
type Work<Answer> = (tx: Tx) => Promise<Answer>
export type Answered<Answer> = { answer: Answer; replayed: boolean }

async function onceIn<Answer extends object>(
  env: Context,
  tx: Tx,
  request: IdempotentRequest,
  work: Work<Answer>,
): Promise<Answered<Answer>> {
  const { clreqid } = request
  if (clreqid === undefined) return { answer: await work(tx), replayed: false }
  const content = digestOf(request)
  // A concurrent first call holds this row until it commits; then the insert conflicts.
  const inserted = await tx.query(
    `insert into work.request (institution_id, clreqid, content, answer, created_at)
     select $1::uuid, $2::text, $3, '{}', $4 where not exists (${used}) on conflict do nothing returning 1`,
    [request.institutionId, clreqid, content, env.clock.now()],
  )
  if (inserted.length === 0)
    return { answer: await storedAnswer<Answer>(tx, request.institutionId, clreqid, content), replayed: true }
  const answer = await work(tx)
  // An expired answer may have been deleted just before our insert. In that case its id is in used_id by now.
  const stored = await tx.query(
    `update work.request set answer = $3 where institution_id = $1 and clreqid = $2 and not exists (${used}) returning 1`,
    [request.institutionId, clreqid, JSON.stringify(answer)],
  )
  if (stored.length === 0) throw await usedError(tx, request.institutionId, clreqid)
  return { answer, replayed: false }
}

/** The id was used, and its answer is no longer stored (jobs/retention.ts). */
const used = 'select from work.used_id u where u.institution_id = $1 and u.clreqid = $2'

const digestOf = ({ endpoint, content }: IdempotentRequest): string =>
  createHash('sha256')
    .update(canonical([endpoint, content]))
    .digest('hex')

/** Like `once`, for many requests in the caller's transaction. Throws when one of the ids was used before. */
export async function onceAll<Answer extends object>(
  env: Pick<Env, 'clock'>,
  tx: Tx,
  requests: readonly IdempotentRequest[],
  work: () => Promise<Answer[]>,
): Promise<Answer[]> {
  const withId = requests.flatMap((one, i) => (one.clreqid === undefined ? [] : [{ ...one, i }]))
  const [institutions, ids] = [withId.map((one) => one.institutionId), withId.map((one) => one.clreqid)]
  const inserted = await tx.query(
    `insert into work.request (institution_id, clreqid, content, answer, created_at)
     select a.*, '{}', $4 from unnest($1::uuid[], $2::text[], $3::text[]) a (institution_id, clreqid, content)
     where not exists (select from work.used_id u where (u.institution_id, u.clreqid) = (a.institution_id, a.clreqid))
     on conflict do nothing returning 1`,
    [institutions, ids, withId.map(digestOf), env.clock.now()],
  )
  if (inserted.length < withId.length) throw new Error('some of these ids were used before')
  const answers = await work()
  const stored = await tx.query(
    `update work.request r set answer = given.answer
     from unnest($1::uuid[], $2::text[], $3::jsonb[]) given (institution_id, clreqid, answer)
     where (r.institution_id, r.clreqid) = (given.institution_id, given.clreqid)
       and not exists (select from work.used_id u where (u.institution_id, u.clreqid) = (r.institution_id, r.clreqid))
     returning 1`,
    [institutions, ids, withId.map((one) => JSON.stringify(answers[one.i]))],
  )
  if (stored.length < withId.length) throw new Error('some of these ids were used before')
  return answers
}

/** True when this id has been answered. Then outside systems need not be called before `once`. */
export async function isAnsweredRequest(
  env: Pick<Env, 'db'>,
  { institutionId, clreqid }: IdempotentRequest,
): Promise<boolean> {
  if (clreqid === undefined) return false
  const rows = await env.db.query(
    `select 1 from work.request where institution_id = $1 and clreqid = $2 union all select 1 where exists (${used})`,
    [institutionId, clreqid],
  )
  return rows.length > 0
}

async function storedAnswer<Answer>(tx: Tx, institutionId: string, clreqid: string, content: string): Promise<Answer> {
  const [row] = await tx.query<{ content: string; answer: Answer }>(
    'select content, answer from work.request where institution_id = $1 and clreqid = $2',
    [institutionId, clreqid],
  )
  if (row === undefined) throw await usedError(tx, institutionId, clreqid)
  if (row.content !== content) throw new ApiError('duplicate_clreqid', { clreqid })
  return row.answer
}

/**
 * Fills in a field that was unknown when the answer was stored, once: later callers get the same answer. `valueOf` is
 * called while the answer is locked.
 */
export async function completeAnswer(
  tx: Tx,
  { institutionId, clreqid }: { readonly institutionId: string; readonly clreqid: string },
  field: string,
  valueOf: () => Promise<string>,
): Promise<string> {
  const [row] = await tx.query<{ value: string | null }>(
    'select answer ->> $3 as value from work.request where institution_id = $1 and clreqid = $2 for update',
    [institutionId, clreqid, field],
  )
  if (row !== undefined && row.value !== null) return row.value
  const value = await valueOf()
  await tx.query(
    `update work.request set answer = answer || jsonb_build_object($3::text, $4::text)
     where institution_id = $1 and clreqid = $2`,
    [institutionId, clreqid, field, value],
  )
  return value
}

async function usedError(tx: Tx, institutionId: string, clreqid: string): Promise<ApiError> {
  const [row] = await tx.query<{ used_at: Date }>(
    'select used_at from work.used_id where institution_id = $1 and clreqid = $2',
    [institutionId, clreqid],
  )
  if (row === undefined) throw new Error(`the request ${clreqid} is neither stored nor expired`)
  const used_at = row.used_at.toISOString()
  return new ApiError(
    'duplicate_clreqid',
    { clreqid, used_at },
    `This clreqid was used on ${used_at.slice(0, 10)}; its answer is no longer stored.`,
  )
}

/** The answer that `once` would give. Every check runs, also that of the client id, and all of it is rolled back. */
export function dryRun<Answer extends object>(
  env: Context,
  request: IdempotentRequest,
  work: Work<Answer>,
): Promise<Answered<Answer>> {
  return retryOnConflict(() => rolledBack(env, (tx) => onceIn(env, tx, request, work)))
}

/** Runs `work` and rolls back all of it. */
export async function rolledBack<Answer>(env: Pick<Env, 'db'>, work: Work<Answer>): Promise<Answer> {
  const rollback = new Error('dry run')
  let answer: Answer | undefined
  await env.db
    .tx(async (tx) => {
      // Nothing that only a list or an officer knows may show (SQL: compliance.standing_hold_reasons).
      await tx.query(`set local specie.dry_run = 'on'`)
      answer = await work(tx)
      throw rollback
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error
    })
  return answer!
}

/** The content of a request, without absent fields and without `validate`, which changes nothing. */
export function requestOf(institutionId: string, endpoint: string, fields: Fields): IdempotentRequest {
  const { clreqid, validate: _validate, ...content } = fields
  return { institutionId, endpoint, clreqid, content: JSON.parse(JSON.stringify(content)) as Json }
}

type Fields = { readonly clreqid?: string | undefined; readonly validate?: unknown }

/** The request is only to be validated. */
export const isDryRun = ({ validate }: Fields): boolean => validate === 'true' || validate === true
