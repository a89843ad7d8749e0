import { closeCasesAbout, openCase } from '../../banking/reconciliation/cases.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { takeBack as stopOperations } from '../../chains/outbox/operations.ts'
import { Refused } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { takeBack } from '../../treasury/take-back.ts'
import { type Deposit, depositMachine, orphanedJournal } from './row.ts'

/**
 * The chain no longer has these. What was not booked ends. What was booked is only dropped when a chain has changed below a
 * final block and two people have had it read again: then it is taken back, and what its institution has spent of it, it owes.
 */
export async function orphan(env: Env, tx: Tx, dropped: readonly Deposit[], by: By): Promise<void> {
  const why = { ...by, why: 'dropped by the chain' }
  for (const one of dropped) {
    const problem = one.state === 'confirming' ? null : await takeOut(env, tx, one)
    if (problem === null) await moveRows(tx, depositMachine, [one], 'orphan', why)
    else await raise(env, tx, one, problem, by.at)
  }
}

/** Null when it is out of the books, otherwise why not. */
async function takeOut(env: Env, tx: Tx, deposit: Deposit): Promise<string | null> {
  if (deposit.state === 'returning' || deposit.state === 'returned') return 'it was sent back meanwhile'
  const journal = orphanedJournal(deposit)
  const { id, institution_id, asset, quantity: amount } = deposit
  try {
    if (deposit.state === 'credited') {
      const taken = { institutionId: institution_id!, asset, amount, key: `deposit:${id}`, kind: 'deposit', ref: id }
      await takeBack(env, tx, taken, [journal])
    } else await tx.savepoint(() => postIn(env, tx, [journal]))
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
  await stopOperations(env, tx, 'collection', [id], 'The chain has dropped the deposit.')
  await closeCasesAbout(tx, 'unassigned_deposit', { depositid: id }, env.clock.now())
  return null
}

async function raise(env: Env, tx: Tx, { id, blockchain, txid }: Deposit, why: string, at: Date): Promise<void> {
  env.log.error({ depositid: id, blockchain, txid }, 'a booked deposit is no longer on its chain')
  const problem = `${blockchain} no longer has the transaction ${txid} of deposit ${id}, and it cannot be taken out of the books: ${why}`
  await openCase(tx, { kind: 'deposit_return', cause: `${id}:gone`, detail: { depositid: id, problem } }, at)
}
