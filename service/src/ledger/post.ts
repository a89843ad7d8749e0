import { setTimeout as sleep } from 'node:timers/promises'
import { type Batcher, batcher } from '../base/batch.ts'
import { type Db, isConnectionLost, isSqlState, type Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import { knownIds, remember } from './accounts.ts'
import { type Journal, type Posted, Refused, wellFormed } from './journal.ts'
import { type Asked, missingIds, send } from './send.ts'

/** The database was lost while the journals were being posted: they may be there or not. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** Posts one journal, durably. Throws Refused when the ledger does not allow it, OutcomeUnknown when nobody can say. */
export async function post(env: Pick<Env, 'db' | 'clock'>, journal: Journal): Promise<Posted> {
  const asked = { journal: wellFormed(journal), at: env.clock.now() }
  const { batch, turns } = posterOf(env.db)
  return posted(await inTurn(turns, journal.key, () => batch.submit(asked)))
}

/** Posts journals inside the caller's own transaction: all of them or, when one is refused, none. */
export async function postIn(env: Pick<Env, 'db' | 'clock'>, tx: Tx, journals: readonly Journal[]): Promise<Posted[]> {
  if (journals.length === 0) return []
  const at = env.clock.now()
  const batch = journals.map((journal) => ({ journal: wellFormed(journal), at }))
  // What is opened here is not remembered: the transaction may yet be rolled back.
  const known = knownIds(env.db)
  const opened = await missingIds(tx, known, batch)
  return (await send(tx, opened.size === 0 ? known : new Map([...known, ...opened]), batch)).map(posted)
}

/** A refusal is thrown, so that no caller can overlook it. */
function posted(answer: Posted | Refused): Posted {
  if (answer instanceof Refused) throw answer
  return answer
}

type Poster = { batch: Batcher<Asked, Posted | Refused>; turns: Map<string, Promise<unknown>> }
const posters = new WeakMap<Db, Poster>()

/** At 256 callers on a busy machine batches of 64 gave 4.0, of 128 4.5 and of 256 5.0 thousand journals a second. */
const mostInBatch = 256

function posterOf(db: Db): Poster {
  let poster = posters.get(db)
  if (!poster) {
    poster = { batch: batcher((batch) => persist(db, batch), mostInBatch), turns: new Map() }
    posters.set(db, poster)
  }
  return poster
}

/** One after the other per key: the second caller of a key finds the first one's journal and gets the same answer. */
async function inTurn<T>(turns: Map<string, Promise<unknown>>, key: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(key)
  const mine = before ? before.then(work, work) : work()
  turns.set(key, mine)
  try {
    return await mine
  } finally {
    if (turns.get(key) === mine) turns.delete(key)
  }
}

/** Six seconds in all: longer than a database takes to restart or to fail over. */
const pauses = [20, 50, 100, 200, 400, 800, 1_600, 3_200]

/** Posts a batch, again and again while the database is away: keys make that harmless (D1). */
async function persist(db: Db, batch: readonly Asked[]): Promise<(Posted | Refused)[]> {
  for (let lost = 0, conflicts = 0; ;) {
    try {
      const known = knownIds(db)
      remember(known, await missingIds(db, known, batch))
      return await send(db, known, batch)
    } catch (error) {
      if (isConflict(error) && ++conflicts < 3) continue
      if (!isConnectionLost(error)) throw error
      const pause = pauses[lost++]
      // A standby that takes over may be without the accounts opened last.
      knownIds(db).clear()
      if (pause === undefined) throw new OutcomeUnknown(unknown(batch), { cause: error })
      await sleep(pause)
    }
  }
}

const unknown = (batch: readonly Asked[]): string =>
  `The database was lost while posting ${batch.length} journals (first: ${batch[0]!.journal.key}); ` +
  'whether they are there is unknown. Post again with the same keys: what is there is not posted twice.'

/** Another process took one of the keys meanwhile, or a caller's own transaction locked in another order. */
const isConflict = (error: unknown): boolean => ['23505', '40P01', '40001'].some((state) => isSqlState(error, state))
