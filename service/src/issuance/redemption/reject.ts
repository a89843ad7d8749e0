import { paidOrOrdered, cancelPayouts } from '../../banking/payout/row.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { idsOf, moveRows, byService, type Work } from '../../base/state-machine/transitions.ts'
import { type Progress, progressOf, takeBack } from '../../chains/outbox/operations.ts'
import { conclude, rejectedRows, rejectionWords } from '../../compliance/screening.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { type Redemption, redemptionMachine, rejected, settled } from './row.ts'

// Redemptions rejected after review, in any state. Coins are released while the burn is not signed; the proceeds of burned
// coins go to the balance, not to the bank.

export const rejectRedemptions: Work = async (env, tx) => {
  const rows = await rejectedRows<Redemption>(tx, redemptionMachine)
  if (rows.length === 0) return 0
  const progress = await progressOf(tx, 'redemption', idsOf(rows))
  const ready = await conclude(
    env,
    tx,
    rows.filter((one) => isReady(one, progress(one))),
  )
  for (const [reason, some] of Map.groupBy(ready, await rejectionWords(tx, ready)))
    await rejectAll(env, tx, some, progress, reason)
  return ready.length
}

async function rejectAll(
  env: Env,
  tx: Tx,
  rows: readonly Redemption[],
  progress: (one: Redemption) => Progress,
  reason: string,
): Promise<void> {
  const by = byService(env, 'reject decided')
  // `screening`: it waits for its coins to be collected.
  const isBefore = ({ state }: Redemption) => state === 'held' || state === 'screening'
  const unburned = rows.filter((one) => isBefore(one) || progress(one) === 'queued')
  await takeBack(env, tx, 'redemption', idsOf(unburned), reason)
  await postIn(env, tx, unburned.map(rejected))
  await moveRows(tx, redemptionMachine, unburned, 'reject', by, { reason })
  const paying = rows.filter((one) => one.state === 'paying')
  // A canceled payout returns the money to the balance, and its outcome ends the redemption.
  const takenBack = await cancelPayouts(env, tx, 'redemption', idsOf(paying), reason, by)
  const ordered = await paidOrOrdered(tx, 'redemption', idsOf(paying))
  const left = paying.filter(({ id, paid_at }) => paid_at === null && !takenBack.has(id) && !ordered.has(id))
  await payToBalance(env, tx, left, `paid to the balance: ${reason}`, by)
}

/** A pending or unbooked burn is awaited; the outcome of a failed one ends the redemption. */
function isReady({ state }: Redemption, progress: Progress): boolean {
  const isBurning = state === 'burning' || state === 'confirming'
  return !isBurning || progress === 'queued' || progress === 'none'
}

export async function payToBalance(
  env: Env,
  tx: Tx,
  rows: readonly Redemption[],
  reason: string,
  by: By,
): Promise<void> {
  await postIn(env, tx, rows.map(settled))
  await moveRows(tx, redemptionMachine, rows, 'settle', by, { settled_at: by.at, reason })
}
