import { endOfDay, localDate } from '@specie/payments/calendar.ts'
import { accountAt } from './accounts.ts'
import { booking, reversalOf, type Uncompleted } from './booking.ts'
import { systemAt } from './days.ts'
import type { Booking, Fact, FactOf, OrderedPayment, Reversal } from './events.ts'
import { notification, statement } from './files.ts'
import { accountState, free, type PendingOrder, type State } from './state.ts'
import { receiveWire } from './wires.ts'

/** An event of the future: its time, and what it does. The decision waits until its event is the next one. */
type Due = { at: string; statement: boolean; happen: (at: Date) => Fact }

export type Step = { at: Date; fact: Fact }

/**
 * The next event up to now; null if none is due. Events happen in order of their time, however far the clock leapt. Bookings
 * are reported once no further booking is due, and always before a day is closed.
 */
export function nextStep(state: State, now: Date): Step | null {
  const due = earliest(state)
  const isDue = due !== null && due.at <= now.toISOString()
  if (!isDue || due.statement) {
    const unreported = [...state.accounts].find(([, account]) => account.untold.length > 0)
    if (unreported) return step(state.at, (at) => notification(state, unreported[0], at), now)
  }
  return isDue ? step(due.at > state.at ? due.at : state.at, due.happen, now) : null
}

/** The time of the next event. */
export const nextDue = (state: State): Date | null => {
  const due = earliest(state)
  return due && new Date(due.at)
}

/** After the clock was set back, postponed events happen now, not in the future. */
function step(at: string, happen: (at: Date) => Fact, now: Date): Step {
  const then = new Date(Math.min(Date.parse(at), now.getTime()))
  return { at: then, fact: happen(then) }
}

/** Closes the day, before its end, for every account on this business day or an earlier one. */
export function closeNext(state: State, now: Date): Step | null {
  const open = [...state.accounts].find(
    ([iban, { openDay }]) => openDay !== null && openDay <= localDate(systemAt(iban), now),
  )
  return open ? { at: now, fact: statement(state, open[0], now) } : null
}

function earliest(state: State): Due | null {
  let first: Due | null = null
  for (const due of allDue(state)) if (first === null || due.at < first.at) first = due
  return first
}

function* allDue(state: State): Generator<Due> {
  for (const order of state.pending.values()) {
    const leaving = order.payments.filter(({ own }) => (own === null ? state.payments : state.sweeps) === 'normal')
    if (leaving.length > 0)
      yield { at: order.dueAt, statement: false, happen: (at) => execute(state, order, leaving, at) }
  }
  for (const { wire, dueAt } of state.incoming)
    yield { at: dueAt, statement: false, happen: (at) => receiveWire(state, wire, at) }
  for (const reversal of state.reversals)
    if (isCovered(state, reversal))
      yield { at: reversal.dueAt, statement: false, happen: (at) => reverse(state, reversal, at) }
  for (const { until, name } of state.held)
    yield { at: until, statement: false, happen: () => ({ type: 'published', name }) }
  for (const [iban, { openDay }] of state.accounts)
    if (openDay !== null) {
      const at = endOfDay(systemAt(iban), openDay).toISOString()
      yield { at, statement: true, happen: (at) => statement(state, iban, at) }
    }
}

/** A recall waits for free money. The account is never overdrawn. */
const isCovered = (state: State, { iban, entry }: Booking): boolean =>
  entry.direction === 'debit' || free(accountState(state, iban)) >= entry.amount

function reverse(state: State, { of, reason, ...booked }: Reversal & Booking, at: Date): FactOf<'reversed'> {
  return { type: 'reversed', of, booking: reversalOf(state, booked, reason, at) }
}

/** Single entries, one per payment; a payment between our own accounts is booked on both. */
function execute(state: State, order: PendingOrder, leaving: OrderedPayment[], at: Date): FactOf<'executed'> {
  const bookings: Booking[] = []
  const returns: Reversal[] = []
  for (const payment of leaving) {
    const debit = booking(state, order.debtor, at, debitOf(payment), bookings.length + 1)
    bookings.push(debit)
    if (payment.own) bookings.push(booking(state, payment.own, at, creditOf(order, payment), bookings.length + 1))
    if (payment.returns) {
      const dueAt = new Date(at.getTime() + payment.returns.seconds * 1000).toISOString()
      returns.push({ of: debit.entry.bankref, dueAt, reason: payment.returns.reason })
    }
  }
  const endToEndIds = leaving.map(({ endToEndId }) => endToEndId)
  return { type: 'executed', messageId: order.messageId, endToEndIds, bookings, returns }
}

function debitOf(payment: OrderedPayment): Uncompleted {
  return {
    direction: 'debit',
    amount: payment.amount,
    code: payment.own ? 'PMNT/ICDT/BOOK' : 'PMNT/ICDT/DMCT',
    reversal: false,
    endToEndId: payment.endToEndId,
    instructionId: payment.instructionId,
    reference: referenceOf(payment),
    unstructured: payment.remittance,
    creditorAccount: null,
    counterparty: payment.creditor,
    returnReason: null,
  }
}

function creditOf(order: PendingOrder, payment: OrderedPayment): Uncompleted {
  const debtor = accountAt(order.debtor)
  return {
    ...debitOf(payment),
    direction: 'credit',
    code: 'PMNT/RCDT/BOOK',
    instructionId: null,
    creditorAccount: payment.creditor.account,
    counterparty: { name: debtor.name, account: debtor.iban, bic: debtor.bic },
  }
}

const referenceOf = ({ reference }: OrderedPayment): Booking['entry']['reference'] => {
  if (reference === null) return { type: 'none', value: null }
  return { type: reference.startsWith('RF') ? 'SCOR' : 'QRR', value: reference }
}
