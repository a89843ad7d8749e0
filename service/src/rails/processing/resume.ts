import { audit } from '../../base/audit/audit.ts'
import { closeCasesAbout } from '../../banking/reconciliation/cases.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import type { By } from '../../base/state-machine/move.ts'
import { burnOrReturn } from '../offramp/on-chain.ts'
import type { OffRamp } from '../offramp/journals.ts'
import { recordReturns } from '../onramp/return.ts'
import { note, noteLegs, type Payment, type PaymentState } from '../payment/row.ts'
import { paymentsJob } from '../rail/row.ts'

/** Staff have resolved the problem of a payment. It continues at the escalated leg, and its case is closed. */
export async function resumePayment(env: Env, tx: Tx, id: string, { actor, why, at, from }: By): Promise<PaymentState> {
  const [payment] = isUuid(id)
    ? await tx.query<Payment>('select * from rails.payment where id = $1 for update', [id])
    : []
  if (!payment) throw new ApiError('not_found', { paymentid: id }, 'There is no such payment.')
  const { stuck } = payment
  if (stuck === null) throw badRequest('state', 'This payment is not escalated, so it cannot be resumed.', 'paymentid')
  if (payment.on_hold) throw badRequest('on_hold', 'This payment has a hold. Decide the hold first.', 'paymentid')
  await tx.query('update rails.payment set stuck = null where id = $1', [id])
  await noteLegs(tx, [note(payment, stuck, 'resumed')], at)
  await retry(env, tx, payment, at)
  await closeCasesAbout(tx, 'rail_payout', { paymentid: payment.id }, at)
  audit(tx, {
    actor,
    action: 'payment.resumed',
    subject: payment.id,
    detail: { institutionid: payment.institution_id, leg: stuck, why, ...from },
  })
  env.jobs.wake(tx, paymentsJob)
  return payment.state
}

/**
 * Restarts legs that the job does not find by itself. A new request to the provider needs a new number. The old request
 * has its answer.
 */
async function retry(env: Env, tx: Tx, payment: Payment, at: Date): Promise<void> {
  if (payment.blockchain !== null && payment.collected_at !== null && payment.booked_at === null)
    return burnOrReturn(env, tx, payment as OffRamp)
  if (payment.stuck !== 'return' || payment.blockchain !== null) return
  const attempt = payment.attempt + 1
  await tx.query('update rails.payment set attempt = $2 where id = $1', [payment.id, attempt])
  await recordReturns(tx, [{ ...payment, attempt }], at)
}
