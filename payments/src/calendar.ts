import type { FiatCurrency } from './bankfile.ts'
import { dateOf, dayNumber, englandHolidays, isRealDate, sicHolidays, weekday } from './holidays.ts'

// Business days, cut-offs and value dates. Dates are `YYYY-MM-DD` in the system's own time zone, instants are `Date`.

/** SIC: Swiss francs. UK: the banking days of FPS, CHAPS and BACS. */
export type System = 'SIC' | 'UK'

type Calendar = {
  readonly zone: string
  /** Local time after which an order counts as given on the next business day. */
  readonly cutOff: string
  readonly holidays: (year: number) => readonly string[]
}

/**
 * Our cut-offs: 16:15 for customer payments in SIC, 17:40 for CHAPS. FPS never closes, but large amounts leave by CHAPS, so
 * only its cut-off can be promised. The agreement with a bank may have earlier ones.
 */
const calendars: Readonly<Record<System, Calendar>> = {
  SIC: { zone: 'Europe/Zurich', cutOff: '16:15', holidays: sicHolidays },
  UK: { zone: 'Europe/London', cutOff: '17:40', holidays: englandHolidays },
}

export function systemOf(currency: FiatCurrency): System {
  return currency === 'CHF' ? 'SIC' : 'UK'
}

export function localDate(system: System, at: Date): string {
  return wallTime(system, at).slice(0, 10)
}

export function isBusinessDay(system: System, date: string): boolean {
  const day = weekday(dayNumber(plain(date)))
  return day !== 0 && day !== 6 && !holidaysOf(system, Number(date.slice(0, 4))).has(date)
}

/** The n-th business day after the date, which need not be one itself. */
export function nextBusinessDay(system: System, date: string, n = 1): string {
  if (!Number.isSafeInteger(n) || n < 1) throw new Error(`count at least one business day ahead, not ${n}`)
  let day = dayNumber(plain(date))
  for (let left = n; left > 0;) {
    day += 1
    if (isBusinessDay(system, dateOf(day))) left -= 1
  }
  return dateOf(day)
}

export function cutOff(system: System, date: string): Date {
  return instant(system, date, calendars[system].cutOff)
}

/** The day on which an order given now moves money: today before the cut-off of a business day, otherwise the next. */
export function valueDate(system: System, at: Date): string {
  const today = localDate(system, at)
  return isBusinessDay(system, today) && at < cutOff(system, today) ? today : nextBusinessDay(system, today)
}

/** The first instant of the next local day. Every earlier instant belongs to `date`. */
export function endOfDay(system: System, date: string): Date {
  return instant(system, dateOf(dayNumber(plain(date)) + 1), '00:00')
}

const knownYears: Record<System, Map<number, ReadonlySet<string>>> = { SIC: new Map(), UK: new Map() }

function holidaysOf(system: System, year: number): ReadonlySet<string> {
  const known = knownYears[system].get(year)
  if (known) return known
  const days = new Set(calendars[system].holidays(year))
  knownYears[system].set(year, days)
  return days
}

/** Both zones switch at 01:00 UTC on a Sunday: midnight and the cut-offs always exist once, and two passes find them. */
function instant(system: System, date: string, time: string): Date {
  const wanted = Date.parse(`${plain(date)}T${time}:00Z`)
  let guess = wanted
  for (let pass = 0; pass < 2; pass += 1) {
    guess += wanted - Date.parse(`${wallTime(system, new Date(guess))}Z`)
  }
  return new Date(guess)
}

const clocks: Readonly<Record<System, Intl.DateTimeFormat>> = { SIC: wallClock('SIC'), UK: wallClock('UK') }

function wallClock(system: System): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: calendars[system].zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
}

/** Local wall time, as `YYYY-MM-DDTHH:MM:SS`: Swedish writes dates as ISO does. */
function wallTime(system: System, at: Date): string {
  return clocks[system].format(at).replace(' ', 'T')
}

function plain(date: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !isRealDate(date)) {
    throw new Error(`"${date}" is not a date; write YYYY-MM-DD`)
  }
  return date
}
