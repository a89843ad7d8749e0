// Times as texts, in English: local to the browser, and UTC in what the service renders.

const isBrowser = typeof document !== 'undefined'
const parts = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', isBrowser ? options : { timeZone: 'UTC', ...options })
const short = parts({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})
const withYear = parts({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})
const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
const localDay = parts(day)
/** A date has no time zone: as an instant, it would be the previous day west of Greenwich. */
const calendarDay = parts({ ...day, timeZone: 'UTC' })
const shortCalendarDay = parts({ day: 'numeric', month: 'short', timeZone: 'UTC' })
const full = parts({ dateStyle: 'full', timeStyle: 'long' })

/** With the year if it is not the current one. */
export function timeText(at: string): string {
  const date = new Date(at)
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  return (isThisYear ? short : withYear).format(date).replace(',', '') + (isBrowser ? '' : ' UTC')
}

export const isDate = (at: string): boolean => /^\d{4}-\d\d-\d\d$/.test(at)

/** The local day of an instant, or a date as it is: `2026-11-14`. */
export const dayText = (at: string): string => (isDate(at) ? calendarDay : localDay).format(new Date(at))

/** The date in the browser's zone: `2026-11-14`. */
export const localDate = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** A date without its year. */
export const shortDayText = (date: string): string => shortCalendarDay.format(new Date(date))

/** In full, with the zone, and UTC. */
export const fullText = (at: string): string => (isDate(at) ? at : `${full.format(new Date(at))} · ${at} UTC`)

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** «09:41:05»: a moment of this browser's clock today. */
export const clockText = (at: number): string => clock.format(at)
