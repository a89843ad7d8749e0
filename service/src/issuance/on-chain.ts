import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import type { Stateful } from '../base/state-machine/move.ts'
import { applyOutcomes, batchSize, storeReasons, type EventsByState } from '../base/state-machine/transitions.ts'
import { type OperationOutcome, type OperationState, takeOutcomes } from '../chains/outbox/operations.ts'
import type { Journal } from '../ledger/posting/journal.ts'
import { postIn } from '../ledger/posting/post.ts'
import type { SupplyChange } from './supply-change.ts'

// The steps of a supply change from its transaction to its settlement.

type ChainSteps<R> = {
  purpose: 'mint' | 'redemption'
  machine: Stateful
  /** The events of the row's machine, by the state of the operation. */
  events: EventsByState<OperationState>
  done: (row: R, txid: string) => Journal
  failed: (row: R) => Journal
}

/** Applies the outcomes of their chain operations to supply changes, and books them in the same step (L4, L7). */
export async function applyChainOutcomes<R extends SupplyChange & { state: string }>(
  env: Env,
  tx: Tx,
  { purpose, machine, events, done, failed }: ChainSteps<R>,
): Promise<number> {
  const outcomes = await takeOutcomes(tx, purpose, batchSize)
  const by = { actor: 'chain', why: 'operation', at: env.clock.now() }
  const applied = await applyOutcomes<R, OperationOutcome>(tx, machine, outcomes, events, by)
  const final = applied.filter((one) => one.outcome.state === 'final')
  const lost = applied.filter((one) => one.outcome.state === 'failed' || one.outcome.state === 'canceled')
  await postIn(env, tx, [
    ...final.map((one) => done(one.row, one.outcome.txid ?? '')),
    ...lost.map((one) => failed(one.row)),
  ])
  const booked = final.map((one) => one.row.id)
  await tx.query(`update ${machine.table} set booked_at = $2 where id = any($1)`, [booked, by.at])
  await storeReasons(
    tx,
    machine,
    lost.map((one) => one.outcome),
  )
  return outcomes.length
}

/** Requests up to this time settle now. The settlement period is fixed, even on a fast chain. */
export const settlementDueAt = ({ clock, config }: Env): Date =>
  new Date(clock.settlement().getTime() - config.settlementSeconds * 1000)
