import { readFile, writeFile } from 'node:fs/promises'
import type { Judged, Mutant } from './mutant.ts'
import { scores } from './report.ts'

// The newest result of each module, checked in: a full run takes days, so it is run in parts. docs/testing.md shows it.

/** `of`: the number of mutants, without equivalent ones. */
export type Result = { date: string; of: number; killed: number; survived: number; equivalent: number }
export type Results = { [module: string]: Result }

const file = new URL('results.json', import.meta.url)

export const readResults = async (): Promise<Results> => JSON.parse(await readFile(file, 'utf8')) as Results

/** Replaces the results of the tried modules. */
export async function record(all: readonly Mutant[], judged: readonly Judged[]): Promise<void> {
  const date = new Date().toISOString().slice(0, 10)
  const results = recorded(await readResults(), all, judged, date)
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`)
}

export function recorded(before: Results, all: readonly Mutant[], judged: readonly Judged[], date: string): Results {
  const counts = Map.groupBy(all, ({ module }) => module)
  const tried = scores(judged).filter(({ killed, survived }) => killed + survived > 0)
  const rows = tried.map(({ module, killed, survived, equivalent }): [string, Result] => [
    module,
    { date, of: (counts.get(module)?.length ?? 0) - equivalent, killed, survived, equivalent },
  ])
  const newest = { ...before, ...Object.fromEntries(rows) }
  return Object.fromEntries(Object.entries(newest).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
