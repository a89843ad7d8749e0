import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { createMetrics } from '@specie/service/base/observability/metrics.ts'
import { createLog } from '@specie/service/base/observability/log.ts'
import { readConfig } from '@specie/service/base/config.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { loadFile } from '@specie/service/compliance/list/load.ts'
import { connectAsService } from '@specie/service/database.ts'
import type { Env } from '@specie/service/base/env.ts'
import { traceKey } from '../trace-key.ts'

// Loads a file of OFAC's list into a database, in a process of its own, and prints time and memory:
//   node test/src/lists/measure-load.ts DATABASE FILE

const [url, file] = process.argv.slice(2) as [string, string]
const hash = createHash('sha256')
for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
const db = connectAsService({ url, patience: 10, traceKey })
const parts = { db, clock: systemClock, config: readConfig({}), metrics: createMetrics(), log: createLog('silent') }
const start = performance.now()
const loaded = await loadFile(parts as unknown as Env, {
  list: 'ofac',
  file,
  sha256: hash.digest('hex'),
  bytes: statSync(file).size,
  source: file,
  etag: null,
})
const seconds = Math.round((performance.now() - start) / 1_000)
console.log(JSON.stringify({ ...loaded, seconds, megabytes: Math.round(process.resourceUsage().maxRSS / 1_000) }))
await db.close()
