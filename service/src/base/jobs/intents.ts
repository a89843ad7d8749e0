import type { Env } from '../env.ts'
import type { Sql, Tx } from '../database/db.ts'
import { withFaultPoint } from '../faults.ts'

/** The steps of an outside effect. `Outcome` and `Request` are plain JSON. */
export type Effect<Outcome, Request = null> = {
  /**
   * The part of the request that may change by itself, such as a name. Read once, and stored before the first attempt.
   * A retry under the same key has the same content. Not needed where the content is stored elsewhere.
   */
  request?(): Promise<Request>
  /**
   * Whether it may be sent now, for effects that can become invalid. Asked before every attempt. An attempt that did
   * not arrive is not repeated under changed conditions.
   */
  mayBeSent?(): Promise<boolean>
  /** Performs it under the key. Throws when the outcome is unknown. */
  send(key: string, request: Request): Promise<Outcome>
  /** After a timeout or a crash: looks up the outcome. Null if it never arrived; only then is it sent again. */
  lookup(key: string): Promise<Outcome | null>
  /** Books the outcome in the transaction that closes the intent, so exactly once. */
  settle(tx: Tx, outcome: Outcome): Promise<void>
}

export type Intent = { key: string; effect: string; subject: string }

/** Records the intent in the transaction that decides on the effect. */
export async function recordIntent(tx: Tx, intent: Intent, at: Date): Promise<void> {
  await tx.query(
    `insert into work.intent (key, effect, subject, state, created_at) values ($1, $2, $3, 'recorded', $4)`,
    [intent.key, intent.effect, intent.subject, at],
  )
}

/** Whether the intent was recorded. */
export async function hasIntent(sql: Sql, key: string): Promise<boolean> {
  return (await sql.query('select 1 from work.intent where key = $1', [key])).length > 0
}

/** The state of the intents under these keys; unrecorded ones are missing. */
export async function intentsByKey(sql: Sql, keys: readonly string[]): Promise<Map<string, IntentStatus>> {
  const rows = await sql.query<IntentStatus & { key: string }>(
    'select key, state, sent_at from work.intent where key = any($1)',
    [keys],
  )
  return new Map(rows.map((row) => [row.key, row]))
}

/** Effects that were begun for these subjects, and neither rejected nor dropped. */
export const effectsBegun = (sql: Sql, subjects: readonly string[]): Promise<{ subject: string; effect: string }[]> =>
  sql.query(
    `select subject, effect from work.intent where subject = any($1::uuid[]) and state <> 'recorded'
       and coalesce(outcome ->> 'status', '') not in ('rejected', 'dropped') order by created_at`,
    [subjects],
  )

/** Locks the intent until the transaction ends. Its outcome is settled before or after, not meanwhile. */
export async function lockIntent(tx: Tx, key: string): Promise<void> {
  await tx.query('select 1 from work.intent where key = $1 for update', [key])
}

/**
 * Cancels an intent that was never sent, or whose last attempt, at `unarrivedAt`, did not arrive (`unarrived`). False
 * when it may have arrived. Afterwards its key is never sent.
 */
export async function dropIntent(tx: Tx, key: string, at: Date, unarrivedAt: Date | null): Promise<boolean> {
  const dropped = await tx.query(
    `update work.intent set state = 'settled', outcome = '{"status": "dropped"}', settled_at = $2
     where key = $1 and (state = 'recorded' or state = 'sent' and sent_at = $3) returning 1`,
    [key, at, unarrivedAt],
  )
  return dropped.length > 0
}

/**
 * The time of the last attempt, if the other side does not know of it although it must have arrived by now. Null if it
 * may have arrived, when that is unknown, and when it is not sent.
 */
export async function unarrived(
  env: Env,
  key: string,
  lookup: (key: string) => Promise<unknown>,
): Promise<Date | null> {
  const intent = (await intentsByKey(env.db, [key])).get(key)
  if (intent?.state !== 'sent' || wasSentWithin(env, intent, arrivesWithinMs)) return null
  try {
    return (await lookup(key)) === null ? intent.sent_at : null
  } catch (error) {
    env.log.warn({ err: error, intent: key }, 'it is unknown whether an intent has arrived')
    return null
  }
}

export const intentStates = ['recorded', 'sent', 'settled'] as const
export type IntentStatus = { state: (typeof intentStates)[number]; sent_at: Date | null }
type Row = IntentStatus & { subject: string; attempts: number; request: unknown }

/** The longest time that a request takes to arrive. An attempt unknown to the other side after that was never sent. */
const arrivesWithinMs = 60_000

/** After this many attempts, a droppable intent pauses long enough to be dropped. */
const attemptsInARow = 3
const restMs = 2 * arrivesWithinMs

/**
 * Performs an intent at most once, across crashes (E1). «Stopped»: its subject is on hold, and nothing was sent.
 * «Waiting»: it may not be sent now. «Unknown»: the outside system did not answer. In both cases call again later. A
 * timeout never causes a second effect. An attempt that may have been sent is looked up first and sent again only under
 * the same key.
 */
export async function performIntent<O, R = null>(
  env: Env,
  key: string,
  effect: Effect<O, R>,
): Promise<'settled' | Unsettled> {
  const [intent] = await env.db.query<Row>(
    'select state, subject, sent_at, attempts, request from work.intent where key = $1',
    [key],
  )
  if (!intent) throw new Error(`there is no intent ${key}: record it in the transaction that decides on the effect`)
  if (intent.state === 'settled') return 'settled'
  try {
    const found = intent.state === 'sent' ? await effect.lookup(key) : null
    const outcome = found ?? (await markAndSend(env, key, intent, effect))
    if (outcome instanceof NotSent) return outcome.why
    await withFaultPoint(env, 'intent.settled', () => settle(env, key, effect, outcome))
    return 'settled'
  } catch (error) {
    if (error instanceof OutcomeBlocked) return 'unknown'
    env.log.warn({ err: error, intent: key }, 'the outcome of an intent is unknown; it will be looked up')
    return 'unknown'
  }
}

type Unsettled = 'unknown' | 'waiting' | 'stopped'

const wasSentWithin = ({ clock }: Env, { sent_at }: IntentStatus, ms: number): boolean =>
  sent_at !== null && clock.now().getTime() - sent_at.getTime() < ms

/** Thrown by `settle` when the outcome would free money of a subject on hold. It is looked up again later. */
export class OutcomeBlocked extends Error {
  override name = 'OutcomeBlocked'
}

/** Nothing was sent. */
class NotSent {
  readonly why: Unsettled
  constructor(why: Unsettled) {
    this.why = why
  }
}

/** Marks the intent as sent before anything is sent. */
async function markAndSend<O, R>(env: Env, key: string, intent: Row, effect: Effect<O, R>): Promise<O | NotSent> {
  const stopped = new NotSent(wasSentWithin(env, intent, arrivesWithinMs) ? 'unknown' : 'stopped')
  if (effect.mayBeSent !== undefined) {
    if (await env.db.tx((tx) => isStopped(env, tx, intent))) return stopped
    const isResting = intent.attempts >= attemptsInARow && wasSentWithin(env, intent, restMs)
    if (isResting || !(await effect.mayBeSent())) return new NotSent('waiting')
  }
  const request = intent.request ?? (await effect.request?.()) ?? null
  if (!(await markUnlessStopped(env, key, intent, request))) return stopped
  return withFaultPoint(env, 'intent.sent', () => effect.send(key, request as R))
}

/** Its subject is on hold. Nothing was sent, or the other side does not know it, so it is stopped (S1). */
const isStopped = async (env: Env, tx: Tx, { subject }: Row): Promise<boolean> =>
  (await env.runtime.rooms.stoppedAmong(tx, [subject])).size > 0

function markUnlessStopped(env: Env, key: string, intent: Row, request: unknown): Promise<boolean> {
  return withFaultPoint(env, 'intent.marked', () =>
    env.db.tx(async (tx) => {
      if (await isStopped(env, tx, intent)) return false
      await tx.query(
        `update work.intent set state = 'sent', attempts = attempts + 1, sent_at = $2, request = $3 where key = $1`,
        [key, env.clock.now(), request === null ? null : JSON.stringify(request)],
      )
      return true
    }),
  )
}

function settle<O>(env: Env, key: string, effect: Pick<Effect<O>, 'settle'>, outcome: O): Promise<void> {
  return env.db.tx(async (tx) => {
    const [intent] = await tx.query<IntentStatus>('select state, sent_at from work.intent where key = $1 for update', [
      key,
    ])
    if (intent?.state === 'settled') return
    await effect.settle(tx, outcome)
    await tx.query(`update work.intent set state = 'settled', outcome = $2, settled_at = $3 where key = $1`, [
      key,
      JSON.stringify(outcome),
      env.clock.now(),
    ])
  })
}
