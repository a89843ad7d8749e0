import type { BankEntry } from '@specie/payments/camt.ts'
import type { Position } from '@specie/program/event-log.ts'
import { accounts } from './accounts.ts'
import type { Clock } from './clock.ts'
import type { Booking, Event, FactOf, OrderedPayment, Pace, Reason, Reversal, Stamp, Wire } from './events.ts'
import { bookingDay, dayAfter } from './days.ts'
import type { PendingBankFault } from './misbehaviour.ts'
import { without } from '../pending-faults.ts'

export type AccountState = {
  balance: bigint
  /** Accepted payments that have not left yet. Other payments may not use this money. */
  promised: bigint
  /** The business day of new bookings; earlier days are closed permanently. Null before the first event. */
  openDay: string | null
  /** Balance at the last statement. */
  closing: bigint
  /** Booked, but in no camt.054 yet. */
  untold: BankEntry[]
  /** Booked, but in no camt.053 yet. */
  unstated: BankEntry[]
  notifications: number
  statements: number
}

/** The permanent record of an order: enough to repeat its answer and to report its status. */
export type Order = {
  number: number
  messageId: string
  hash: string
  receivedAt: string
  changedAt: string
  reason: Reason | null
  payments: { endToEndId: string; status: 'ACCP' | 'ACSC' | 'RJCT'; reason: Reason | null }[]
}

export type PendingOrder = {
  messageId: string
  debtor: string
  batchId: string
  dueAt: string
  payments: OrderedPayment[]
}

export type File = {
  number: number
  name: string
  type: 'camt.054' | 'camt.053' | 'mt940'
  account: string
  bytes: number
  /** The event of the log with its text. An MT940 is next to the camt.053 of its day. */
  text: Position
}

export type State = {
  /** Distinguishes this bank's references from those of an earlier one in another folder. */
  id: string
  clock: Clock | null
  /** Settlement time of the last event. */
  at: string
  bookings: number
  accounts: Map<string, AccountState>
  /** Incoming wires. */
  incoming: { wire: Wire; dueAt: string }[]
  wires: Map<string, Booking & { recalled: boolean }>
  orders: Map<string, Order>
  pending: Map<string, PendingOrder>
  /** When each accepted EndToEndId was last seen, oldest first. */
  endToEndIds: Map<string, string>
  reversals: (Reversal & Booking)[]
  /** The pace of payments between our own accounts. */
  sweeps: Pace
  /** The pace of payments to third parties. */
  payments: Pace
  asked: PendingBankFault[]
  files: File[]
  fileNames: Map<string, File>
  held: (Omit<File, 'number'> & { until: string })[]
}

/**
 * EndToEndIds and wires are remembered this long. After that, an id may be reused, and a wire can no longer be recalled.
 */
export const memoryDays = 90

export function newState(): State {
  const fresh = (): AccountState => ({
    balance: 0n,
    promised: 0n,
    openDay: null,
    closing: 0n,
    untold: [],
    unstated: [],
    notifications: 0,
    statements: 0,
  })
  return {
    id: '',
    clock: null,
    at: new Date(0).toISOString(),
    bookings: 0,
    accounts: new Map(accounts.map(({ iban }) => [iban, fresh()])),
    incoming: [],
    wires: new Map(),
    orders: new Map(),
    pending: new Map(),
    endToEndIds: new Map(),
    reversals: [],
    sweeps: 'normal',
    payments: 'normal',
    asked: [],
    files: [],
    fileNames: new Map(),
    held: [],
  }
}

export function accountState(state: State, iban: string): AccountState {
  const account = state.accounts.get(iban)
  if (!account) throw new Error(`${iban} is not an account of this bank`)
  return account
}

/** The amount that can still be paid out. */
export const free = ({ balance, promised }: AccountState): bigint => balance - promised

type Apply = { [T in Event['type']]: (state: State, event: FactOf<T> & Stamp, at: Position) => void }

/** The only code that changes the state, from the event alone: replaying the log gives the same state. */
export function apply(state: State, event: Event, at: Position): void {
  if ('uses' in event) state.asked = without(state.asked, event.uses)
  ;(appliers[event.type] as (state: State, event: Event, at: Position) => void)(state, event, at)
  state.at = event.at
}

const appliers: Apply = {
  founded: (state, { id }) => {
    state.id = id
  },
  clock: (state, { settlement, speed, wall }) => {
    const untouched = state.bookings === 0 && state.files.length === 0
    if (untouched && settlement < state.at) for (const account of state.accounts.values()) account.openDay = null
    openAccounts(state, settlement)
    state.clock = { settlement: Date.parse(settlement), wall, speed }
  },
  sweeps: (state, { sweeps }) => {
    state.sweeps = sweeps
  },
  payments: (state, { pace }) => {
    state.payments = pace
  },
  asked: (state, { next, count, reason, seconds }) => {
    state.asked.push({ next, count, reason, seconds })
  },
  dropped: () => {},
  announced: (state, { wire, dueAt }) => {
    state.incoming.push({ wire, dueAt })
  },
  wire: (state, { booking, recall, at }) => {
    state.incoming = state.incoming.filter(({ wire }) => wire.endToEndId !== booking.entry.endToEndId)
    openAccounts(state, at)
    book(state, booking)
    forgetBefore(state.wires, ({ entry }) => entry.bookingDate, at)
    state.wires.set(booking.entry.bankref, { ...booking, recalled: recall !== null })
    if (recall) state.reversals.push({ ...recall, ...booking })
  },
  recall: (state, { recall }) => {
    const wire = state.wires.get(recall.of)!
    wire.recalled = true
    state.reversals.push({ ...recall, iban: wire.iban, entry: wire.entry })
  },
  ordered: (state, event) => {
    openAccounts(state, event.at)
    const { messageId, hash, reason, debtor, batchId, dueAt } = event
    const payments = event.payments.map(({ endToEndId, status, reason }) => ({ endToEndId, status, reason }))
    const number = state.orders.size + 1
    const order: Order = { number, messageId, hash, reason, receivedAt: event.at, changedAt: event.at, payments }
    state.orders.set(messageId, order)
    const accepted = event.payments.filter(({ status }) => status === 'ACCP')
    if (debtor === null || accepted.length === 0) return
    state.pending.set(messageId, { messageId, debtor, batchId, dueAt, payments: accepted })
    forgetBefore(state.endToEndIds, (at) => at, event.at)
    for (const { endToEndId, amount } of accepted) {
      state.endToEndIds.delete(endToEndId)
      state.endToEndIds.set(endToEndId, event.at)
      accountState(state, debtor).promised += amount
    }
  },
  executed: (state, { messageId, endToEndIds, bookings, returns, at }) => {
    const pending = state.pending.get(messageId)!
    const done = new Set(endToEndIds)
    for (const { amount, endToEndId } of pending.payments)
      if (done.has(endToEndId)) accountState(state, pending.debtor).promised -= amount
    pending.payments = pending.payments.filter(({ endToEndId }) => !done.has(endToEndId))
    if (pending.payments.length === 0) state.pending.delete(messageId)
    const order = state.orders.get(messageId)!
    for (const payment of order.payments) if (done.has(payment.endToEndId)) payment.status = 'ACSC'
    order.changedAt = at
    const byRef = new Map(bookings.map((booking) => [booking.entry.bankref, booking]))
    for (const booking of bookings) book(state, booking)
    for (const reversal of returns) state.reversals.push({ ...reversal, ...byRef.get(reversal.of)! })
  },
  reversed: (state, { of, booking }) => {
    state.reversals = state.reversals.filter((reversal) => reversal.of !== of)
    book(state, booking)
  },
  file: (state, { kind, iban, day, entries, names, text, heldUntil, beside }, at) => {
    const account = accountState(state, iban)
    if (day === null) {
      account.notifications += 1
      account.untold = account.untold.slice(entries)
    } else {
      account.statements += 1
      account.closing = account.unstated.filter(isBookedBy(day)).reduce(signedSum, account.closing)
      account.unstated = account.unstated.filter((entry) => !isBookedBy(day)(entry))
      account.openDay = dayAfter(iban, day)
    }
    for (const name of names) {
      const file = { name, type: kind, account: iban, bytes: Buffer.byteLength(text), text: at }
      if (heldUntil === null) publish(state, file)
      else state.held.push({ ...file, until: heldUntil })
    }
    if (beside) {
      const bytes = Buffer.byteLength(beside.text)
      publish(state, { name: beside.name, type: 'mt940', account: iban, bytes, text: at })
    }
  },
  published: (state, { name }) => {
    const { until: _, ...file } = state.held.find((held) => held.name === name)!
    state.held = state.held.filter((held) => held.name !== name)
    publish(state, file)
  },
}

/** Numbers follow the order of publication, so that a reader up to a number has missed nothing. */
function publish(state: State, file: Omit<File, 'number'>): void {
  const published = { number: state.files.length + 1, ...file }
  state.files.push(published)
  state.fileNames.set(file.name, published)
}

function book(state: State, { iban, entry }: Booking): void {
  const account = accountState(state, iban)
  state.bookings += 1
  account.balance = signedSum(account.balance, entry)
  account.untold.push(entry)
  account.unstated.push(entry)
}

export const isBookedBy = (day: string) => (entry: BankEntry) => entry.bookingDate <= day

export const signedSum = (sum: bigint, { direction, amount }: BankEntry): bigint =>
  direction === 'credit' ? sum + amount : sum - amount

/** All of them open on the day of the first event. */
function openAccounts(state: State, at: string): void {
  for (const [iban, account] of state.accounts) account.openDay ??= bookingDay(iban, new Date(at))
}

function forgetBefore<V>(memory: Map<string, V>, when: (value: V) => string, at: string): void {
  const oldest = new Date(Date.parse(at) - memoryDays * 86_400_000).toISOString()
  for (const [key, value] of memory) {
    if (when(value) >= oldest.slice(0, when(value).length)) return
    memory.delete(key)
  }
}
