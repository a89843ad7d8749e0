import { defineConfig } from 'vitest/config'

// The tests of a mutation run: the database is the runner's, files are named individually, and the first failure ends it.
export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    setupFiles: ['test/mutate/setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 1,
    bail: 1,
  },
})
