import { useElementSize } from '@mantine/hooks'
import { niceTicks } from '../../kit/chart.tsx'
import style from './price-chart.module.css'

export type Point = { at: string; value: number }
export type Mark = { at: number; value: number; text: string }
type Props = {
  label: string
  decimals: number
  points: readonly Point[]
  /** Newest first; marks outside the span are not drawn. */
  marks: readonly Mark[]
  from: number
  to: number
  /** A longer gap without prices breaks the line. */
  gapMs: number
}

const height = 300
const room = { right: 72, bottom: 28, top: 28 }

/** A thin line over a span, with dots for marks; the latest mark has a label. */
export function PriceChart(props: Props) {
  const { ref, width } = useElementSize()
  return (
    <div ref={ref} style={{ height }}>
      {width > 0 && <Drawn {...props} width={width} />}
    </div>
  )
}

function Drawn({ label, decimals, points, marks, from, to, gapMs, width }: Props & { width: number }) {
  const [inner, base] = [width - room.right, height - room.bottom]
  const isIn = (time: number) => time >= from && time <= to
  const line = points.map(({ at, value }) => ({ time: Date.parse(at), value })).filter(({ time }) => isIn(time))
  const isApart = (before: { time: number } | undefined, time: number) =>
    before === undefined || time - before.time > gapMs
  const shown = marks.filter(({ at }) => isIn(at))
  const ticks = ticksOf(
    [...line, ...shown].map(({ value }) => value),
    decimals,
  )
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const x = (time: number) => ((time - from) / (to - from || 1)) * inner
  const y = (value: number) => base - ((value - low) / (high - low || 1)) * (base - room.top)
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const text = (value: number) => value.toLocaleString('en', digits)
  const times = Array.from(
    { length: width < 420 ? 3 : 4 },
    (_, i, count = width < 420 ? 3 : 4) => from + ((to - from) * i) / (count - 1),
  )
  const [last, latest] = [line.at(-1), shown[0]]
  return (
    <svg className="chart" viewBox={`0 0 ${width} ${height}`} height={height} role="img" aria-label={label}>
      {ticks.map((tick) => (
        <g key={tick}>
          <path className="grid" d={`M0 ${Math.round(y(tick)) + 0.5}H${inner}`} />
          {(last === undefined || Math.abs(y(tick) - y(last.value)) > 12) && (
            <text x={width} y={y(tick) + 4} textAnchor="end">
              {text(tick)}
            </text>
          )}
        </g>
      ))}
      {times.map((time, i) => (
        <text
          key={time}
          x={x(time)}
          y={height - 4}
          textAnchor={i === 0 ? 'start' : i === times.length - 1 ? 'end' : 'middle'}
        >
          {timeLabel(time, to - from)}
        </text>
      ))}
      <path
        className="l"
        d={line
          .map(({ time, value }, i) => `${isApart(line[i - 1], time) ? 'M' : 'L'}${tenth(x(time))} ${tenth(y(value))}`)
          .join('')}
      />
      {shown.map(({ at, value, text: title }) => (
        <circle key={`${at} ${title}`} className={style['mark']} cx={x(at)} cy={y(value)} r={3}>
          <title>{title}</title>
        </circle>
      ))}
      {latest !== undefined && (
        <>
          <path className="cross" d={`M${x(latest.at)} 20V${y(latest.value)}`} />
          <text
            x={x(latest.at) + (x(latest.at) > inner / 2 ? -8 : 8)}
            y={20}
            textAnchor={x(latest.at) > inner / 2 ? 'end' : 'start'}
          >
            {latest.text}
          </text>
        </>
      )}
      {last !== undefined && (
        <>
          <circle className="pt" cx={x(last.time)} cy={y(last.value)} r={3.5} />
          <text className="strong" x={width} y={y(last.value) + 4} textAnchor="end">
            {text(last.value)}
          </text>
        </>
      )}
    </svg>
  )
}

/** A coordinate, rounded to tenths. */
const tenth = (place: number): number => Math.round(place * 10) / 10

/** A constant price is drawn in the middle of a few steps of its last decimal. */
function ticksOf(values: readonly number[], decimals: number): number[] {
  const step = 10 ** -decimals
  const [min, max] = values.length === 0 ? [0, 0] : [Math.min(...values), Math.max(...values)]
  const pad = Math.max(0, (4 * step - (max - min)) / 2)
  return niceTicks([min - pad, max + pad])
}

const parts = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options)
const day = parts({ day: 'numeric', month: 'short' })
const minute = parts({ hour: '2-digit', minute: '2-digit' })
const second = parts({ hour: '2-digit', minute: '2-digit', second: '2-digit' })

const timeLabel = (time: number, span: number): string =>
  (span > 2 * 86_400_000 ? day : span > 20 * 60_000 ? minute : second).format(time)
