import type { Measured } from './measure.ts'

/** The result of a bench: the figures of one machine, and the ratios that can be compared across machines. */
export type Report = {
  title: string
  unit: string
  figures: Map<string, Measured>
  ratios: Ratio[]
  /** The meaning of the ratios, if their names do not give it. */
  notes?: string[]
  /** Drawn instead of a bar for each figure, and saved as a PNG too. */
  picture?: string
}

/** `goal` is from quality.md; each has a baseline. */
export type Ratio = { name: string; value: number; goal?: number }

export function formatReport({ title, unit, figures, ratios, notes = [] }: Report): string {
  const cells = columnsOf(unit).filter(({ of }) => [...figures.values()].some((one) => of(one) !== undefined))
  const rows = [...figures].map(([name, one]) => [name, ...cells.map(({ of }) => of(one) ?? '')])
  const goals = ratios.map(({ name, value, goal }) => [
    name,
    value.toFixed(2),
    ...(goal ? [`goal ${goal}`, verdict(value, goal)] : ['', '']),
  ])
  return [
    title,
    '',
    columns([['', ...cells.map(({ head }) => head)], ...rows]),
    '',
    columns([['ratio', '', '', ''], ...goals]),
    ...notes.map((note) => `\n${note}`),
  ].join('\n')
}

type Column = { head: string; of(one: Measured): string | undefined }

/** An empty column is omitted. */
const columnsOf = (unit: string): Column[] => [
  { head: unit, of: ({ perSecond }) => count(perSecond) },
  { head: 'p50 ms', of: ({ p50 }) => p50?.toFixed(1) },
  { head: 'p95 ms', of: ({ p95 }) => p95?.toFixed(1) },
  { head: 'p99 ms', of: ({ p99 }) => p99?.toFixed(1) },
  { head: 'CPU µs: service', of: ({ cpu }) => cpu?.service.toFixed(0) },
  { head: 'database', of: ({ cpu }) => cpu?.database.toFixed(0) },
  { head: 'load', of: ({ cpu }) => cpu?.load.toFixed(0) },
]

const verdict = (value: number, goal: number) => (value >= goal ? 'met' : 'MISSED')
const count = (value: number) => Math.round(value).toLocaleString('en')

function columns(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)))
  return rows
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '))
    .map((line) => line.trimEnd())
    .join('\n')
}

/** A bar for each figure. */
export function plot({ title, unit, figures }: Report): string {
  const most = Math.max(...[...figures.values()].map(({ perSecond }) => perSecond))
  const bars = [...figures].map(([name, { perSecond }], i) => {
    const y = 40 + i * 24
    const width = Math.max(1, Math.round((perSecond / most) * 320))
    return `<text x="290" y="${y + 13}" text-anchor="end">${name}</text><rect x="300" y="${y}" width="${width}" height="17" fill="#3b6ea5"/><text x="${306 + width}" y="${y + 13}">${count(perSecond)}</text>`
  })
  const height = 50 + figures.size * 24
  return `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="${height}" font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/><text x="10" y="22" font-weight="bold">${title} (${unit})</text>${bars.join('')}</svg>\n`
}
