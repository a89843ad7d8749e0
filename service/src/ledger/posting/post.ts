import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { knownIds } from './account-ids.ts'
import type { InProcess } from '../../base/per-process.ts'
import { type Journal, type Posted, Refused, wellFormed } from './journal.ts'
import { missingIds, postBatch } from './post-batch.ts'

/**
 * Posts journals inside the caller's own transaction, next to the rows that cause them: all of them or, when one is
 * refused, none. Throws Refused when the ledger does not allow it.
 */
export async function postIn(
  env: InProcess & Pick<Env, 'clock'>,
  tx: Tx,
  journals: readonly Journal[],
): Promise<Posted[]> {
  if (journals.length === 0) return []
  const at = env.clock.now()
  const batch = journals.map((journal) => ({ journal: wellFormed(journal), at }))
  // Accounts opened here are not cached, because the transaction may still be rolled back.
  const known = knownIds(env)
  const opened = await missingIds(tx, known, batch)
  return (await postBatch(tx, opened.size === 0 ? known : new Map([...known, ...opened]), batch)).map(posted)
}

/** A refusal is thrown, so that no caller can overlook it. */
function posted(answer: Posted | Refused): Posted {
  if (answer instanceof Refused) throw answer
  return answer
}
