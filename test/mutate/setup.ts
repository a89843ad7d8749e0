import { fileURLToPath } from 'node:url'
import { afterAll, inject } from 'vitest'
import { activeMutant, coverInto, instrumented, writeCoverage } from './cover.ts'
import './job.ts'

// Before each test file: activates its mutant, here and in the processes that it starts.

const mutation = inject('mutation')

if (mutation.mutant !== null) {
  Object.assign(instrumented(), { activeMutant: mutation.mutant, hitCount: 0, hitLimit: mutation.hitLimit })
  process.env[activeMutant] = mutation.mutant
}

if (mutation.coverInto !== null) {
  const folder = mutation.coverInto
  process.env[coverInto] = folder
  process.env['KEEP_DATABASES'] = '1'
  process.env['NODE_OPTIONS'] = `--import=${fileURLToPath(new URL('cover-process.ts', import.meta.url))}`
  afterAll(() => writeCoverage(folder))
}
