import { pairs } from '@specie/protocol/pairs.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import style from './orders.module.css'

const pairOptions = pairs.map(({ symbol }) => ({ value: symbol, label: symbol }))

export const PairFilter = () => <FilterChoice name="pair" label="Pair" options={pairOptions} />

export const sideFilter = (
  <FilterChoice
    name="side"
    label="Side"
    options={[
      { value: 'Buy', label: 'Buy' },
      { value: 'Sell', label: 'Sell' },
    ]}
  />
)

/** A first and a last day, both included, in local time. */
export function DayFilters() {
  return (
    <>
      <DayFilter name="from" label="From" />
      <DayFilter name="to" label="To" />
    </>
  )
}

function DayFilter({ name, label }: { name: 'from' | 'to'; label: string }) {
  const [state, change] = useUrlState()
  const value = state[name] ?? ''
  return (
    <label className={style['day']}>
      {label}
      <input
        type="date"
        className={value === '' ? 'chip' : 'chip set'}
        value={value}
        onChange={(event) => change({ [name]: event.target.value })}
      />
    </label>
  )
}

/** The days of the address as instants. The start of the first day, and the end of the last one. */
export function useDays(): { from?: string; to?: string } {
  const [{ from, to }] = useUrlState()
  return {
    ...(isDay(from) && { from: startOf(from, 0) }),
    ...(isDay(to) && { to: startOf(to, 1) }),
  }
}

const isDay = (text: string | undefined): text is string => text !== undefined && /^2\d{3}-\d\d-\d\d$/.test(text)

function startOf(day: string, later: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(year, month - 1, date + later).toISOString()
}
