import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import { performIntent, recordIntent } from '../../base/jobs/intents.ts'
import type { Provider } from '../../base/ports/provider.ts'
import type { By } from '../../base/state-machine/move.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { callEach } from '../../markets/provider/call-each.ts'
import { type Decided, decidedOf } from '../payment/at-provider.ts'
import { returnedJournal, sourceOf } from './journals.ts'
import { note, noteLegs, type Payment, paymentMachine } from '../payment/row.ts'
import { escalate } from '../payment/escalate.ts'

// Payments that cannot be served are returned to their payer. The provider returns all of the fiat.

const intentOf = ({ id, attempt }: Payment): string => `payment:${id}:return:${attempt}`

/** In the transaction that decides on the return (E1). Coins are returned on their chain (offramp/job.ts). */
export async function recordReturns(tx: Tx, payments: readonly Payment[], at: Date): Promise<void> {
  for (const one of payments) {
    if (one.blockchain !== null) continue
    await recordIntent(tx, { key: intentOf(one), effect: 'provider.giveBack', subject: one.id }, at)
  }
}

export async function returnAtProvider(env: Env, provider: Provider): Promise<number> {
  const open = await env.db.query<Payment>(
    `select * from rails.payment where state = 'returning' and blockchain is null and stuck is null
       and split_part(source, '/', 1) = $1 order by created_at, id`,
    [provider.name],
  )
  return callEach(open, async (payment) => {
    const request = { arrival: sourceOf(payment).arrival, reason: payment.reason ?? 'It cannot be served.' }
    const work = () =>
      performIntent<Decided>(env, intentOf(payment), {
        send: async (key) => decidedOf(await provider.returnArrival(key, request), payment),
        lookup: async (key) => {
          const found = await provider.arrivalReturn(key)
          return found && decidedOf(found, payment)
        },
        settle: (tx, decision) => settle(env, tx, payment.id, decision),
      })
    return (await withFaultPoint(env, 'payment.returned', work)) === 'settled'
  })
}

async function settle(env: Env, tx: Tx, id: string, decision: Decided): Promise<void> {
  const [payment] = await tx.query<Payment>(
    `select * from rails.payment where id = $1 and state = 'returning' for update`,
    [id],
  )
  if (!payment) throw new Error(`payment ${id} is not on its way back`)
  const at = env.clock.now()
  if (decision.status === 'rejected')
    return escalate(env, tx, payment, 'return', `The provider refuses to return it: ${decision.reason}`)
  const by = { actor: 'provider', why: 'returned', at }
  const [returned] = await moveRows(tx, paymentMachine, [payment], 'return', by)
  await postIn(env, tx, [returnedJournal(returned!)])
  await noteLegs(tx, [note(payment, 'return', 'returned', sourceOf(payment).arrival)], at)
}

/** Returned to its source: fiat by the provider, coins on their chain. */
export async function returnPayments(
  tx: Tx,
  payments: readonly Payment[],
  event: 'refuse' | 'reject',
  reason: string,
  by: By,
): Promise<Payment[]> {
  if (payments.length === 0) return []
  const returning = await moveRows(tx, paymentMachine, payments, event, by, { reason })
  await recordReturns(tx, returning, by.at)
  await noteLegs(
    tx,
    returning.map((one) => note(one, 'screening', 'refused')),
    by.at,
  )
  return returning
}
