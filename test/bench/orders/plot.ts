import type { Measured } from '../measure.ts'
import type { Grown } from './growth.ts'
import type { Ratio } from '../report.ts'
import { area, box, ceilingOf, curve, drawing, hues, ink, label, type Point, rule } from './svg.ts'

// The report at a glance: the service's throughput by load, its cost as the database grows, and the machine's capacity.

export type Drawn = {
  title: string
  machine: string
  /** By number of parallel callers. */
  levels: readonly (readonly [callers: number, one: Measured])[]
  growth: Pick<Grown, 'orders' | 'institutions'>
  costOf(one: Measured): number
  bars: readonly (readonly [name: string, one: Measured])[]
  /** Which of the bars are ours. */
  isOurs(name: string): boolean
  ratios: readonly Ratio[]
}

const width = 1_240
const [left, right] = [40, 640]
const panelWidth = 560
const plotHeight = 190

export function ordersPicture(drawn: Drawn): string {
  const lowest = 650 + Math.max(drawn.bars.length * 26, drawn.ratios.length * 22)
  return drawing(width, lowest + 40, [
    label(left, 42, drawn.title, { size: 20, bold: true }),
    label(left, 64, drawn.machine, { fill: ink.faint }),
    panel(left, 90, 'Orders per second, by callers at once', throughput(drawn)),
    panel(right, 90, 'Time to the answer, ms', latency(drawn)),
    panel(left, 350, 'Processor time of an order, µs, by who spends it', spending(drawn)),
    panel(right, 350, 'Processor time of an order as the database grows, µs', growth(drawn)),
    label(left, 628, 'Beside what the machine could do, per second', { size: 14, bold: true }),
    bars(drawn),
    label(right, 628, 'Goals', { size: 14, bold: true }),
    goals(drawn),
  ])
}

type Frame = { x: number; y: number; width: number; height: number }

function panel(x: number, y: number, title: string, draw: (frame: Frame) => string): string {
  const frame = { x: x + 44, y: y + 22, width: panelWidth - 60, height: plotHeight }
  return label(x, y + 4, title, { size: 14, bold: true }) + draw(frame)
}

/** Horizontal lines with their labels. */
function scale({ x, y, width: wide, height }: Frame, most: number): string {
  return [0, 0.25, 0.5, 0.75, 1]
    .map((share) => {
      const at = y + height * (1 - share)
      return rule(x, at, x + wide, at) + label(x - 8, at + 4, count(most * share), text.end)
    })
    .join('')
}

const text = {
  end: { size: 11, fill: ink.faint, anchor: 'end' },
  middle: { size: 11, fill: ink.faint, anchor: 'middle' },
} as const

/** Equal steps for levels that double or more. */
const stepsOf = ({ x, width: wide }: Frame, many: number, n: number) => x + (wide * (n + 0.5)) / many

function marks(frame: Frame, names: readonly string[]): string {
  return names
    .map((name, n) => label(stepsOf(frame, names.length, n), frame.y + frame.height + 17, name, text.middle))
    .join('')
}

function throughput({ levels, bars: all }: Drawn) {
  return (frame: Frame): string => {
    const ceiling = all.find(([name]) => name.startsWith('ceiling'))?.[1].perSecond ?? 0
    const most = ceilingOf(Math.max(ceiling, ...levels.map(([, one]) => one.perSecond)))
    const at = (value: number) => frame.y + frame.height * (1 - value / most)
    const points = levels.map(([, { perSecond }], n): Point => [stepsOf(frame, levels.length, n), at(perSecond)])
    const answer = points.map(([x, y], n) =>
      label(x, y - 10, count(levels[n]![1].perSecond), { anchor: 'middle', bold: true }),
    )
    const top = ceiling
      ? rule(frame.x, at(ceiling), frame.x + frame.width, at(ceiling), hues.amber, '5 4') +
        label(frame.x + 4, at(ceiling) - 6, `ceiling route ${count(ceiling)}`, { size: 11, fill: hues.amber })
      : ''
    return [
      scale(frame, most),
      marks(
        frame,
        levels.map(([callers]) => String(callers)),
      ),
      area(points, frame.y + frame.height, hues.blue),
      top,
      curve(points, hues.blue),
      ...answer,
    ].join('')
  }
}

function latency({ levels }: Drawn) {
  return (frame: Frame): string => {
    const most = ceilingOf(Math.max(...levels.map(([, one]) => one.p99 ?? 0)))
    const lines = (['p50', 'p95', 'p99'] as const).map((which, i) => {
      const hue = [hues.teal, hues.blue, hues.red][i]!
      const points = levels.map(([, one], n): Point => [
        stepsOf(frame, levels.length, n),
        frame.y + frame.height * (1 - (one[which] ?? 0) / most),
      ])
      // Placed where there is room.
      const isReported = (y: number) => which === 'p99' || (which === 'p50' && y < frame.y + frame.height - 20)
      const answer = points.map(([x, y], n) =>
        isReported(y)
          ? label(x, which === 'p99' ? y - 9 : y + 17, ms(levels[n]![1][which]), { ...text.middle, fill: hue })
          : '',
      )
      return curve(points, hue) + answer.join('') + legend(frame, i, which, hue)
    })
    return [
      scale(frame, most),
      marks(
        frame,
        levels.map(([callers]) => String(callers)),
      ),
      ...lines,
    ].join('')
  }
}

const legend = ({ x, y }: Frame, i: number, name: string, hue: string): string =>
  box(x + 12 + i * 78, y + 2, 12, 12, hue) + label(x + 29 + i * 78, y + 12, name, { size: 11 })

const spenders = [
  ['service', hues.blue],
  ['database', hues.teal],
  ['load', ink.faint],
] as const

function spending({ levels }: Drawn) {
  return (frame: Frame): string => {
    const known = levels.flatMap(([callers, { cpu }]) => (cpu ? [[callers, cpu] as const] : []))
    if (known.length === 0) return label(frame.x, frame.y + 40, 'Known on Linux alone.', { fill: ink.faint })
    const most = ceilingOf(1.15 * Math.max(...known.map(([, cpu]) => cpu.service + cpu.database + cpu.load)))
    const stacks = known.flatMap(([, cpu], n) => {
      const x = stepsOf(frame, known.length, n) - 26
      let y = frame.y + frame.height
      return spenders.map(([who, hue]) => {
        const height = (frame.height * cpu[who]) / most
        y -= height
        const answer =
          height > 15
            ? label(x + 26, y + height / 2 + 4, count(cpu[who]), { size: 11, fill: ink.paper, anchor: 'middle' })
            : ''
        return box(x, y, 52, height, hue, 1) + answer
      })
    })
    return [
      scale(frame, most),
      marks(
        frame,
        known.map(([callers]) => String(callers)),
      ),
      ...stacks,
      ...spenders.map(([who, hue], i) => legend(frame, i, who, hue)),
    ].join('')
  }
}

function growth({ growth: { orders, institutions }, costOf }: Drawn) {
  return (frame: Frame): string => {
    const curves = [
      ['earlier orders', orders, hues.blue],
      ['institutions', institutions, hues.amber],
    ] as const
    const costs = curves.flatMap(([, grown]) => [...grown.values()].map(costOf))
    const most = ceilingOf(1.25 * Math.max(...costs))
    const at = (value: number) => frame.y + frame.height * (1 - value / most)
    // 10^2 to 10^6; an empty database is at the left edge.
    const across = (many: number) => frame.x + (frame.width * (Math.max(2, Math.log10(Math.max(1, many))) - 1.7)) / 4.6
    const first = costOf([...orders.values()][0]!)
    const band = box(frame.x, at(first * 1.15), frame.width, at(first * 0.85) - at(first * 1.15), '#e8f3ec', 0)
    const drawn = curves.map(([name, grown, hue], i) => {
      const points = [...grown].map(([many, one]): Point => [across(many), at(costOf(one))])
      const answer = points.map(([x, y], n) =>
        label(x, i === 0 ? y - 10 : y + 20, count(costOf([...grown.values()][n]!)), { ...text.middle, fill: hue }),
      )
      return curve(points, hue) + answer.join('') + legend({ ...frame, x: frame.x + i * 40 }, i, name, hue)
    })
    const powers = [2, 3, 4, 5, 6].map((power) =>
      label(
        across(10 ** power),
        frame.y + frame.height + 17,
        power === 2 ? '0 / 100' : count(10 ** power),
        text.middle,
      ),
    )
    return [
      scale(frame, most),
      band,
      label(frame.x + frame.width - 6, at(first * 0.85) - 5, '± 15 %', { ...text.end, fill: hues.green }),
      ...powers,
      ...drawn,
    ].join('')
  }
}

function bars({ bars: all, isOurs }: Drawn): string {
  const most = Math.max(...all.map(([, one]) => one.perSecond))
  const room = 240
  return all
    .map(([name, { perSecond }], n) => {
      const y = 644 + n * 26
      const wide = (room * perSecond) / most
      const hue = isOurs(name) ? hues.blue : '#b7c3d0'
      return [
        label(left + 262, y + 14, name, { anchor: 'end' }),
        box(left + 272, y, wide, 19, hue),
        label(left + 278 + wide, y + 14, count(perSecond), { bold: isOurs(name) }),
      ].join('')
    })
    .join('')
}

/** The distance of each ratio from its goal: the mark in the middle. */
function goals({ ratios }: Drawn): string {
  const [from, wide] = [right + 330, 130]
  return ratios
    .map(({ name, value, goal }, n) => {
      const y = 644 + n * 22
      const answer = label(from + wide + 14, y + 13, goal ? `${value.toFixed(2)}  of ${goal}` : value.toFixed(2), {
        size: 11,
      })
      if (!goal) return label(right, y + 13, name) + answer
      const hue = value >= goal ? hues.green : hues.red
      const share = Math.min(1, value / goal / 2)
      return [
        label(right, y + 13, name),
        box(from, y + 3, wide, 12, '#edf1f5'),
        box(from, y + 3, wide * share, 12, hue),
        rule(from + wide / 2, y, from + wide / 2, y + 18, ink.text),
        answer,
      ].join('')
    })
    .join('')
}

const count = (value: number) => Math.round(value).toLocaleString('en')
const ms = (value = 0) => (value < 10 ? value.toFixed(1) : value.toFixed(0))
