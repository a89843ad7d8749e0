import { dayMs } from '../../base/clock.ts'
import { badRequest } from '../../base/http/errors.ts'

// Days, months and quarters of reports, in UTC.

export type PeriodKind = 'day' | 'month' | 'quarter'
export type Period = { readonly name: string; readonly from: Date; readonly to: Date }

const forms: Record<PeriodKind, { pattern: RegExp; example: string }> = {
  day: { pattern: /^\d{4}-\d\d-\d\d$/, example: '2026-11-18' },
  month: { pattern: /^\d{4}-\d\d$/, example: '2026-11' },
  quarter: { pattern: /^\d{4}-Q[1-4]$/, example: '2026-Q4' },
}

/** The period with this name. `to` is excluded. */
export function periodOf(kind: PeriodKind, name: string, now: Date): Period {
  const { pattern, example } = forms[kind]
  const wrong = (why: string) => badRequest('period', `period ${why}. Write a ${kind} as ${example}.`, 'period')
  if (!pattern.test(name)) throw wrong(`is not a ${kind}`)
  const period = boundsOf(kind, name)
  if (Number.isNaN(period.from.getTime()) || nameOf(kind, period.from) !== name) throw wrong('does not exist')
  if (period.from > now) throw wrong('has not begun')
  return period
}

function boundsOf(kind: PeriodKind, name: string): Period {
  const year = Number(name.slice(0, 4))
  if (kind === 'day') {
    const from = new Date(`${name}T00:00:00.000Z`)
    return { name, from, to: new Date(from.getTime() + dayMs) }
  }
  const first = kind === 'month' ? Number(name.slice(5)) - 1 : (Number(name.slice(6)) - 1) * 3
  const length = kind === 'month' ? 1 : 3
  return { name, from: new Date(Date.UTC(year, first)), to: new Date(Date.UTC(year, first + length)) }
}

/** The name of the period that contains a time. */
export function nameOf(kind: PeriodKind, at: Date): string {
  const day = at.toISOString().slice(0, 10)
  if (kind === 'day') return day
  if (kind === 'month') return day.slice(0, 7)
  return `${day.slice(0, 4)}-Q${Math.floor(at.getUTCMonth() / 3) + 1}`
}

/** Its days. */
export function daysOf({ from, to }: Pick<Period, 'from' | 'to'>): string[] {
  const days: string[] = []
  for (let at = from.getTime(); at < to.getTime(); at += dayMs) days.push(nameOf('day', new Date(at)))
  return days
}

/** The end of a day. */
export const endOf = (day: string): Date => new Date(Date.parse(`${day}T00:00:00.000Z`) + dayMs)
