import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { byService } from '../../base/state-machine/transitions.ts'
import { conclude, decisionsOn, rejectionWords } from '../../compliance/screening.ts'
import { asSentence, type Payment } from '../payment/row.ts'
import { returnPayments } from './return.ts'

/** The provider has not received the order to wire it, and will not. False when the payment was not rejected. */
export async function rejectUnsettled(env: Env, tx: Tx, id: string): Promise<boolean> {
  const [payment] = await tx.query<Payment>(
    `select * from rails.payment where id = $1 and state = 'converting' and on_hold for update`,
    [id],
  )
  if (!payment || (await decisionsOn(tx, [id])).get(id) !== 'reject') return false
  await conclude(env, tx, [payment])
  await tx.query('update rails.payment set reference = null, spread = 0, commission = 0, sent = null where id = $1', [
    id,
  ])
  const reason = asSentence((await rejectionWords(tx, [payment]))(payment))
  const rejected = { ...payment, reference: null, on_hold: false }
  await returnPayments(tx, [rejected], 'reject', reason, byService(env, 'reject decided'))
  return true
}
