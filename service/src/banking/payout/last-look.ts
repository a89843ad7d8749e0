import { unmarkedRows } from '../../base/audit/unmarked-rows.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { openCase, openCaseAgain } from '../reconciliation/cases.ts'
import { isSweep, type Payout, rejectPayout } from './row.ts'

// The last look before an order to the bank (ADR 72): the payout and its causes carry the service's seal and agree. Other
// payouts are put aside; the rest continue.

/** SQL: the payout `p` was put aside and is not settled yet. */
export const isPutAside = `exists (select from banking.bank_case c
  where c.kind = 'not_asked_for' and c.detail ->> 'payoutid' = p.id::text and c.closed_at is null)`

/** Returns the payouts that may be ordered; the others are put aside. */
export async function verifiedPayouts(env: Env, tx: Tx, payouts: readonly Payout[]): Promise<Payout[]> {
  const causes = await causesOf(tx, payouts)
  const rowsOf = ({ id }: Payout) => [`banking.payout/${id}`, ...(causes.get(id) ?? [])]
  const doubtful = await unmarkedRows(env, tx, payouts.flatMap(rowsOf))
  const isAsked = (one: Payout) => causes.has(one.id) && !rowsOf(one).some((row) => doubtful.has(row))
  for (const one of payouts) if (!isAsked(one)) await putAside(env, tx, one)
  return payouts.filter(isAsked)
}

async function causesOf(tx: Tx, payouts: readonly Payout[]): Promise<Map<string, string[]>> {
  const rows = await tx.query<{ id: string; causes: string[] | null }>(
    'select id, banking.payout_sources(id) as causes from unnest($1::uuid[]) id',
    [payouts.map(({ id }) => id)],
  )
  return new Map(rows.flatMap(({ id, causes }) => (causes === null ? [] : [[id, causes]])))
}

async function putAside(env: Env, tx: Tx, payout: Payout): Promise<void> {
  const { id, kind, subject, currency, amount, creditor_account } = payout
  const at = env.clock.now()
  env.log.error({ payout: id, kind, subject }, 'a payout without a sealed request is not ordered')
  env.metrics.putAside.inc({ what: 'payout' })
  const problem = `This payout of ${kind} to ${creditor_account} has no request with the mark of the service, or was changed past the service.`
  const detail = { payoutid: id, subject, currency, amount: String(amount), problem }
  await openCaseAgain(tx, { kind: 'not_asked_for', cause: id, detail }, at)
  // A sweep moves nothing, and a waiting sweep would block the next one.
  if (isSweep(payout)) await rejectPayout(env, tx, payout, problem, { actor: 'service', why: 'no request', at })
}

export type PaymentOrder = { id: string; message_id: string; xml: string }

/** Orders sealed by the service after the last look at their payouts; their bytes are sent. */
export async function verifiedOrders(env: Env, orders: readonly PaymentOrder[]): Promise<PaymentOrder[]> {
  const rowOf = ({ id }: PaymentOrder) => `banking.payment_order/${id}`
  const doubtful = await unmarkedRows(env, env.db, orders.map(rowOf))
  for (const order of orders) if (doubtful.has(rowOf(order))) await reportOrder(env, order)
  return orders.filter((order) => !doubtful.has(rowOf(order)))
}

async function reportOrder(env: Env, { id, message_id }: PaymentOrder): Promise<void> {
  const problem = `Order ${message_id} does not have the mark of the service, or was changed past the service.`
  const detail = { orderid: id, problem }
  const isNew = await openCase(env.db, { kind: 'not_asked_for', cause: id, detail }, env.clock.now())
  if (!isNew) return
  env.log.error({ order: message_id }, 'an order without the mark of the service is not sent')
  env.metrics.putAside.inc({ what: 'order' })
}
