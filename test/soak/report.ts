import { box, ceilingOf, curve, drawing, hues, ink, label, type Point, rule } from '../bench/orders/svg.ts'
import { type Program, programs, type Sample } from './samples.ts'
import { figuresOf, isFault, type Outcome, quickOnes } from './tally.ts'

// The course of a soak, as a table and as a picture.

export type Minute = { readonly sample: Sample; readonly outcomes: readonly Outcome[] }
export type Goal = { readonly name: string; readonly value: string; readonly isMet: boolean }
export type Costly = {
  readonly statement: string
  readonly calls: number
  readonly seconds: number
  readonly maxMs: number
}

type Column = readonly [head: string, of: (minute: Minute) => number, decimals?: number]

const memory = (program: Program): Column => [`${program} MB`, ({ sample }) => sample.memory[program]]

const columns: readonly Column[] = [
  ['calls', ({ outcomes }) => outcomes.length],
  ['refused', ({ outcomes }) => outcomes.filter(({ status }) => status >= 400 && status < 500).length],
  ['faults', ({ outcomes }) => outcomes.filter(isFault).length],
  ['p50 ms', ({ outcomes }) => figuresOf(quickOnes(outcomes)).p50, 1],
  ['p99 ms', ({ outcomes }) => figuresOf(quickOnes(outcomes)).p99],
  ...programs.map(memory),
  ['descriptors', ({ sample }) => sample.descriptors],
  ['connections', ({ sample }) => sample.connections],
  ['database MB', ({ sample }) => sample.database],
  ['devnet files MB', ({ sample }) => sample.devnetFiles, 1],
  ['counterparts files MB', ({ sample }) => sample.counterpartsFiles, 1],
  ['deadlocks', ({ sample }) => sample.deadlocks],
]

export function trend(minutes: readonly Minute[]): string {
  const rows = minutes.map((minute, n) => [
    String(n + 1),
    ...columns.map(([, of, decimals = 0]) => of(minute).toFixed(decimals)),
  ])
  return aligned([['minute', ...columns.map(([head]) => head)], ...rows])
}

/** Each call in total, and in the last minute. */
export function byCall(minutes: readonly Minute[]): string {
  const all = Map.groupBy(
    minutes.flatMap(({ outcomes }) => outcomes),
    ({ name }) => name,
  )
  const last = Map.groupBy(minutes.at(-1)?.outcomes ?? [], ({ name }) => name)
  const rows = [...all]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, outcomes]) => {
      const [whole, late] = [figuresOf(outcomes), figuresOf(last.get(name) ?? [])]
      const refused = outcomes.filter(({ status }) => status >= 400 && status < 500).length
      const times = [whole.p50, whole.p99, late.p50, late.p99].map((ms) => ms.toFixed(1))
      return [name, String(whole.calls), String(refused), String(outcomes.filter(isFault).length), ...times]
    })
  const heads = ['call', 'calls', 'refused', 'faults', 'p50 ms', 'p99 ms', 'last minute p50', 'p99']
  return aligned([heads, ...rows])
}

/** The reasons of refusals with their counts; faults first, in the words of the service. */
export function refusals(outcomes: readonly Outcome[]): string {
  const found = Map.groupBy(
    outcomes.filter(({ status }) => status !== 200),
    (one) => `${one.name} ${one.status} ${one.code}${isFault(one) ? `: ${one.message}` : ''}`,
  )
  const rows = [...found]
    .toSorted(([, a], [, b]) => Number(isFault(b[0]!)) - Number(isFault(a[0]!)) || b.length - a.length)
    .map(([what, some]) => [what, String(some.length)])
  return aligned([['refused', 'times'], ...rows.slice(0, 20)])
}

export const costly = (found: readonly Costly[]): string =>
  aligned([
    ['statement', 'calls', 'seconds', 'longest ms'],
    ...found.map(({ statement, calls, seconds, maxMs }) => [
      statement.replaceAll(/\s+/g, ' ').slice(0, 90),
      String(calls),
      seconds.toFixed(1),
      maxMs.toFixed(0),
    ]),
  ])

export const verdicts = (goals: readonly Goal[]): string =>
  aligned([['goal', 'found', ''], ...goals.map(({ name, value, isMet }) => [name, value, isMet ? 'met' : 'MISSED'])])

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)))
  return rows
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '))
    .map((line) => line.trimEnd())
    .join('\n')
}

const pictured: readonly (readonly [title: string, lines: readonly (readonly [head: string, hue: string])[]])[] = [
  [
    'Calls a minute',
    [
      ['calls', hues.blue],
      ['refused', hues.amber],
      ['faults', hues.red],
    ],
  ],
  [
    'Time to the answer, ms',
    [
      ['p50 ms', hues.teal],
      ['p99 ms', hues.red],
    ],
  ],
  [
    'Memory, MB',
    [
      ['service MB', hues.blue],
      ['devnet MB', hues.amber],
      ['counterparts MB', hues.teal],
      ['postgres MB', hues.green],
    ],
  ],
  [
    'Descriptors and connections',
    [
      ['descriptors', hues.blue],
      ['connections', hues.teal],
    ],
  ],
  [
    'On disk, MB',
    [
      ['database MB', hues.blue],
      ['devnet files MB', hues.amber],
      ['counterparts files MB', hues.teal],
    ],
  ],
  ['Deadlocks', [['deadlocks', hues.red]]],
]

const [across, panelWidth, panelHeight] = [2, 560, 200]

export function picture(title: string, minutes: readonly Minute[]): string {
  const panels = pictured.map(([name, lines], n) => {
    const [x, y] = [40 + (n % across) * (panelWidth + 40), 80 + Math.floor(n / across) * (panelHeight + 70)]
    return panel(x, y, name, lines, minutes)
  })
  const height = 80 + Math.ceil(pictured.length / across) * (panelHeight + 70)
  return drawing(across * (panelWidth + 40) + 40, height, [label(40, 42, title, { size: 20, bold: true }), ...panels])
}

function panel(
  x: number,
  y: number,
  title: string,
  lines: readonly (readonly [head: string, hue: string])[],
  minutes: readonly Minute[],
): string {
  const series = lines.map(([head, hue]) => {
    const of = columns.find(([name]) => name === head)![1]
    return { head, hue, values: minutes.map(of) }
  })
  const most = ceilingOf(Math.max(1, ...series.flatMap(({ values }) => values)))
  const [left, wide] = [x + 48, panelWidth - 60]
  const at = (value: number) => y + 30 + (panelHeight - 40) * (1 - value / most)
  const step = wide / Math.max(1, minutes.length - 1)
  const grid = [0, 0.5, 1].map(
    (share) =>
      rule(left, at(most * share), left + wide, at(most * share)) +
      label(left - 8, at(most * share) + 4, String(most * share), { size: 11, fill: ink.faint, anchor: 'end' }),
  )
  const drawn = series.map(({ head, hue, values }, i) => {
    const points = values.map((value, n): Point => [left + n * step, at(value)])
    const place = left + i * 130
    return curve(points, hue) + box(place, y + 8, 10, 10, hue) + label(place + 15, y + 17, head, { size: 11 })
  })
  const ends = label(left, y + panelHeight + 8, 'minute 1', { size: 11, fill: ink.faint })
  return [label(x, y, title, { size: 14, bold: true }), ...grid, ...drawn, ends].join('')
}
