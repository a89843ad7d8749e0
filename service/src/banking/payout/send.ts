import { parseAccountId } from '@specie/payments/account.ts'
import { systemOf, valueDate } from '@specie/payments/calendar.ts'
import { type PaymentStatus, writePain001 } from '@specie/payments/pain.ts'
import { machines, next } from '@specie/protocol/machines.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import { performIntent, recordIntent } from '../../base/jobs/intents.ts'
import type { Job } from '../../base/jobs/runner.ts'
import type { Bank, OwnAccount } from '../../base/ports/bank.ts'
import { stoppedAmong } from '../../compliance/stops.ts'
import { forEachItem } from '../../base/jobs/for-each-due.ts'
import { verifiedPayouts, isPutAside, verifiedOrders, type PaymentOrder } from './last-look.ts'
import { bankIdOf, movePayouts, type Payout, payoutsJob, rejectPayout } from './row.ts'

/** The limit of a bank; it also keeps the message readable. The rest waits for the next order. */
const maxPayments = 500
/** How often, in wall time, the status of an unfinished order is queried. */
const pollMs = 5_000

/** Collects payouts into orders, sends each exactly once (E1), and polls the status of open orders. */
export const sendPayouts: Job = {
  name: payoutsJob,
  everyMs: 5_000,
  run: async (env) => {
    const { bank } = env
    if (bank === null) return 0
    return forEachItem(env, [createOrders, sendOrders, pollOrders], (step) => step(env, bank))
  },
}

async function createOrders(env: Env): Promise<number> {
  const waiting = await env.db.query<OwnAccount>(
    `select own.* from banking.bank_account own where exists (
       select from banking.payout p where p.state = 'prepared' and (p.purpose, p.currency) = (own.purpose, own.currency)
         and not compliance.is_stopped(p.subject) and not compliance.is_switched_off(p.subject) and not ${isPutAside})`,
  )
  return forEachItem(env, waiting, (own) => createOrdersFrom(env, own))
}

async function createOrdersFrom(env: Env, own: OwnAccount): Promise<number> {
  let orders = 0
  while (await withFaultPoint(env, 'payout.batched', () => env.db.tx((tx) => createOrder(env, tx, own)))) orders += 1
  return orders
}

/**
 * Creates one order for one account, with its intent; false when no payout is due. Payouts on hold (S1) or without a sealed
 * request are left out.
 */
async function createOrder(env: Env, tx: Tx, own: OwnAccount): Promise<boolean> {
  const waiting = await tx.query<Pick<Payout, 'id' | 'subject'>>(
    `select id, subject from banking.payout p where state = 'prepared' and purpose = $1 and currency = $2
       and not compliance.is_stopped(p.subject) and not compliance.is_switched_off(p.subject) and not ${isPutAside} order by created_at, id limit $3`,
    [own.purpose, own.currency, maxPayments],
  )
  const stopped = await stoppedAmong(
    tx,
    waiting.map((one) => one.subject),
  )
  const locked = await tx.query<Payout>(
    `select * from banking.payout where id = any($1) and state = 'prepared' order by created_at, id for update skip locked`,
    [waiting.filter((one) => !stopped.has(one.subject)).map((one) => one.id)],
  )
  if (locked.length === 0) return false
  const payouts = await verifiedPayouts(env, tx, locked)
  if (payouts.length === 0) return true
  const at = env.clock.now()
  const id = env.ids.uuid(at)
  const order = orderOf(env, own, bankIdOf(id), payouts)
  await tx.query(
    `insert into banking.payment_order (id, message_id, purpose, currency, execution_date, xml, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, order.messageId, own.purpose, own.currency, order.executionDate, writePain001(order), at],
  )
  await tx.query('update banking.payout set order_id = $2 where id = any($1)', [payouts.map((one) => one.id), id])
  await movePayouts(env, tx, payouts, 'batch', { actor: 'service', why: `in order ${order.messageId}`, at })
  await recordIntent(tx, { key: order.messageId, effect: 'bank.pay', subject: id }, at)
  return true
}

function orderOf(env: Env, own: OwnAccount, messageId: string, payouts: readonly Payout[]) {
  const now = env.clock.settlement()
  return {
    messageId,
    createdAt: now,
    initiator: own.name,
    debtor: { name: own.name, account: { kind: 'iban' as const, iban: own.iban }, bic: own.bic },
    executionDate: valueDate(systemOf(own.currency), now),
    batchId: messageId,
    payments: payouts.map(paymentOf),
  }
}

function paymentOf(payout: Payout) {
  const account = parseAccountId(payout.creditor_account)
  if (account === null) throw new Error(`payout ${payout.id}: ${payout.creditor_account} is not a valid account`)
  return {
    endToEndId: payout.end_to_end_id,
    instructionId: payout.end_to_end_id,
    amount: payout.amount,
    currency: payout.currency,
    creditor: { name: payout.creditor_name, account, bic: payout.creditor_bic, address: null },
    remittance: payout.remittance,
    reference: null,
  }
}

async function sendOrders(env: Env, bank: Bank): Promise<number> {
  const orders = await env.db.query<PaymentOrder>(
    `select o.id, message_id, xml from work.open_intent intent join banking.payment_order o on o.id = intent.subject
     where intent.effect = 'bank.pay' order by o.created_at`,
  )
  let settled = 0
  for (const { message_id, xml } of await verifiedOrders(env, orders)) {
    const outcome = await performIntent<PaymentStatus>(env, message_id, {
      send: (key) => bank.pay(key, xml),
      lookup: (key) => bank.status(key), // the outcome of a timeout is unknown. Look it up, never send again
      settle: async (tx, status) => void (await applyStatus(env, tx, message_id, status)),
    })
    if (outcome === 'settled') settled += 1
  }
  return settled
}

/** The bank may still reject what it has accepted; only a statement is final. */
async function pollOrders(env: Env, bank: Bank): Promise<number> {
  const now = env.clock.now()
  const open = await env.db.query<{ message_id: string }>(
    `update banking.payment_order o set asked_at = $1
     where exists (select from banking.payout p where p.order_id = o.id and p.state in ('sent', 'accepted'))
       and coalesce(asked_at, created_at) < $2
     returning message_id`,
    [now, new Date(now.getTime() - pollMs)],
  )
  return forEachItem(env, open, async ({ message_id }) => {
    const status = await bank.status(message_id)
    return status === null ? 0 : env.db.tx((tx) => applyStatus(env, tx, message_id, status))
  })
}

type Event = 'send' | 'accept' | 'reject'

/** Technical acceptance and «pending» do not mean that the bank will pay. */
const eventOf: Record<PaymentStatus['group'], Event> = {
  ACTC: 'send',
  PDNG: 'send',
  ACCP: 'accept',
  ACSC: 'accept',
  PART: 'accept', // names the rejected ones
  RJCT: 'reject',
}

/** Applies a pain.002 to each payment; a payment without a status of its own has the status of its group. */
async function applyStatus(env: Env, tx: Tx, messageId: string, status: PaymentStatus): Promise<number> {
  // A bank that could not parse an order cannot name it; any other answer must name the queried order.
  if (status.originalMessageId !== messageId && status.group !== 'RJCT') {
    throw new Error(`the bank was asked about order ${messageId} and answered about ${status.originalMessageId}`)
  }
  const named = new Map(status.transactions.map((one) => [one.endToEndId, one]))
  const payouts = await tx.query<Payout>(
    `select p.* from banking.payout p join banking.payment_order o on o.id = p.order_id
     where o.message_id = $1 order by p.id for update of p`,
    [messageId],
  )
  const statusOf = (payout: Payout) =>
    named.get(payout.end_to_end_id) ?? { status: status.group, reason: status.reason }
  const at = env.clock.now()
  let steps = 0
  for (const event of ['send', 'accept', 'reject'] as const) {
    // A payout that a statement has meanwhile settled keeps its state.
    const open = payouts.filter(
      (payout) => eventOf[statusOf(payout).status] === event && next(machines.payout, payout.state, event) !== null,
    )
    const by = { actor: 'bank', why: `pain.002 ${status.messageId}`, at }
    if (event !== 'reject') await movePayouts(env, tx, open, event, by)
    else for (const payout of open) await rejectPayout(env, tx, payout, reasonText(statusOf(payout).reason), by)
    steps += open.length
  }
  return steps
}

const reasonText = (reason: PaymentStatus['reason']): string =>
  reason === null ? 'rejected by the bank' : [reason.code, reason.info].filter(Boolean).join(': ')

/** References of the payouts of these subjects in an order; a batched order is sent again after a crash. */
export const payoutsAtBank = (tx: Tx, subjects: readonly string[]): Promise<{ subject: string; reference: string }[]> =>
  tx.query(
    `select subject, end_to_end_id as reference from banking.payout
     where subject = any($1::uuid[]) and state in ('batched', 'sent', 'accepted', 'booked') order by end_to_end_id`,
    [subjects],
  )
