import { useElementSize } from '@mantine/hooks'

import { shortDayText } from './value/time-text.ts'

/** A value of a day: `2026-11-14`. */
export type DayValue = { day: string; value: number }

type Props = {
  points: readonly DayValue[]
  /** For screen readers: the content of the line and its period. */
  label: string
  /** Formats a value at the axis and at the end of the line. */
  format: (value: number) => string
  height?: number
  /** For values that change in steps, such as balances. */
  steps?: boolean
}

/** With room above the highest line for the last value. */
const room = { right: 64, bottom: 28, top: 24 }

/** Values by day: one thin line with its last value written next to it. */
export function Chart({ points, label, format, height = 232, steps = false }: Props) {
  const { ref, width } = useElementSize()
  return (
    <div ref={ref} style={{ height }}>
      {width > 0 && points.length > 1 && <Drawn {...{ points, label, format, height, steps, width }} />}
    </div>
  )
}

function Drawn({ points, label, format, height, steps, width }: Required<Props> & { width: number }) {
  const [inner, base] = [width - room.right, height - room.bottom]
  const ticks = niceTicks(points.map(({ value }) => value))
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const times = points.map(({ day }) => Date.parse(day))
  const [from, to] = [times[0]!, times.at(-1)!]
  const x = (time: number) => ((time - from) / (to - from || 1)) * inner
  const y = (value: number) => base - ((value - low) / (high - low || 1)) * (base - room.top)
  const line = points.map(({ value }, i) => {
    const [px, py] = [x(times[i]!).toFixed(1), y(value).toFixed(1)]
    return i === 0 ? `M${px} ${py}` : steps ? `H${px}V${py}` : `L${px} ${py}`
  })
  const last = points.at(-1)!
  const labelled = evenly(points, width < 480 ? 3 : 4)
  return (
    <svg className="chart" viewBox={`0 0 ${width} ${height}`} height={height} role="img" aria-label={label}>
      {ticks.map((tick) => (
        <g key={tick}>
          <path className="grid" d={`M0 ${Math.round(y(tick)) + 0.5}H${inner}`} />
          <text x={width} y={y(tick) + 4} textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {labelled.map(({ day }, i) => (
        <text
          key={day}
          x={x(Date.parse(day))}
          y={height - 4}
          textAnchor={i === 0 ? 'start' : i === labelled.length - 1 ? 'end' : 'middle'}
        >
          {shortDayText(day)}
        </text>
      ))}
      <path className="l" d={line.join('')} />
      <circle className="pt" cx={x(to)} cy={y(last.value)} r={3.5} />
      <text className="strong" x={x(to) - 10} y={y(last.value) - 10} textAnchor="end">
        {format(last.value)}
      </text>
    </svg>
  )
}

/** The first, the last, and evenly spaced ones between. */
export function evenly<T>(all: readonly T[], max: number): readonly T[] {
  const count = Math.min(max, all.length)
  return Array.from({ length: count }, (_, i) => all[Math.round((i * (all.length - 1)) / (count - 1 || 1))]!)
}

/** Three to five round values that enclose all of these. */
export function niceTicks(values: readonly number[]): number[] {
  const [min, max] = [Math.min(...values), Math.max(...values)]
  const span = max - min || Math.abs(max) || 1
  const raw = span / 3
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= raw)!
  const first = Math.floor(min / step)
  const end = Math.max(first + 1, Math.ceil(max / step))
  return Array.from({ length: end - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}
