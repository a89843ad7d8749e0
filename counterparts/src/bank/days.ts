import {
  cutOff,
  isBusinessDay,
  localDate,
  nextBusinessDay,
  systemOf,
  valueDate,
  type System,
} from '@specie/payments/calendar.ts'
import { accountAt } from './accounts.ts'

export const systemAt = (iban: string): System => systemOf(accountAt(iban).currency)

export const later = <T extends string | number>(a: T, b: T): T => (a > b ? a : b)

const onOrAfter = (system: System, date: string): string =>
  isBusinessDay(system, date) ? date : nextBusinessDay(system, date)

/** The business day on which an instant is booked: its own day, or the next if the bank is closed. */
export function bookingDay(iban: string, at: Date): string {
  const system = systemAt(iban)
  return onOrAfter(system, localDate(system, at))
}

export const dayAfter = (iban: string, day: string): string => nextBusinessDay(systemAt(iban), day)

/** Early enough before the cut-off to be the morning of the same day in both systems. */
const openingBeforeCutOff = 8 * 3_600_000

/** When a payment for `date` leaves: at once before today's cut-off, otherwise in the morning. */
export function executionTime(system: System, date: string, at: Date): Date {
  const day = later(onOrAfter(system, date), valueDate(system, at))
  return day === localDate(system, at) ? at : new Date(cutOff(system, day).getTime() - openingBeforeCutOff)
}
