import { systemClock } from '@specie/service/base/clock.ts'
import { readConfig } from '@specie/service/base/config.ts'
import type { Env } from '@specie/service/base/env.ts'
import { randomIds } from '@specie/service/base/ids.ts'
import { createLog } from '@specie/service/base/observability/log.ts'
import { createMetrics } from '@specie/service/base/observability/metrics.ts'
import { withRuntime } from '@specie/service/runtime.ts'
import type { TestDatabase } from './database.ts'

/** The environment of main.ts, on a test's own database: the real parts, without a bank and without wakes. */
export function testEnv(database: TestDatabase, over: Partial<Omit<Env, 'runtime'>> = {}): Env {
  return withRuntime({
    db: database.app,
    clock: systemClock,
    ids: randomIds,
    log: createLog('silent'),
    config: readConfig({}),
    metrics: createMetrics(),
    jobs: { wake: () => {} },
    bank: null,
    chains: new Map(),
    signer: null,
    provider: null,
    venues: [],
    ...over,
  })
}
