import type { AssetCode } from '@specie/protocol/assets.ts'
import { next } from '@specie/protocol/machines.ts'
import { amountText, formatAmount } from '@specie/protocol/money.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import { closeCasesAbout } from '../../banking/reconciliation/cases.ts'
import { audit } from '../../base/audit/audit.ts'
import type { ApprovalActor, Description } from '../../base/approvable.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { conclude, decisionsOn } from '../../compliance/screening.ts'
import { institutionName } from '../../directory/institutions.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit, type Line } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { fiatOf, isCoin, par } from '../../ledger/coin.ts'
import { owedLines } from '../../ledger/posting/coin-lines.ts'
import { netOf } from '../onramp/journals.ts'
import { money, note, noteLegs, type Payment, paymentJournal, paymentMachine, railAccount } from '../payment/row.ts'

// A payment that can neither continue nor be returned, because its coins are burned or its wire is sent. Two people credit
// the remaining money to its institution's balance (approval kind payment.credit).

type Credit = PayloadOf<'payment.credit'>

/** The remaining money of a payment, and the lines that take it from its account. */
type Rest = { readonly asset: AssetCode; readonly minor: bigint; readonly from: readonly Line[] }

/** The act of an approved `payment.credit`. */
export async function creditPayment(env: Env, tx: Tx, { paymentid, amount }: Credit, by: ApprovalActor): Promise<void> {
  const payment = await lockCreditable(tx, paymentid)
  const rest = await restOf(tx, payment)
  if (amount !== amountText(rest))
    throw badRequest(
      'amount',
      `The remaining amount of this payment is ${amountText(rest)}, not ${amount}. Request the credit again.`,
      'amount',
    )
  await conclude(env, tx, [payment])
  await moveRows(tx, paymentMachine, [{ ...payment, on_hold: false }], 'credit', by)
  await tx.query('update rails.payment set stuck = null where id = $1', [payment.id])
  const balance = account('client', 'available', payment.institution_id, rest.asset)
  await postIn(env, tx, [paymentJournal(payment, 'credited', [...rest.from, credit(balance, rest.minor)])])
  await noteLegs(tx, [note(payment, 'credit', 'credited', money(rest.asset, rest.minor))], by.at)
  await closeCasesAbout(tx, 'rail_payout', { paymentid: payment.id }, by.at, by.actor)
  audit(tx, {
    actor: by.actor,
    action: 'payment.credited',
    subject: payment.id,
    detail: {
      institutionid: payment.institution_id,
      asset: rest.asset,
      amount: formatAmount(rest),
      maker: by.maker,
      why: by.why,
      ...by.from,
    },
  })
}

/** The amount that two people approve. */
export async function completeCredit(_env: Env, tx: Tx, payload: Credit): Promise<Credit> {
  const rest = await restOf(tx, await lockCreditable(tx, payload.paymentid))
  return { amount: amountText(rest), ...payload }
}

export async function describeCredit(_env: Env, sql: Sql, { paymentid, amount }: Credit): Promise<Description> {
  const [payment] = await sql.query<Payment>('select * from rails.payment where id = $1', [paymentid])
  if (!payment) return { title: `Credit the remaining amount of payment ${paymentid}`, institutionId: null }
  const whose = await institutionName(sql, payment.institution_id)
  return {
    title: `Credit ${amount ?? 'the remaining amount'} of a rail payment to ${whose}`,
    institutionId: payment.institution_id,
  }
}

/** Locked; it must be escalated, without an undecided hold. */
async function lockCreditable(tx: Tx, id: string): Promise<Payment> {
  const [payment] = isUuid(id)
    ? await tx.query<Payment>('select * from rails.payment where id = $1 for update', [id])
    : []
  if (!payment) throw new ApiError('not_found', { paymentid: id }, 'There is no such payment.')
  if (payment.stuck === null || next(paymentMachine.machine, payment.state, 'credit') === null)
    throw badRequest(
      'state',
      'This payment is not escalated. It continues, is being returned or has ended.',
      'paymentid',
    )
  if (payment.on_hold && (await decisionsOn(tx, [id])).get(id) !== 'reject')
    throw badRequest('on_hold', 'This payment has an undecided hold. Decide the hold first.', 'paymentid')
  return payment
}

function restOf(tx: Tx, payment: Payment): Rest | Promise<Rest> {
  if (payment.blockchain === null) return payment.reserved ? reservedRest(tx, payment) : wiredRest(tx, payment)
  return payment.booked_at === null ? coinsRest(tx, payment) : proceedsRest(payment)
}

/** On-ramp: the provider has wired it, and its money is on the rail's account. */
async function wiredRest(tx: Tx, payment: Payment): Promise<Rest> {
  const [wire] = await tx.query<{ arrived: boolean }>(
    'select arrived from banking.expected_wire where reference = $1',
    [payment.reference],
  )
  if (wire === undefined)
    throw badRequest('state', 'The money is with the provider. Only the provider can return it.', 'paymentid')
  if (!wire.arrived) throw badRequest('state', 'The wire of the provider has not arrived yet.', 'paymentid')
  return onRail(payment, payment.received_currency, netOf(payment))
}

/** On-ramp: the reserve has the money for unissued coins, and owes it to the clients again. */
async function reservedRest(tx: Tx, { id, sent, sent_currency: coin }: Payment): Promise<Rest> {
  const [ahead] = await tx.query<{ paid: boolean }>('select paid from treasury.prefunded_mints where subject = $1', [
    id,
  ])
  if (ahead?.paid !== true)
    throw badRequest(
      'state',
      'The money is on its way to the reserve. Wait until the bank has booked the sweep.',
      'paymentid',
    )
  if (sent === null || !isCoin(coin)) throw new Error(`the reserve has no money for ${coin}`)
  const [asset, minor] = [fiatOf(coin), par(sent)]
  return { asset, minor, from: [debit(account('reserve', 'excess', asset), minor), ...owedLines(asset, minor)] }
}

/** Off-ramp: the coins are burned, and the proceeds are on the rail's account. */
const proceedsRest = (payment: Payment): Rest => onRail(payment, payment.sent_currency, payment.sent!)

/** Off-ramp: the coins are in our wallet, without an open operation. */
async function coinsRest(tx: Tx, payment: Payment): Promise<Rest> {
  const [busy] = await tx.query(
    `select from chains.current_operation o where o.subject = $1 and o.purpose in ('rail_burn', 'rail_return')`,
    [payment.id],
  )
  if (payment.collected_at === null || busy !== undefined)
    throw badRequest(
      'state',
      'The coins are not in our wallet yet, or have an open operation. Try again later.',
      'paymentid',
    )
  return onRail(payment, payment.received_currency, payment.received)
}

const onRail = (payment: Payment, asset: AssetCode, minor: bigint): Rest => ({
  asset,
  minor,
  from: [debit(railAccount(payment, asset), minor)],
})
