import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import type { Stateful } from '../base/state-machine/move.ts'
import { applyNews, batchSize, storeReasons, type EventsByState } from '../base/state-machine/transitions.ts'
import { type OperationNews, type OperationState, readNews } from '../chains/outbox/operations.ts'
import type { Journal } from '../ledger/posting/journal.ts'
import { postIn } from '../ledger/posting/post.ts'
import type { SupplyChange } from './supply-change.ts'

// The way of a supply change from its transaction to its settlement.

type ChainSteps<R> = {
  purpose: 'mint' | 'redemption'
  machine: Stateful
  /** What the chain's word means for it. */
  story: EventsByState<OperationState>
  done: (row: R, txid: string) => Journal
  failed: (row: R) => Journal
}

/** Yields a row when the chain has news of one. */
export const chainNews = (purpose: ChainSteps<never>['purpose']): string =>
  `select 1 from chains.operation where purpose = '${purpose}' and unread limit 1`

/** Supply changes learn what became of their transactions; the ledger follows in the same step (L4, L7). */
export async function applyChainNews<R extends SupplyChange & { state: string }>(
  env: Env,
  tx: Tx,
  { purpose, machine, story, done, failed }: ChainSteps<R>,
): Promise<number> {
  const news = await readNews(tx, purpose, batchSize)
  const by = { actor: 'chain', why: 'operation', at: env.clock.now() }
  const told = await applyNews<R, OperationNews>(tx, machine, news, story, by)
  const final = told.filter((one) => one.news.state === 'final')
  const lost = told.filter((one) => one.news.state === 'failed' || one.news.state === 'canceled')
  await postIn(env, tx, [
    ...final.map((one) => done(one.row, one.news.txid ?? '')),
    ...lost.map((one) => failed(one.row)),
  ])
  const booked = final.map((one) => one.row.id)
  await tx.query(`update ${machine.table} set booked_at = $2 where id = any($1)`, [booked, by.at])
  await storeReasons(
    tx,
    machine,
    lost.map((one) => one.news),
  )
  return news.length
}

/** What was asked for by this moment of settlement time settles now: it takes its time, whatever the chain does. */
export const ripeAt = ({ clock, config }: Env): Date =>
  new Date(clock.settlement().getTime() - config.settlementSeconds * 1000)
