import { systemClock } from '@specie/service/base/clock.ts'
import { readConfig } from '@specie/service/base/config.ts'
import type { Db } from '@specie/service/base/database/db.ts'
import type { Env } from '@specie/service/base/env.ts'
import { randomIds } from '@specie/service/base/ids.ts'
import { createLog } from '@specie/service/base/observability/log.ts'
import { createMetrics } from '@specie/service/base/observability/metrics.ts'
import { withRuntime } from '@specie/service/runtime.ts'

/** A minimal service for one action. Jobs continue when the service next checks, within seconds. */
export function envOf(db: Db): Env {
  return withRuntime({
    db,
    clock: systemClock,
    ids: randomIds,
    log: createLog('fatal'),
    config: readConfig(),
    metrics: createMetrics(),
    jobs: { wake: () => {} },
    bank: null,
    chains: new Map(),
    signer: null,
    provider: null,
    venues: [],
  })
}
