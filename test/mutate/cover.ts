import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The setting that Stryker's instrumented code reads in a process without preparation. */
export const activeMutant = '__STRYKER_ACTIVE_MUTANT__'
/** The folder of the processes' reports about reached mutants. */
export const coverInto = 'MUTATE_COVER_INTO'

type Instrumented = {
  activeMutant?: string
  hitCount?: number
  hitLimit?: number
  mutantCoverage?: { static: Record<string, number> }
}

/** Stryker's name of its shared object. */
const namespace = '__stryker__'

/** The object that switches and counts instrumented code. */
export function instrumented(): Instrumented {
  const world = globalThis as unknown as { [name: string]: Instrumented | undefined }
  return (world[namespace] ??= {})
}

/** To a separate file, however this process ends. */
export function writeCoverage(folder: string): void {
  const hits = instrumented().mutantCoverage?.static ?? {}
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(hits))
}
