import { Chart } from '../../kit/chart.tsx'
import { Money, moneyText } from '../../kit/value/money.tsx'
import { dayText } from '../../kit/value/time-text.ts'
import { Time } from '../../kit/value/time.tsx'
import { subtract } from '../decimals.ts'
import style from './overview.module.css'
import type { Overview } from './answer.ts'

/** The total value, now and over the last thirty days. */
export function Value({ overview: { value, currency, days } }: { overview: Overview }) {
  const known = days.flatMap(({ day, value: worth }) => (worth === null ? [] : [{ day, worth }]))
  const first = known[0]
  return (
    <section aria-label="Total value">
      <div className="s13 muted">Total value in {currency}</div>
      {value === null ? (
        <p className={style['unknown']}>Unknown now, because a reference rate is missing.</p>
      ) : (
        <div className="big">
          <Money amount={value} currency={currency} />
        </div>
      )}
      {value !== null && first !== undefined && (
        <p className="s13 muted">
          <Money amount={subtract(value, first.worth, currency)} signed /> since <Time at={first.day} day />, at current
          rates
        </p>
      )}
      {known.length > 1 && (
        <div className={style['chart']}>
          <Chart
            steps
            points={known.map(({ day, worth }) => ({ day, value: Number(worth) }))}
            label={`Value from ${dayText(first!.day)} to ${dayText(known.at(-1)!.day)}; now ${value === null ? 'unknown' : moneyText(value, currency)}`}
            format={short}
          />
        </div>
      )}
    </section>
  )
}

/** Only for the axis. Other amounts are never shortened. */
function short(value: number): string {
  const size = Math.abs(value)
  if (size >= 1_000_000) return `${trimmed(value / 1_000_000)} m`
  return size >= 1_000 ? `${trimmed(value / 1_000)} k` : trimmed(value)
}

const trimmed = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 }).replace('-', '−')
