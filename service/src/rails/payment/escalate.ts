import { openCaseAgain } from '../../banking/reconciliation/cases.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { note, noteLegs, type Payment } from './row.ts'

export { refusalsOf } from '../../chains/outbox/operations.ts'

// Escalation of a payment that cannot continue. It stays in its state, a case is open, and staff resume it (resume.ts).

/** A refusal of the bank or the chain is followed by one more attempt, then by an escalation. */
export const maxAttempts = 2

type StuckLeg = NonNullable<Payment['stuck']>

/** No more attempts are made; `problem` is for the operator of the case. */
export async function escalate(
  env: Env,
  tx: Tx,
  payment: Pick<Payment, 'id'>,
  leg: StuckLeg,
  problem: string,
): Promise<void> {
  await tx.query('update rails.payment set stuck = $2 where id = $1', [payment.id, leg])
  await report(env, tx, payment, leg, problem)
}

/** Opens the case, but does not stop the payment. */
export async function report(
  env: Env,
  tx: Tx,
  payment: Pick<Payment, 'id'>,
  leg: StuckLeg,
  problem: string,
): Promise<void> {
  const { id: paymentid } = payment
  const at = env.clock.now()
  env.log.error({ paymentid, leg, problem }, 'a payment is escalated')
  // A payment may be escalated more than once; each time has its own case.
  const cause = `${paymentid}:${leg}`
  await openCaseAgain(tx, { kind: 'rail_payout', cause, detail: { paymentid, leg, problem } }, at)
  await noteLegs(tx, [note(payment, leg, underReview)], at)
}

/** The status of an escalated leg. */
export const underReview = 'under review'
