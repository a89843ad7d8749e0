import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const slow = process.env['SLOW'] === '1'

/** Files that start a world take longest: begun last, one of them would run alone at the end while a core has nothing to do. */
class WorldsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer, and no array's
    const sorted = await super.sort(files)
    const isWorld = ({ moduleId }: TestSpecification) => moduleId.includes('/test/src/')
    return [...sorted.filter(isWorld), ...sorted.filter((file) => !isWorld(file))]
  }
}

export default defineConfig({
  test: {
    include: slow ? ['**/*.slow.test.ts'] : ['**/*.test.ts'],
    exclude: slow ? ['node_modules/**'] : ['node_modules/**', '**/*.slow.test.ts'],
    globalSetup: ['test/src/postgres.ts'],
    // Limits for what never comes, not for what is slow: a machine may be busy with other things.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    // Of the concurrent tests of a file: they wait most of the time.
    maxConcurrency: 20,
    sequence: { sequencer: WorldsFirst },
  },
})
