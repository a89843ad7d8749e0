import { closeCasesAbout, openCase } from '../../banking/reconciliation/cases.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { progressOf, takeBack as stopOperations } from '../../chains/outbox/operations.ts'
import { Refused } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { takeBack } from '../../compliance/take-back.ts'
import { isUnsigned } from './return.ts'
import { type Deposit, depositMachine, missing, orphanedJournal } from './row.ts'

/**
 * Deposits that are gone from the chain. Unbooked ones end. Booked ones are dropped only after a chain changed below a final
 * block and two people have resumed it. Then the credit is reversed, and the institution owes the spent part. A pending
 * return is canceled. Returns the number of ended deposits.
 */
export async function orphan(env: Env, tx: Tx, dropped: readonly Deposit[], by: By): Promise<number> {
  const why = { ...by, why: 'dropped by the chain' }
  let ended = 0
  for (const one of dropped) {
    const outcome = one.state === 'confirming' ? 'out' : await takeOut(env, tx, one)
    if (outcome === 'out') {
      await moveRows(tx, depositMachine, [one], 'orphan', why, { stuck_at: null })
      ended += 1
    } else if (outcome !== 'later') await raise(env, tx, one, outcome.problem, by.at)
  }
  return ended
}

/** `later`: its return is with the sender, which signs it or returns it to the queue (drop.ts checks again). */
type Outcome = 'out' | 'later' | { problem: string }

/** Reverses its booking. */
async function takeOut(env: Env, tx: Tx, deposit: Deposit): Promise<Outcome> {
  const { id, state } = deposit
  if (state === 'returned') return { problem: 'it was returned in the meantime' }
  if (state === 'returning') {
    const progress = (await progressOf(tx, 'deposit_return', [id]))(deposit)
    if (progress === 'assigned') return 'later'
    if (!isUnsigned(progress)) return { problem: 'it was returned in the meantime' }
    if (deposit.return_cost > 0n) return { problem: 'its address has paid the network for a return' }
    await stopOperations(env, tx, 'deposit_return', [id], 'The chain has dropped the deposit.')
  }
  try {
    await post(env, tx, deposit)
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message }
    throw error
  }
  await stopOperations(env, tx, 'collection', [id], 'The chain has dropped the deposit.')
  await closeCasesAbout(tx, 'unassigned_deposit', { depositid: id }, env.clock.now())
  await closeCasesAbout(tx, 'deposit_return', { depositid: id }, env.clock.now())
  return 'out'
}

/**
 * Coins that have left its address meanwhile are booked as missing. The debt must not wait for that.
 */
async function post(env: Env, tx: Tx, deposit: Deposit): Promise<void> {
  const journals = [...(await missing(tx, deposit)), orphanedJournal(deposit)]
  const { id, state, institution_id, asset, quantity: amount } = deposit
  if (state !== 'credited') return tx.savepoint(() => postIn(env, tx, journals)).then(() => undefined)
  const taken = { institutionId: institution_id!, asset, amount, key: `deposit:${id}`, kind: 'deposit', ref: id }
  await takeBack(env, tx, taken, journals)
}

async function raise(env: Env, tx: Tx, { id, blockchain, txid }: Deposit, why: string, at: Date): Promise<void> {
  const problem = `${blockchain} no longer has the transaction ${txid} of deposit ${id}, and it cannot be taken out of the books: ${why}`
  const isNew = await openCase(
    tx,
    { kind: 'deposit_return', cause: `${id}:gone`, detail: { depositid: id, problem } },
    at,
  )
  if (isNew) env.log.error({ depositid: id, blockchain, txid }, 'a booked deposit is no longer on its chain')
}
