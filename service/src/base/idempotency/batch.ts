import { batcher } from '../database/batcher.ts'
import { isConnectionLost, OutcomeUnknown, type Tx } from '../database/db.ts'
import type { Env } from '../env.ts'
import { type IdempotentRequest, once, onceAll } from './once.ts'

type Answered<Answer> = { answer: Answer; replayed: boolean }
type Submitted<Item> = { readonly request: IdempotentRequest; readonly item: Item }
type Work<Item, Answer> = (tx: Tx, items: readonly Item[]) => Promise<Answer[]>

/**
 * `once` for concurrent requests: they share a transaction, because they wait for the same locks anyway. `work` does all
 * of its items or throws and does none. In that case each item is retried alone, so that a refused item does not affect
 * the others.
 */
export function onceInBatch<Item, Answer extends object>(
  env: Env,
  batchSize: number,
  work: Work<Item, Answer>,
): (request: IdempotentRequest, item: Item) => Promise<Answered<Answer>> {
  const { submit } = batcher<Submitted<Item>, PromiseSettledResult<Answered<Answer>>>(
    (all) => runAll(env, work, all),
    batchSize,
  )
  return async (request, item) => {
    const outcome = await submit({ request, item })
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }
}

async function runAll<Item, Answer extends object>(
  env: Env,
  work: Work<Item, Answer>,
  all: readonly Submitted<Item>[],
): Promise<PromiseSettledResult<Answered<Answer>>[]> {
  const shared = all.length > 1 ? await runTogether(env, work, all) : null
  if (shared) return shared.map((answer) => ({ status: 'fulfilled', value: { answer, replayed: false } }))
  const outcomes: PromiseSettledResult<Answered<Answer>>[] = []
  for (const { request, item } of all) {
    const alone = once(env, request, async (tx) => (await work(tx, [item]))[0]!)
    outcomes.push(...(await Promise.allSettled([alone])))
  }
  return outcomes
}

/** Null if one of them fails, so that each must be tried alone. */
async function runTogether<Item, Answer extends object>(
  env: Env,
  work: Work<Item, Answer>,
  all: readonly Submitted<Item>[],
): Promise<Answer[] | null> {
  const items = all.map((one) => one.item)
  const requests = all.map((one) => one.request)
  try {
    return await env.db.tx((tx) => onceAll(env, tx, requests, () => work(tx, items)))
  } catch (error) {
    // It may have been committed. Only the callers may retry, with their own ids.
    if (isConnectionLost(error) || error instanceof OutcomeUnknown) throw error
    return null
  }
}
