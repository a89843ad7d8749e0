import { batcher } from '../concurrency/batcher.ts'
import { isConnectionLost, OutcomeUnknown, type Tx } from '../database/db.ts'
import type { Env } from '../env.ts'
import { type IdempotentRequest, once, onceAll } from './once.ts'

type Answered<Answer> = { answer: Answer; replayed: boolean }
type Submitted<Item> = { readonly request: IdempotentRequest; readonly item: Item }
type Work<Item, Answer> = (tx: Tx, items: readonly Item[]) => Promise<Answer[]>

/**
 * `once` for those who ask at the same moment: they share a transaction, for what waits for the same locks anyway. `work`
 * does all of its items or, when it throws, none; then each is asked for by itself, so that one which is refused costs its
 * neighbours nothing.
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

/** Null when something stands in the way of one of them. */
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
    // It may have been committed: only the callers, with their own ids, may ask again.
    if (isConnectionLost(error) || error instanceof OutcomeUnknown) throw error
    return null
  }
}
