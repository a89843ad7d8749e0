import { badRequest } from '../../base/http/errors.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { type Work, idsOf, moveRows } from '../../base/state-machine/transitions.ts'
import { closeCasesAbout } from '../../banking/reconciliation/cases.ts'
import { progressOf, takeBack } from '../../chains/outbox/operations.ts'
import { frozenHolds, returnAddresses } from '../../compliance/ended.ts'
import { conclude, type Held, rejectedRows } from '../../compliance/screening.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { type Deposit, depositMachine, frozenJournal } from './row.ts'
import { decided, isUnsigned, undecided } from './return.ts'

// Second decisions about a returning deposit, while none of its return is signed. The deposit has a hold by then, so nothing
// gets signed meanwhile.

const canceled = 'Two people have changed the decision.'

/** Throws when the return is signed. Another decision would come too late. */
export async function assertDepositDecidable(_env: Env, tx: Tx, id: string, decision: string): Promise<void> {
  if (decision === 'release') return
  const progress = (await progressOf(tx, 'deposit_return', [id]))({ id })
  if (progress === 'signed' || progress === 'final')
    throw badRequest('too_late', 'The return of this deposit is signed, so the decision is final.', 'decision')
  const [deposit] = await tx.query<Deposit>('select * from transfers.deposit where id = $1', [id])
  if (decision === 'freeze' && deposit && deposit.return_cost > 0n)
    throw badRequest(
      'too_late',
      'The network fee of a return to this address is already spent. Name another address.',
      'decision',
    )
}

/** Stays in place, for an authority, and is no longer its institution's. The hold stays on it. */
export const freezeDeposits: Work = async (env, tx) => {
  const found = await unsigned(
    tx,
    await tx.query<Deposit>(
      `select * from transfers.deposit d where on_hold and (${undecided} or state = 'returning' and return_cost = 0)
         and compliance.frozen_hold(id) is not null order by created_at, id for update skip locked`,
    ),
  )
  const holds = await frozenHolds(tx, idsOf(found))
  for (const one of found) {
    const frozen_by = holds.get(one.id)!
    await takeBack(env, tx, 'deposit_return', [one.id], canceled)
    await postIn(env, tx, [frozenJournal(one, frozen_by)])
    await moveRows(tx, depositMachine, [one], 'freeze', decided(env, 'frozen after review'), {
      frozen_by,
      stuck_at: null,
    })
    await closeCasesAbout(tx, 'deposit_return', { depositid: one.id }, env.clock.now())
  }
  return found.length
}

/** Goes to the newly named address; the queued return to the first one is canceled. */
export const redirectReturning: Work = async (env, tx) => {
  const found = await unsigned(tx, await rejectedRows<Deposit & Held>(tx, depositMachine, `state = 'returning'`))
  const addresses = await returnAddresses(tx, idsOf(found))
  for (const one of await conclude(env, tx, found)) {
    await takeBack(env, tx, 'deposit_return', [one.id], canceled)
    await tx.query('update transfers.deposit set returned_to = $2, stuck_at = null where id = $1', [
      one.id,
      addresses.get(one.id) ?? one.returned_to,
    ])
    await closeCasesAbout(tx, 'deposit_return', { depositid: one.id }, env.clock.now())
  }
  return found.length
}

/** An operation with the sender returns to the queue, because the deposit has a hold. */
async function unsigned(tx: Tx, deposits: readonly Deposit[]): Promise<Deposit[]> {
  const progress = await progressOf(tx, 'deposit_return', idsOf(deposits))
  return deposits.filter((one) => isUnsigned(progress(one)))
}
