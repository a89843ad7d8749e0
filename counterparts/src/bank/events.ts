import type { AccountId } from '@specie/payments/account.ts'
import type { FiatCurrency } from '@specie/payments/bankfile.ts'
import type { BankEntry } from '@specie/payments/camt.ts'
import type { Codec } from '@specie/program/event-log.ts'
import type { Asked, Misbehaviour } from './misbehaviour.ts'

// All that ever happens to the bank. A fact is decided by a command or by the passing of time; stamped it is an event,
// one line of the log, which takes place whole or not at all. State is what `apply` makes of the events in order.

export type Reason = { code: string; info: string | null }

/** One movement on one of our accounts. */
export type Booking = { iban: string; entry: BankEntry }

/** What is to be undone, when and why: a paid payment that comes back, a credited wire that is recalled. */
export type Reversal = { of: string; dueAt: string; reason: Reason }

/** Someone pays in. Without an account it goes to client money; `recall`, `reason` and `seconds` say how it is called back. */
export type Wire = {
  account: string | null
  currency: FiatCurrency
  amount: bigint
  sender: { name: string; account: AccountId | null }
  reference: string | null
  creditorAccount: string | null
  endToEndId: string | null
  recall: boolean
  reason: string | null
  seconds: number | null
}

export type OrderedPayment = {
  endToEndId: string
  instructionId: string
  amount: bigint
  creditor: { name: string; account: string; bic: string | null }
  /** The IBAN of the account of ours that is paid: a sweep. */
  own: string | null
  reference: string | null
  remittance: string | null
  status: 'ACCP' | 'RJCT'
  reason: Reason | null
  /** It will come back after its execution. */
  returns: { seconds: number; reason: Reason } | null
}

/** Delayed: what was accepted is not executed before this is normal again. */
export type Pace = 'delayed' | 'normal'

type Uses = { uses: Misbehaviour[] }

export type Fact =
  | { type: 'founded'; id: string }
  | { type: 'clock'; settlement: string; speed: number }
  | { type: 'sweeps'; sweeps: Pace }
  | { type: 'payments'; pace: Pace }
  | ({ type: 'asked' } & Asked)
  | ({ type: 'dropped' } & Uses)
  | ({ type: 'wire'; booking: Booking; recall: Reversal | null } & Uses)
  | { type: 'announced'; wire: Wire; dueAt: string }
  | { type: 'recall'; recall: Reversal }
  | ({
      type: 'ordered'
      messageId: string
      hash: string
      debtor: string | null
      batchId: string
      dueAt: string
      reason: Reason | null
      payments: OrderedPayment[]
    } & Uses)
  | { type: 'executed'; messageId: string; endToEndIds: string[]; bookings: Booking[]; returns: Reversal[] }
  | { type: 'reversed'; of: string; booking: Booking }
  | ({
      type: 'file'
      kind: 'camt.054' | 'camt.053'
      iban: string
      /** The day that a statement closes. */
      day: string | null
      /** How many of the entries not yet told a notification tells. */
      entries: number
      /** More than one when the same bytes go out again under another name. */
      names: string[]
      text: string
      /** Kept back until then; null: it is there at once. */
      heldUntil: string | null
      /** The same statement once more, as an MT940. */
      beside?: { name: string; text: string }
    } & Uses)
  | { type: 'published'; name: string }

/** When it happened: settlement time, and wall time in milliseconds. */
export type Stamp = { at: string; wall: number }

export type Event = Fact & Stamp

export type FactOf<T extends Fact['type']> = Extract<Fact, { type: T }>

/**
 * Amounts are the only bigints; every other field is what JSON says it is. They are turned one by one: a reviver
 * would visit every field of every line and made replaying three times as slow.
 */
export const codec: Codec<Event> = {
  encode: (event) => JSON.stringify(event, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
  decode: (line) => {
    const event = JSON.parse(line) as Event
    for (const money of moneyIn(event)) money.amount = BigInt(money.amount)
    return event
  },
}

function moneyIn(event: Event): { amount: bigint | string }[] {
  if ('booking' in event) return [event.booking.entry]
  if ('wire' in event) return [event.wire]
  if ('bookings' in event) return event.bookings.map(({ entry }) => entry)
  return 'payments' in event ? event.payments : []
}
