import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@specie/sdk/client.ts'
import { decimal } from '@specie/sdk/decimal.ts'
import { house } from '@specie/service/ledger/house.ts'
import { expect, test } from 'vitest'
import { countOf, drawnSeed, seeded } from '../seeded-random.ts'
import { testEnv } from '../env.ts'
import { serviceForTests, type Served } from '../programs/service-for-tests.ts'
import { endow } from '../trading.ts'
import { faultyProxy } from './faulty-proxy.ts'
import type { WriterOrders, WriterReport } from './writer.ts'

// Four processes share one key behind a bad connection: every write is carried out once, and none is in doubt at the end.

let served: Served
let base: string

serviceForTests(async (given) => {
  served = given
  base = `${given.service.origin}/api/v1/`
  await endow(testEnv(given.database), house, { CHF: '100000', VCHF: '100000' })
  await createClient({ base }).sandbox.liquidity({
    symbol: 'VCHF/CHF',
    bids: [['0.9999', '100000']],
    asks: [['1.0001', '100000']],
    frozen: true,
  })
})

const processes = 4
const patienceMs = 2_000
const writer = fileURLToPath(new URL('writer.ts', import.meta.url))

test.each([
  { writes: countOf('PACED_WRITES', 40, 20), isUnpaced: false, seed: drawnSeed() },
  { writes: countOf('WRITES', 5_000, 200), isUnpaced: true, seed: drawnSeed() },
])('$writes writes, each exactly once (unpaced: $isUnpaced, seed $seed)', { timeout: 3_600_000 }, async (request) => {
  const { writes, isUnpaced, seed } = request
  const { institutionid, privatekey } = await createClient({ base }).sandbox.institutions({ name: 'Four Processes AG' })
  await endow(testEnv(served.database), institutionid, { CHF: '20000' })
  if (isUnpaced) await liftTheRate()
  const folder = await mkdtemp(join(tmpdir(), 'specie-writers-'))
  const keyFile = join(folder, 'key.pem')
  await writeFile(keyFile, privatekey!, { mode: 0o600 })
  const proxy = await faultyProxy(served.service.origin, seeded(seed), patienceMs)
  const began = performance.now()
  const reports = await Promise.all(
    Array.from({ length: processes }, (_, n) =>
      runWriter({
        base: `${proxy.origin}/api/v1/`,
        keyFile,
        lockFolder: join(folder, 'pace'),
        name: `writer-${n}`,
        count: writes / processes,
        isUnpaced,
        patienceMs,
      }),
    ),
  )
  await proxy.close()
  await rm(folder, { recursive: true })
  const seconds = Math.round((performance.now() - began) / 1_000)
  process.stdout.write(
    `${JSON.stringify({ writes, isUnpaced, seconds, retries: reports.map(({ retries }) => retries), faults: Object.fromEntries(proxy.happened) })}\n`,
  )

  expect(reports.flatMap(({ failed }) => failed)).toEqual([])
  const ids = reports.flatMap(({ done }) => done).toSorted()
  expect(ids).toHaveLength(writes)
  const rows = await rowsOf(privatekey!)
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids)
  const spent = rows.reduce((sum, { sold }) => sum.plus(sold), decimal('0'))
  expect(String(decimal('20000').minus(spent))).toBe(await availableFrancs(privatekey!))
})

/** In this database keys are not paced. */
async function liftTheRate(): Promise<void> {
  await served.database.owner.query(`
    create function access.never_wait() returns trigger language plpgsql as $$
    begin new.next_at := '-infinity'; return new; end $$`)
  await served.database.owner.query(`
    create trigger never_wait before update on access.key_use
    for each row execute function access.never_wait()`)
}

async function runWriter(orders: WriterOrders): Promise<WriterReport> {
  const { stdout } = await promisify(execFile)(process.execPath, [writer, JSON.stringify(orders)], {
    maxBuffer: 100_000_000,
  })
  return JSON.parse(stdout) as WriterReport
}

/** The rows of the service, read without the proxy. */
async function rowsOf(key: string): Promise<{ id: string; sold: string }[]> {
  const specie = createClient({ base, key })
  const rows = []
  for await (const { clordid: id, ordstatus, sold } of specie.queryOrders.all()) {
    expect(ordstatus).toBe('Filled')
    rows.push({ id, sold })
  }
  for await (const { clreqid: id, status, sold } of specie.queryConversions.all()) {
    expect(status).toBe('completed')
    rows.push({ id: id!, sold })
  }
  return rows
}

async function availableFrancs(key: string): Promise<string> {
  const { balances } = await createClient({ base, key }).accountBalance()
  return balances.find(({ asset }) => asset === 'CHF')!.available
}
