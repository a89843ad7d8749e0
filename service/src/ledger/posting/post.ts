import { type Batcher, batcher } from '../../base/concurrency/batcher.ts'
import type { Db, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { serializeByKey, type Queues } from '../../base/concurrency/serialize-by-key.ts'
import { knownIds } from './account-ids.ts'
import { retryOnConnectionLoss } from './retry-on-connection-loss.ts'
import { type Journal, type Posted, Refused, wellFormed } from './journal.ts'
import { allIds, type PostRequest, missingIds, postBatch } from './post-batch.ts'

/** Posts one journal, durably. Throws Refused when the ledger does not allow it, OutcomeUnknown when nobody can say. */
export async function post(env: Pick<Env, 'db' | 'clock'>, journal: Journal): Promise<Posted> {
  const asked = { journal: wellFormed(journal), at: env.clock.now() }
  const { batch, turns } = posterOf(env.db)
  return posted(await serializeByKey(turns, journal.key, () => batch.submit(asked)))
}

/** Posts journals inside the caller's own transaction: all of them or, when one is refused, none. */
export async function postIn(env: Pick<Env, 'db' | 'clock'>, tx: Tx, journals: readonly Journal[]): Promise<Posted[]> {
  if (journals.length === 0) return []
  const at = env.clock.now()
  const batch = journals.map((journal) => ({ journal: wellFormed(journal), at }))
  // What is opened here is not remembered: the transaction may yet be rolled back.
  const known = knownIds(env.db)
  const opened = await missingIds(tx, known, batch)
  return (await postBatch(tx, opened.size === 0 ? known : new Map([...known, ...opened]), batch)).map(posted)
}

/** A refusal is thrown, so that no caller can overlook it. */
function posted(answer: Posted | Refused): Posted {
  if (answer instanceof Refused) throw answer
  return answer
}

type Poster = { batch: Batcher<PostRequest, Posted | Refused>; turns: Queues }
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

/** Keys make it harmless to post a batch again. */
function persist(db: Db, batch: readonly PostRequest[]): Promise<(Posted | Refused)[]> {
  const what = () => `${batch.length} journals (first: ${batch[0]!.journal.key})`
  return retryOnConnectionLoss(db, what, async () => postBatch(db, await allIds(db, batch), batch))
}
