import { parseAccountId } from '@specie/payments/account.ts'
import {
  type PayoutOutcome,
  type PayoutRequest,
  type PayoutState,
  preparePayouts,
  takeOutcomes,
} from '../../banking/payout/row.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import type { By } from '../../base/state-machine/move.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import {
  applyOutcomes,
  batchSize,
  moveRows,
  storeReasons,
  byService,
  type EventsByState,
  type Work,
} from '../../base/state-machine/transitions.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { paidByReserve } from '../../treasury/debts.ts'
import { clearParties } from '../payment/destinations.ts'
import { burnKey, type Owing, paidOut } from './journals.ts'
import { money, note, noteLegs, type Payment, paymentMachine } from '../payment/row.ts'
import type { Rail } from '../rail/row.ts'
import { maxAttempts, escalate } from '../payment/escalate.ts'

// The money of an off-ramp: from the reserve to the rail's bank account.

type PaymentOutcome = { readonly row: Payment; readonly outcome: PayoutOutcome }
type Due = Owing & { rail: Pick<Rail, 'sender' | 'recipient' | 'destination' | 'memo'> }

const due = (which: string): string => `select p.*, to_jsonb(r) as rail
  from rails.payment p join rails.rail r on r.id = p.rail_id
  where p.blockchain is not null and p.booked_at is not null and p.stuck is null and not p.on_hold and ${which}
  order by p.booked_at, p.id limit $1 for update of p skip locked`

/** Requests payouts as soon as the reserve has paid, so that other clients' money is never lent. */
export async function payOut(env: Env, fiat: OwnAccount['currency']): Promise<number> {
  const pay = async (tx: Tx) => send(env, tx, await ready(tx, fiat), byService(env, 'the reserve has paid'))
  for (let total = 0; ;) {
    const found = await env.db.tx((tx) => ready(tx, fiat))
    const steps = found.length === 0 ? 0 : await withFaultPoint(env, 'payment.paid', () => env.db.tx(pay))
    if (steps === 0) return total
    total += steps
  }
}

async function ready(tx: Tx, fiat: OwnAccount['currency']): Promise<Due[]> {
  const waiting = await tx.query<Due>(due(`p.state = 'converting' and p.sent_currency = $2`), [batchSize, fiat])
  const paid = await paidByReserve(tx, fiat, waiting.map(burnKey))
  return waiting.filter((one) => paid.has(burnKey(one)))
}

export const payAgain: Work = async (env, tx) => {
  const failed = await tx.query<Due>(due(`p.state = 'failed'`), [batchSize])
  return send(env, tx, failed, byService(env, 'tried once more'))
}

/** The parties are screened again. A newly listed payee is not paid before a review. */
async function send(env: Env, tx: Tx, rows: readonly Due[], by: By): Promise<number> {
  const cleared = await clearParties(env, tx, rows)
  for (const [made, some] of Map.groupBy(cleared, (row) => row.attempt)) {
    const attempt = made + 1
    await postIn(
      env,
      tx,
      some.map((one) => paidOut(one, attempt)),
    )
    await preparePayouts(env, tx, some.map(payoutOf), by)
    await moveRows<Payment>(tx, paymentMachine, some, 'send', by, { attempt, reason: null })
    await noteLegs(
      tx,
      some.map((one) => note(one, 'payout', 'asked', money(one.sent_currency, one.sent))),
      by.at,
    )
  }
  return rows.length
}

function payoutOf({
  id,
  institution_id: institutionId,
  sent: amount,
  sent_currency: currency,
  rail,
}: Due): PayoutRequest {
  const account = parseAccountId(rail.destination)
  if (account === null) throw new Error(`payment ${id}: its rail names no bank account`)
  const { name } = (rail.recipient ?? rail.sender).partyname
  const remittance = rail.memo ?? `Payment ${id}`
  return {
    kind: 'rail',
    subject: id,
    institutionId,
    currency,
    amount,
    creditor: { name, account, bic: null },
    remittance,
  }
}

/** Only the bank's own statement completes a payment. */
const payoutEvents: EventsByState<PayoutState> = {
  prepared: [],
  batched: [],
  sent: [],
  accepted: [],
  booked: ['complete'],
  rejected: ['fail'],
  returned: ['fail'],
}

export const applyPayoutOutcomes: Work = async (env, tx) => {
  const outcomes = await takeOutcomes(tx, 'rail', batchSize)
  const by = { actor: 'bank', why: 'payout', at: env.clock.now() }
  const timed = (event: string) => ({ completed_at: event === 'complete' ? by.at : null })
  const applied = await applyOutcomes<Payment, PayoutOutcome>(tx, paymentMachine, outcomes, payoutEvents, by, timed)
  await paid(
    tx,
    applied.filter(({ outcome: { state } }) => state === 'booked'),
    by,
  )
  await bounced(
    env,
    tx,
    applied.filter(({ outcome: { state } }) => state === 'rejected' || state === 'returned'),
    by,
  )
  return outcomes.length
}

/** With the bank's reference of the entry. */
async function paid(tx: Tx, applied: readonly PaymentOutcome[], { at }: By): Promise<void> {
  const rows = await tx.query<Owing & { bankref: string }>(
    `update rails.payment p set bankref = paid.bankref from unnest($1::uuid[], $2::text[]) paid (id, bankref)
     where p.id = paid.id returning p.*`,
    [applied.map(({ row }) => row.id), applied.map(({ outcome }) => outcome.debited)],
  )
  const notes = rows.flatMap((one) => [
    note(one, 'payout', 'booked', one.bankref),
    note(one, 'completed', 'completed', money(one.sent_currency, one.sent)),
  ])
  await noteLegs(tx, notes, at)
}

/** Its money is on `rail:{payment}` again. */
async function bounced(env: Env, tx: Tx, applied: readonly PaymentOutcome[], { at }: By): Promise<void> {
  const wordsOf = ({ state, reason }: PayoutOutcome) => [`The bank has ${state} it`, reason].filter(Boolean).join(': ')
  await storeReasons(
    tx,
    paymentMachine,
    applied.map(({ outcome }) => ({ subject: outcome.subject, reason: wordsOf(outcome) })),
  )
  await noteLegs(
    tx,
    applied.map(({ row, outcome }) => note(row, 'payout', outcome.state, outcome.reason)),
    at,
  )
  for (const { row, outcome } of applied)
    if (row.attempt % maxAttempts === 0) await escalate(env, tx, row, 'payout', wordsOf(outcome))
}
