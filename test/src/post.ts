import { type Batcher, batcher } from '@specie/service/base/database/batcher.ts'
import { type Queues, serializeByKey } from '@specie/service/base/concurrency/serialize-by-key.ts'
import type { Db } from '@specie/service/base/database/db.ts'
import type { Env } from '@specie/service/base/env.ts'
import { type Journal, type Posted, Refused, wellFormed } from '@specie/service/ledger/posting/journal.ts'
import { allIds, postBatch, type PostRequest } from '@specie/service/ledger/posting/post-batch.ts'
import { retryOnConnectionLoss } from '@specie/service/ledger/posting/retry-on-connection-loss.ts'
import { newProcess } from './memory.ts'

type Poster = { readonly batch: Batcher<PostRequest, Posted | Refused>; readonly queues: Queues }
const posters = new WeakMap<Db, Poster>()

/**
 * Posts one journal by itself, durably. Parallel callers share one call of `ledger.post`, each judged separately, like orders
 * (trading.place).
 */
export async function post({ db, clock }: Pick<Env, 'db' | 'clock'>, journal: Journal): Promise<Posted> {
  const request = { journal: wellFormed(journal), at: clock.now() }
  const { batch, queues } = posterOf(db)
  const answer = await serializeByKey(queues, journal.key, () => batch.submit(request))
  if (answer instanceof Refused) throw answer
  return answer
}

function posterOf(db: Db): Poster {
  const known = posters.get(db)
  if (known) return known
  const env = { db, ...newProcess() }
  const what = (batch: readonly PostRequest[]) => `${batch.length} journals (first: ${batch[0]!.journal.key})`
  const run = (batch: readonly PostRequest[]) =>
    retryOnConnectionLoss(
      env,
      () => what(batch),
      async () => postBatch(db, await allIds(env, batch), batch),
    )
  const poster = { batch: batcher(run, 256), queues: new Map() }
  posters.set(db, poster)
  return poster
}
