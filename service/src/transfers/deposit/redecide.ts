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

// What people decide about a deposit once more, while it is on its way back and nothing of that is signed. A hold lies on it
// by then, so nothing gets signed meanwhile.

const canceled = 'Two people have decided anew.'

/** Throws when a transaction is signed that sends it back: it is too late to decide anything else. */
export async function assertDepositDecidable(_env: Env, tx: Tx, id: string, decision: string): Promise<void> {
  if (decision === 'release') return
  const progress = (await progressOf(tx, 'deposit_return', [id]))({ id })
  if (progress === 'signed' || progress === 'final')
    throw badRequest(
      'too_late',
      'The transaction that sends it back is signed: nothing else can be decided about it.',
      'decision',
    )
  const [deposit] = await tx.query<Deposit>('select * from transfers.deposit where id = $1', [id])
  if (decision === 'freeze' && deposit && deposit.return_cost > 0n)
    throw badRequest(
      'too_late',
      'Its address has paid the network for a return already: name another address.',
      'decision',
    )
}

/** Stays where it is, for an authority, and is no longer its institution's. The hold stays on it. */
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

/** Goes to the other address that they have named; what was in line for the first one is taken out of it. */
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

/** What is with the sender comes back into line, because a hold lies on it. */
async function unsigned(tx: Tx, deposits: readonly Deposit[]): Promise<Deposit[]> {
  const progress = await progressOf(tx, 'deposit_return', idsOf(deposits))
  return deposits.filter((one) => isUnsigned(progress(one)))
}
