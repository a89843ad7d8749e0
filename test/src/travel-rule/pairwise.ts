import { oneOf, type Random } from '../seeded-random.ts'

type Axes = Record<string, readonly string[]>
export type Row<A extends Axes> = { [Name in keyof A]: A[Name][number] }

/** Rows in which each value of an axis meets each value of every other axis at least once. */
export function pairwise<A extends Axes>(pick: Random, axes: A): Row<A>[] {
  const names = Object.keys(axes)
  const open = new Set(names.flatMap((a, at) => names.slice(at + 1).flatMap((b) => pairsOf(axes, a, b))))
  const rows: Row<A>[] = []
  while (open.size > 0) {
    const wanted = JSON.parse(open.values().next().value!) as [string, string][]
    const candidates = Array.from({ length: 60 }, () => ({
      ...Object.fromEntries(names.map((name) => [name, oneOf(pick, axes[name]!)])),
      ...Object.fromEntries(wanted),
    }))
    const gains = candidates.map((row) => pairsIn(names, row).filter((pair) => open.has(pair)).length)
    const best = candidates[gains.indexOf(Math.max(...gains))]!
    for (const pair of pairsIn(names, best)) open.delete(pair)
    rows.push(best as Row<A>)
  }
  return rows
}

const key = (...pair: [string, string | undefined][]) => JSON.stringify(pair)

const pairsOf = (axes: Axes, a: string, b: string): string[] =>
  axes[a]!.flatMap((one) => axes[b]!.map((other) => key([a, one], [b, other])))

const pairsIn = (names: string[], row: Record<string, string>): string[] =>
  names.flatMap((a, at) => names.slice(at + 1).map((b) => key([a, row[a]], [b, row[b]])))
