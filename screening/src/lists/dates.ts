import type { DateRange } from './entry.ts'

// Dates of lists are often imprecise. A range says what is known: its first and its last possible day.

type Day = { readonly year: number; readonly month?: number; readonly day?: number }

/** Null if there is no such day. */
export function dateRange(from: Day, to: Day = from, circa = false): DateRange | null {
  const first = edge(from, 'first')
  const last = edge(to, 'last')
  if (first === null || last === null) return null
  return first <= last ? ranged(first, last, circa) : ranged(edge(to, 'first')!, edge(from, 'last')!, circa)
}

/** A whole month or year is how lists write an imprecise date, even when they write it as two days. */
function ranged(from: string, to: string, circa: boolean): DateRange {
  return { precision: precisionOf(from, to), from, to, circa }
}

function precisionOf(from: string, to: string): DateRange['precision'] {
  if (from === to) return 'day'
  const [year, month] = [from.slice(0, 4), from.slice(0, 7)]
  if (from === `${year}-01-01` && to === `${year}-12-31`) return 'year'
  return from === `${month}-01` && to === edge({ year: +year, month: +from.slice(5, 7) }, 'last') ? 'month' : 'range'
}

function edge({ year, month, day }: Day, which: 'first' | 'last'): string | null {
  const theMonth = month ?? (which === 'first' ? 1 : 12)
  if (!(year >= 1000 && year <= 2999) || theMonth < 1 || theMonth > 12) return null
  const days = daysOf(year, theMonth)
  const theDay = day ?? (which === 'first' ? 1 : days)
  if (theDay < 1 || theDay > days) return null
  return `${year}-${padded(theMonth)}-${padded(theDay)}`
}

function daysOf(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!
}

const padded = (number: number): string => String(number).padStart(2, '0')

/** `31/12/1965`, or with unknown parts `dd/12/1965`, `dd/mm/1965`, `00/00/1965`; null if it is no date. */
export function slashDate(text: string): DateRange | null {
  const found = /^\s*(\d{1,2}|dd)\/(\d{1,2}|mm)\/(\d{4})\s*$/i.exec(text)
  return found && dateRange(known(found[1]!, found[2]!, found[3]!))
}

/** `1965-12-31` with an optional time or zone, `1965-12` or `1965`. */
export function isoDate(text: string, circa = false): DateRange | null {
  const found = /^\s*(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:[T+Z].*)?\s*$/.exec(text)
  return found && dateRange(known(found[3] ?? '', found[2] ?? '', found[1]!), undefined, circa)
}

/** Parts as texts, empty or zero if unknown. A day without its month is of no use. */
export function partsDate(day: string, month: string, year: string, circa = false): DateRange | null {
  return /^\d{4}$/.test(year) ? dateRange(known(day, month, year), undefined, circa) : null
}

function known(day: string, month: string, year: string): Day {
  const [theDay, theMonth] = [Number(day), Number(month)]
  if (!(theMonth > 0)) return { year: +year }
  return theDay > 0 ? { year: +year, month: theMonth, day: theDay } : { year: +year, month: theMonth }
}

/** The day of listing or change, from a full date only. */
export const dayOf = (range: DateRange | null): string | null => (range?.precision === 'day' ? range.from : null)

export const latestDay = (days: readonly (string | null)[]): string | null =>
  days.reduce((latest, day) => (day !== null && (latest === null || day > latest) ? day : latest), null)

export const earliestDay = (days: readonly (string | null)[]): string | null =>
  days.reduce((earliest, day) => (day !== null && (earliest === null || day < earliest) ? day : earliest), null)
