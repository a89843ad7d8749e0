import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What Stryker's instrumented code looks at in a process that nobody has prepared. */
export const activeMutant = '__STRYKER_ACTIVE_MUTANT__'
/** The folder in which processes say which mutants they have reached. */
export const coverInto = 'MUTATE_COVER_INTO'

type Instrumented = {
  activeMutant?: string
  hitCount?: number
  hitLimit?: number
  mutantCoverage?: { static: Record<string, number> }
}

/** The name that Stryker gives to what its code shares. */
const namespace = '__stryker__'

/** The object through which instrumented code is switched and counts. */
export function instrumented(): Instrumented {
  const world = globalThis as unknown as { [name: string]: Instrumented | undefined }
  return (world[namespace] ??= {})
}

/** To a file of its own, in whatever way this process is about to end. */
export function writeCoverage(folder: string): void {
  const hits = instrumented().mutantCoverage?.static ?? {}
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(hits))
}
