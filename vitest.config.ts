import { defineConfig } from 'vitest/config'

const slow = process.env['SLOW'] === '1'

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
  },
})
