import type { BankEntry } from '@specie/payments/camt.ts'
import { valueDate } from '@specie/payments/calendar.ts'
import { accountAt } from './accounts.ts'
import { bookingDay, later, systemAt } from './days.ts'
import type { Booking, Reason } from './events.ts'
import { accountState, type State } from './state.ts'

/** An entry without the fields of the bank: reference, currency and dates. */
export type Uncompleted = Omit<BankEntry, 'bankref' | 'currency' | 'bookingDate' | 'valueDate'>

/** `nth` counts the bookings of one event. Each gets its own reference, unique at this bank. */
export function booking(state: State, iban: string, at: Date, entry: Uncompleted, nth = 1): Booking {
  const bankref = `${state.id}${String(state.bookings + nth).padStart(9, '0')}`
  // A closed day takes no more bookings, even if the clock was set back.
  const bookingDate = later(bookingDay(iban, at), accountState(state, iban).openDay ?? '')
  const dates = { bookingDate, valueDate: later(valueDate(systemAt(iban), at), bookingDate) }
  return { iban, entry: { ...entry, ...dates, bankref, currency: accountAt(iban).currency } }
}

/** Undoes an entry. A paid payment is returned, a credited wire is recalled. */
export function reversalOf(state: State, { iban, entry }: Booking, reason: Reason, at: Date): Booking {
  const paid = entry.direction === 'debit'
  return booking(state, iban, at, {
    ...entry,
    direction: paid ? 'credit' : 'debit',
    code: paid ? 'PMNT/ICDT/RRTN' : 'PMNT/RCDT/RRTN',
    reversal: true,
    returnReason: { ...reason, originalEndToEndId: entry.endToEndId },
  })
}
