import { defineConfig } from 'vitest/config'

const slow = process.env['SLOW'] === '1'

export default defineConfig({
  test: {
    include: slow ? ['**/*.slow.test.ts'] : ['**/*.test.ts'],
    exclude: slow ? ['node_modules/**'] : ['node_modules/**', '**/*.slow.test.ts'],
    globalSetup: ['test/src/postgres.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
