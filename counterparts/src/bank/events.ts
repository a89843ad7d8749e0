import type { AccountId } from '@specie/payments/account.ts'
import type { FiatCurrency } from '@specie/payments/bankfile.ts'
import type { BankEntry } from '@specie/payments/camt.ts'
import type { Codec } from '@specie/program/event-log.ts'
import type { PendingBankFault, Misbehaviour } from './misbehaviour.ts'

// All events of the bank. A command or the passing of time produces a fact. The fact and its time are an event, which is one
// line of the log and takes effect completely or not at all. `apply`, called for all events in order, gives the state.

export type Reason = { code: string; info: string | null }

/** One movement on one of our accounts. */
export type Booking = { iban: string; entry: BankEntry }

/** A reversal, with its time and reason: a returned payment, or a recalled wire. */
export type Reversal = { of: string; dueAt: string; reason: Reason }

/** An incoming payment. Without an account it goes to client money; `recall`, `reason` and `seconds` describe its recall. */
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
  /** The IBAN of our account that receives it: a sweep. */
  own: string | null
  reference: string | null
  remittance: string | null
  status: 'ACCP' | 'RJCT'
  reason: Reason | null
  /** It is returned after its execution. */
  returns: { seconds: number; reason: Reason } | null
}

/** Delayed: accepted payments are not executed until this is normal again. */
export type Pace = 'delayed' | 'normal'

type Uses = { uses: Misbehaviour[] }

export type Fact =
  | { type: 'founded'; id: string }
  | { type: 'clock'; settlement: string; speed: number }
  | { type: 'sweeps'; sweeps: Pace }
  | { type: 'payments'; pace: Pace }
  | ({ type: 'asked' } & PendingBankFault)
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
      /** How many of the unreported entries a notification reports. */
      entries: number
      /** It has several names if the same bytes are sent again under another name. */
      names: string[]
      text: string
      /** The file is withheld until this time; null if it is available at once. */
      heldUntil: string | null
      /** The same statement as an MT940. */
      beside?: { name: string; text: string }
    } & Uses)
  | { type: 'published'; name: string }

/** Its time: settlement time, and wall time in milliseconds. */
export type Stamp = { at: string; wall: number }

export type Event = Fact & Stamp

export type FactOf<T extends Fact['type']> = Extract<Fact, { type: T }>

/**
 * Amounts are the only bigints; every other field is plain JSON. They are converted one by one. A reviver would visit every
 * field of every line and made replaying three times as slow.
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
