import { cancelPayouts } from '../../banking/payout/row.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { idsOf, moveRows, byService, type Work } from '../../base/state-machine/transitions.ts'
import { isWithSender, type Progress, progressOf, takeBack } from '../../chains/outbox/operations.ts'
import { conclude, rejectedRows, rejectionWords } from '../../compliance/screening.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { type Withdrawal, withdrawalMachine } from './request.ts'
import { type BookedOnChain, failedJournal, rejectedJournal } from './journals.ts'

// Withdrawals that will not leave. Staff have rejected them, or their destination is closed.

export const revokedWallet = 'Its wallet has been revoked.'

/** Releases its money; no part of it is queued. */
export async function refuse(env: Env, tx: Tx, rows: readonly Withdrawal[], reason: string): Promise<void> {
  await postIn(env, tx, rows.map(rejectedJournal))
  await moveRows(tx, withdrawalMachine, rows, 'reject', byService(env, reason), { reason })
}

/** Rejected after review, in any state. A withdrawal that has left continues; a signed transaction is awaited. */
export const rejectWithdrawals: Work = async (env, tx) => {
  const found = await rejectedRows<Withdrawal>(tx, withdrawalMachine)
  // Withdrawals before screening or in the Travel Rule exchange are held first.
  const rows = found.filter(({ state }) => !['requested', 'screening', 'travel_rule'].includes(state))
  if (rows.length === 0) return 0
  const progress = await progressOf(tx, 'withdrawal', idsOf(rows))
  const ready = await conclude(
    env,
    tx,
    rows.filter((one) => !isWithSender(progress(one))),
  )
  for (const [reason, some] of Map.groupBy(ready, await rejectionWords(tx, ready)))
    await rejectAll(env, tx, some, progress, reason)
  return ready.length
}

async function rejectAll(
  env: Env,
  tx: Tx,
  rows: readonly Withdrawal[],
  progress: (one: Withdrawal) => Progress,
  reason: string,
): Promise<void> {
  const before = rows.filter(({ state }) => state === 'held' || state === 'approved')
  await refuse(env, tx, before, reason)
  const by = byService(env, 'reject decided')
  const queued = rows.filter((one) => progress(one) === 'queued')
  await takeBack(env, tx, 'withdrawal', idsOf(queued), reason)
  await postIn(env, tx, (queued as (Withdrawal & BookedOnChain)[]).map(failedJournal))
  const byBank = rows.filter((one) => one.bank_account_id !== null && one.state === 'sending')
  const takenBack = await cancelPayouts(env, tx, 'withdrawal', idsOf(byBank), reason, by)
  const unpaid = byBank.filter(({ id }) => takenBack.has(id))
  await moveRows(tx, withdrawalMachine, [...queued, ...unpaid], 'reject', by, { reason })
}
