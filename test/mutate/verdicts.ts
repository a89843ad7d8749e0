import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Judged, Mutant } from './mutant.ts'

// The verdicts of earlier runs, a file for each module.

type Kept = Omit<Judged, 'mutant'> & Omit<Mutant, 'how'>

export async function saveVerdicts(folder: string, judged: readonly Judged[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [module, all] of Map.groupBy(judged, ({ mutant }) => mutant.module)) {
    const rows = all.map(({ mutant: { how: _how, ...mutant }, ...rest }): Kept => ({ ...rest, ...mutant }))
    await writeFile(join(folder, `${module.replaceAll(/\W/g, '-')}.json`), `${JSON.stringify(rows, null, 1)}\n`)
  }
}

export async function readVerdicts(folder: string): Promise<Kept[]> {
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return files.flatMap((text) => JSON.parse(text) as Kept[])
}

/** Not by its line, which moves. */
const nameOf = ({ module, file, rule, code, was, becomes }: Omit<Mutant, 'how'>): string =>
  JSON.stringify([module, file, rule, code, was, becomes])

/** Those of the mutants that tests have noticed before, with that verdict; of several alike, only if all of them were. */
export function noticedBefore(mutants: readonly Mutant[], kept: readonly Kept[]): Judged[] {
  const before = Map.groupBy(kept, nameOf)
  return mutants.flatMap((mutant) => {
    const all = before.get(nameOf(mutant)) ?? []
    const isNoticed = all.length > 0 && all.every(({ verdict }) => verdict === 'killed' || verdict === 'slow')
    if (!isNoticed) return []
    const { verdict, by } = all[0]!
    return [{ mutant, verdict, ...(by !== undefined && { by }) }]
  })
}
