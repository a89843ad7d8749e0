import type { Env } from './env.ts'
import type { Tx } from './db.ts'
import { around } from './faults.ts'

/** The three moments of an effect outside. `Outcome` is plain JSON. */
export type Effect<Outcome> = {
  /** Does it, under the key. Throws when nobody can say whether it happened. */
  send(key: string): Promise<Outcome>
  /** After a timeout or a crash: what became of it? Null when it never arrived, and only then is it sent again. */
  lookup(key: string): Promise<Outcome | null>
  /** Books the outcome; in the transaction that closes the intent, so exactly once. */
  settle(tx: Tx, outcome: Outcome): Promise<void>
}

export type Intent = { key: string; effect: string; subject: string }

/** Records the intent in the transaction that decides on it. */
export async function recordIntent(tx: Tx, intent: Intent, at: Date): Promise<void> {
  await tx.query(
    `insert into work.intent (key, effect, subject, state, created_at) values ($1, $2, $3, 'recorded', $4)`,
    [intent.key, intent.effect, intent.subject, at],
  )
}

/** Gives an intent up that nothing was sent for; false when something may have left. From then on nothing leaves under its key. */
export async function dropIntent(tx: Tx, key: string, at: Date): Promise<boolean> {
  const dropped = await tx.query(
    `update work.intent set state = 'settled', outcome = '{"status": "dropped"}', settled_at = $2
     where key = $1 and state = 'recorded' returning 1`,
    [key, at],
  )
  return dropped.length > 0
}

type Row = { state: 'recorded' | 'sent' | 'settled' }

/**
 * Carries an intent out, at most once whatever crashes when (E1). «Unknown» means that the outside world did not
 * answer: call again later. A timeout never leads to a second effect, because what may have left is looked up first and
 * goes out again only under the same key.
 */
export async function performIntent<O>(env: Env, key: string, effect: Effect<O>): Promise<'settled' | 'unknown'> {
  const [intent] = await env.db.query<Row>('select state from work.intent where key = $1', [key])
  if (!intent) throw new Error(`there is no intent ${key}: record it in the transaction that decides on the effect`)
  if (intent.state === 'settled') return 'settled'
  try {
    const found = intent.state === 'sent' ? await effect.lookup(key) : null
    const outcome = found ?? (await sendMarked(env, key, effect))
    await around(env, 'intent.settled', () => settle(env, key, effect, outcome))
    return 'settled'
  } catch (error) {
    env.log.warn({ err: error, intent: key }, 'the outcome of an intent is unknown; it will be looked up')
    return 'unknown'
  }
}

/** Nothing leaves before the database knows that it may have left. */
async function sendMarked<O>(env: Env, key: string, effect: Effect<O>): Promise<O> {
  await around(env, 'intent.marked', () =>
    env.db.query(`update work.intent set state = 'sent', attempts = attempts + 1, sent_at = $2 where key = $1`, [
      key,
      env.clock.now(),
    ]),
  )
  return around(env, 'intent.sent', () => effect.send(key))
}

function settle<O>(env: Env, key: string, effect: Effect<O>, outcome: O): Promise<void> {
  return env.db.tx(async (tx) => {
    const [intent] = await tx.query<Row>('select state from work.intent where key = $1 for update', [key])
    if (intent?.state === 'settled') return
    await effect.settle(tx, outcome)
    await tx.query(`update work.intent set state = 'settled', outcome = $2, settled_at = $3 where key = $1`, [
      key,
      JSON.stringify(outcome),
      env.clock.now(),
    ])
  })
}
