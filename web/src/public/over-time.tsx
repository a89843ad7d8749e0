import { useState } from 'react'
import type { Output } from '../api/call.ts'
import { Chart } from '../kit/chart.tsx'
import { Segment } from '../kit/form/field.tsx'
import { Empty } from '../kit/loading.tsx'
import { Money } from '../kit/value/money.tsx'
import { percent } from '../kit/value/names.ts'
import { Section } from '../kit/page.tsx'
import { dayText } from '../kit/value/time-text.ts'
import { Time } from '../kit/value/time.tsx'

type History = Output<'reservesHistory'>['coins'][number]
type Day = History['days'][number]

const views = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

/** Coverage at the end of each day, as a line or as figures, from the day of the first coin. */
export function OverTime({ history }: { history: History | undefined }) {
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const days = history?.days.filter(({ coverage }) => coverage !== null) ?? []
  if (history === undefined || days.length === 0)
    return (
      <Section title="Coverage over time">
        <Empty title="No coins yet.">The line begins on the day of the first coin.</Empty>
      </Section>
    )
  return (
    <Section
      title="Coverage over time"
      note={`at the end of each day (UTC), the last ${history.days.length} days`}
      end={
        <Segment
          label={`How the coverage of ${history.asset} is shown`}
          value={view}
          options={views}
          onChange={setView}
        />
      }
    >
      {view === 'chart' ? <Line asset={history.asset} days={days} /> : <Figures history={history} days={days} />}
    </Section>
  )
}

function Line({ asset, days }: { asset: string; days: readonly Day[] }) {
  const [first, last] = [days[0]!, days.at(-1)!]
  if (days.length === 1)
    return (
      <p className="s13">
        One day so far: {percent(first.coverage!)} on <Time at={first.day} day />. The line begins tomorrow.
      </p>
    )
  return (
    <Chart
      points={days.map(({ day, coverage }) => ({ day, value: Number(coverage) * 100 }))}
      label={`Coverage of ${asset} from ${dayText(first.day)} to ${dayText(last.day)}: now ${percent(last.coverage!)}`}
      format={(value) => `${value.toLocaleString('en', { maximumFractionDigits: 2 })} %`}
      steps
    />
  )
}

function Figures({ history: { asset, currency }, days }: { history: History; days: readonly Day[] }) {
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label={`Coverage of ${asset} by day`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" className="num">
              In circulation
            </th>
            <th scope="col" className="num not-phone">
              Cash
            </th>
            <th scope="col" className="num not-phone">
              Securities
            </th>
            <th scope="col" className="num">
              Coverage
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, circulating, cash, securities, coverage }) => (
            <tr key={day}>
              <td>
                <Time at={day} day />
              </td>
              <td className="num">
                <Money amount={circulating} currency={asset} />
              </td>
              <td className="num not-phone">
                <Money amount={cash} currency={currency} />
              </td>
              <td className="num not-phone">
                <Money amount={securities} currency={currency} />
              </td>
              <td className="num">{percent(coverage!)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
