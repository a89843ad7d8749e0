import { once } from 'node:events'
import { systemClock } from '@specie/service/base/clock.ts'
import { readConfig } from '@specie/service/base/config.ts'
import { randomIds } from '@specie/service/base/ids.ts'
import { createLog } from '@specie/service/base/observability/log.ts'
import { createMetrics } from '@specie/service/base/observability/metrics.ts'
import { connectAsService } from '@specie/service/database.ts'
import { withRuntime } from '@specie/service/runtime.ts'
import { booksOf } from '@specie/service/trading/market/books.ts'
import { convert } from '@specie/service/trading/conversion/request.ts'
import { order } from '../trading.ts'
import { traceKey } from '../trace-key.ts'

// A process that trades 1 VCHF at a time, this number of times, by orders and by conversions. It prints how many were
// filled. It begins on a signal. Arguments: the database's address, the institution, the number, and how many at once.

const [url, institution, tries, callers] = process.argv.slice(2) as [string, string, string, string]
const env = withRuntime({
  db: connectAsService({ url, traceKey }),
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
})
let [tried, filled] = [0, 0]
await booksOf(env)
process.stdout.write('ready\n')
await once(process.stdin, 'data')
await Promise.all(Array.from({ length: Number(callers) }, call))
process.stdout.write(`${filled}\n`)
await env.runtime.close()
process.exit(0)

async function call(): Promise<void> {
  while (tried < Number(tries)) {
    tried += 1
    if (await (tried % 10 === 0 ? converts() : orders())) filled += 1
  }
}

async function orders(): Promise<boolean> {
  const fields = { symbol: 'VCHF/CHF', side: 'Buy', orderqty: '1', price: '1' }
  return (await order(env, institution, fields)).answer.order.ordstatus === 'Filled'
}

async function converts(): Promise<boolean> {
  const fields = { from_currency: 'CHF', to_currency: 'VCHF', quantity: '1', min_received: '1' }
  try {
    return (await convert(env, institution, fields)).answer.status === 'completed'
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'limit_exceeded') return false
    throw error
  }
}
