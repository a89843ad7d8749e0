// Periods of a statement are whole days in UTC, like those of the books.

export type Period = { from: string; to: string }

const dayMs = 86_400_000
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const isDate = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** Common periods, with their first and last day. */
export function presets(now: number): { title: string; period: Period }[] {
  const today = dateOf(now)
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1]
  const first = (m: number) => dateOf(Date.UTC(year, m, 1))
  const last = (m: number) => dateOf(Date.UTC(year, m + 1, 1) - dayMs)
  return [
    { title: 'This month', period: { from: first(month), to: today } },
    { title: 'Last month', period: { from: first(month - 1), to: last(month - 1) } },
    { title: 'This year', period: { from: `${year}-01-01`, to: today } },
  ]
}

/** The start of the first day, and the end of the last day. */
export const momentsOf = ({ from, to }: Period): Period => ({
  from: `${from}T00:00:00.000Z`,
  to: new Date(Date.parse(to) + dayMs).toISOString(),
})
