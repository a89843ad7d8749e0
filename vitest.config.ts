import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const slow = process.env['SLOW'] === '1'

/** Files that start a world take longest: begun last, one of them would run alone at the end while a core has nothing to do. */
class WorldsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer, and no array's
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification): number => (/\/(test|sandbox)\//.test(moduleId) ? 0 : 1)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

const limits = {
  // For what never comes, not for what is slow: a machine may be busy with other things.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  // Tests wait for processes of their own: a third worker uses what two leave idle on two cores.
  maxWorkers: 3,
  // Of the concurrent tests of a file: they wait most of the time.
  maxConcurrency: 20,
}
/** One slow test may look at a dozen pages, or tell a story on several chains. */
const longLimits = { testTimeout: 900_000, hookTimeout: 900_000 }
const exclude = ['**/node_modules/**', '**/*.slow.test.ts']
/**
 * It replaces a module, so it runs apart. The others change nothing that another file sees: a worker takes one after the other
 * and loads each module once. With a fresh start for each, 45 files took 279 s of processor time instead of 174.
 */
const apart = ['service/src/ledger/posting/retry-on-connection-loss.test.ts']

const quick = {
  projects: [
    { test: { ...limits, name: 'apart', include: apart, exclude } },
    {
      test: { ...limits, name: 'together', include: ['**/*.test.ts'], exclude: [...exclude, ...apart], isolate: false },
    },
  ],
}

export default defineConfig({
  test: {
    ...limits,
    ...(slow ? { ...longLimits, include: ['**/*.slow.test.ts'], exclude: ['**/node_modules/**'] } : quick),
    globalSetup: ['test/src/postgres.ts'],
    sequence: { sequencer: WorldsFirst },
  },
})
