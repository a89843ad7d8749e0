import { formatAccountId } from '@specie/payments/account.ts'
import { localDate, systemOf } from '@specie/payments/calendar.ts'
import type { Payment, PaymentOrder } from '@specie/payments/pain.ts'
import { ownAccount, type BankAccount } from './accounts.ts'
import { executionTime } from './days.ts'
import type { FactOf, OrderedPayment, Reason } from './events.ts'
import { usualSeconds } from './misbehaviour.ts'
import { taker } from '../pending-faults.ts'
import { accountState, free, memoryDays, type State } from './state.ts'

/** Faults of payments mean those to third parties. A sweep in the background must not use up a requested fault. */
export const paysOthers = (order: PaymentOrder): boolean =>
  order.payments.some(({ creditor }) => ownAccount(creditor.account) === null)

/** Decides a well-formed, new order: refuses all of it, or each payment by itself. */
export function takeOrder(state: State, order: PaymentOrder, hash: string, at: Date): FactOf<'ordered'> {
  const { messageId, batchId } = order
  const debtor = ownAccount(order.debtor.account)
  const { take, uses } = taker(state)
  if (paysOthers(order)) take('accept_then_timeout')
  const refuse = (reason: Reason): FactOf<'ordered'> => {
    const payments = order.payments.map((payment) => ordered(payment, reason))
    return { type: 'ordered', messageId, hash, debtor: null, batchId, dueAt: at.toISOString(), reason, payments, uses }
  }
  if (debtor === null) return refuse({ code: 'AC02', info: 'The debtor account is not held at this bank.' })
  const late = pastDate(debtor, order, at)
  if (late) return refuse(late)

  let left = free(accountState(state, debtor.iban))
  const payments = order.payments.map((payment) => {
    const own = ownAccount(payment.creditor.account)
    const refused = own === null ? take('reject_payment') : null
    const reason = refused ? { code: refused.reason ?? 'AC04', info: null } : faultOf(state, debtor, payment, left, at)
    if (reason) return ordered(payment, reason)
    left -= payment.amount
    const back = own === null ? take('return_payment') : null
    const returns = back && {
      seconds: back.seconds ?? usualSeconds.return_payment,
      reason: { code: back.reason ?? 'AC04', info: null },
    }
    return { ...ordered(payment, null), own: own?.iban ?? null, returns }
  })
  const dueAt = executionTime(systemOf(debtor.currency), order.executionDate, at).toISOString()
  return { type: 'ordered', messageId, hash, debtor: debtor.iban, batchId, dueAt, reason: null, payments, uses }
}

function pastDate(debtor: BankAccount, { executionDate }: PaymentOrder, at: Date): Reason | null {
  const today = localDate(systemOf(debtor.currency), at)
  if (executionDate >= today) return null
  return { code: 'DT01', info: `The execution date ${executionDate} is past: today is ${today}.` }
}

/** The reason of a refusal. The checks are in order of precedence: the first that fails is the answer. */
function faultOf(state: State, debtor: BankAccount, payment: Payment, left: bigint, at: Date): Reason | null {
  const { currency, endToEndId, amount } = payment
  if (currency !== debtor.currency) return { code: 'AM03', info: `The account is in ${debtor.currency}.` }
  const seen = state.endToEndIds.get(endToEndId)
  if (seen !== undefined && at.getTime() - Date.parse(seen) < memoryDays * 86_400_000)
    return { code: 'AM05', info: `This EndToEndId was used on ${seen.slice(0, 10)}.` }
  if (amount > left) return { code: 'AM04', info: 'The account does not cover this payment.' }
  return null
}

function ordered(payment: Payment, reason: Reason | null): OrderedPayment {
  const { endToEndId, instructionId, amount, creditor, reference, remittance } = payment
  return {
    endToEndId,
    instructionId,
    amount,
    creditor: { name: creditor.name, account: formatAccountId(creditor.account), bic: creditor.bic },
    own: null,
    reference,
    remittance,
    status: reason ? 'RJCT' : 'ACCP',
    reason,
    returns: null,
  }
}
