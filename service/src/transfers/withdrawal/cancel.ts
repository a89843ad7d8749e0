import type { RequestOf, ResponseOf } from '@specie/protocol/endpoints/endpoint.ts'
import { machines, next, publicState } from '@specie/protocol/machines.ts'
import type { cancelWithdrawal as Cancel } from '@specie/protocol/endpoints/transfers.ts'
import { cancelPayouts } from '../../banking/payout/row.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import { requestOf, isDryRun, once, dryRun, type Answered } from '../../base/idempotency/once.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { progressOf, takeBack } from '../../chains/outbox/operations.ts'
import { endDebtReview } from '../../compliance/holds.ts'
import { moveHoldsToNext } from '../../compliance/screening.ts'
import { withdrawRequest } from '../../access/payment-approval.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { type Caller, type Withdrawal, withdrawalMachine } from './request.ts'
import { type BookedOnChain, canceledJournal, failedJournal } from './journals.ts'

type Answer = ResponseOf<typeof Cancel>

/** Cancels a withdrawal before it is signed or sent to the bank. */
export async function cancelWithdrawal(
  env: Env,
  by: Caller,
  fields: RequestOf<typeof Cancel>,
): Promise<Answered<Answer>> {
  const isDry = isDryRun(fields)
  const idempotent = requestOf(by.institutionId, 'cancelWithdrawal', fields)
  const work = async (tx: Tx): Promise<Answer> => {
    const at = env.clock.now()
    const { id, state, asset } = await cancel(env, tx, by, fields.withdrawalid, at)
    const status = publicState(machines.withdrawal, isDry ? state : 'canceled')!
    const fee = isDry ? { fee: '0', fee_currency: asset } : {}
    return { timestamp: at.toISOString(), result: 'ok', withdrawalid: id, status, ...fee, validated: false }
  }
  if (!isDry) return once(env, idempotent, work)
  const { answer, replayed } = await dryRun(env, idempotent, work)
  return { answer: { ...answer, validated: true, limits: [] }, replayed }
}

const reason = 'Canceled by the institution.'

/** Returns the withdrawal before the change. */
async function cancel(env: Env, tx: Tx, caller: Caller, id: string, at: Date): Promise<Withdrawal> {
  const { institutionId, actor } = caller
  await withdrawRequest(env, tx, 'member.withdrawal', caller, id)
  const [withdrawal] = await tx.query<Withdrawal>(
    'select * from transfers.withdrawal where institution_id = $1 and id::text = $2 for update',
    [institutionId, id],
  )
  if (!withdrawal) throw badRequest('unknown', 'There is no such withdrawal.', 'withdrawalid')
  if (next(machines.withdrawal, withdrawal.state, 'cancel') === null) throw tooLate(withdrawal)
  if (withdrawal.on_hold) await endDebtReview(env, tx, withdrawal)
  // The hold is about the institution. After a cancellation it applies to the next withdrawal.
  if (withdrawal.on_hold && !(await moveHoldsToNext(env, tx, withdrawal.id, actor))) throw tooLate(withdrawal)
  const by = { actor, why: 'asked for', at }
  if (!(await tryCancel(env, tx, withdrawal, by))) throw tooLate(withdrawal)
  await moveRows(tx, withdrawalMachine, [withdrawal], 'cancel', by)
  return withdrawal
}

const tooLate = ({ state, on_hold }: Withdrawal): ApiError =>
  new ApiError('not_cancelable', { status: publicState(machines.withdrawal, state, on_hold) })

/** Cancels the operation or payout and releases the money; false when it is signed, or the bank has the order. */
async function tryCancel(env: Env, tx: Tx, withdrawal: Withdrawal, by: By): Promise<boolean> {
  const { id, state } = withdrawal
  if (state !== 'sending') {
    await postIn(env, tx, [canceledJournal(withdrawal)])
    return true
  }
  if (withdrawal.bank_account_id !== null) {
    return (await cancelPayouts(env, tx, 'withdrawal', [id], reason, by)).has(id)
  }
  const progress = await progressOf(tx, 'withdrawal', [id])
  if (progress(withdrawal) !== 'queued') return false
  await takeBack(env, tx, 'withdrawal', [id], reason)
  await postIn(env, tx, [failedJournal(withdrawal as Withdrawal & BookedOnChain)])
  return true
}
