import { join } from 'node:path'
import { systemClock } from '@specie/service/base/clock.ts'
import { readConfig } from '@specie/service/base/config.ts'
import type { Db } from '@specie/service/base/database/db.ts'
import type { Env } from '@specie/service/base/env.ts'
import { randomIds } from '@specie/service/base/ids.ts'
import { jobRunner } from '@specie/service/base/jobs/runner.ts'
import { createLog } from '@specie/service/base/observability/log.ts'
import { createMetrics } from '@specie/service/base/observability/metrics.ts'
import { openChains } from '@specie/service/chains/adapters/open.ts'
import { connectAsService } from '@specie/service/database.ts'
import { withRuntime } from '@specie/service/runtime.ts'
import { type AtEnd, benchDatabase, closingAll } from '../database.ts'
import { type Client, onboard, sandbox } from '../../src/client.ts'
import { startCounterparts } from '../../src/programs/counterparts.ts'
import { type DevnetProcess, startDevnet } from '../../src/programs/devnet.ts'
import { startService } from '../../src/programs/service.ts'
import { traceKey } from '../../src/trace-key.ts'
import { withConstants } from '../../src/programs/constants.ts'

// UAT as processes, on its own database: the chains at their own pace, the bank, and a service that sends.

export type World = {
  devnet: DevnetProcess
  db: Db
  /** The environment of the service's processes, without the keys: requests mints, and wakes their senders. */
  env: Env
  clients: Client[]
  /** The end of the bench checks the invariants. */
  owner: Db
}

/** Mints of any size, settled as soon as they are on the chain. */
const settings = { LOG_LEVEL: 'error', ...withConstants({ mintMinimum: 0, settlementSeconds: 0 }) }
const each = '1000000'

export const inWorld = <T>(institutions: number, work: (world: World) => Promise<T>): Promise<T> =>
  closingAll(async (atEnd) => work(await build(institutions, atEnd)))

async function build(institutions: number, atEnd: AtEnd): Promise<World> {
  const { folder, url, owner } = await benchDatabase(atEnd)
  const devnet = await startDevnet()
  atEnd(() => devnet.end())
  const counterparts = await startCounterparts({ DEVNET_URL: devnet.origin })
  atEnd(() => counterparts.end())
  const service = await startService(url, {
    ...settings,
    BANK_URL: counterparts.origin,
    PROVIDER_URL: counterparts.origin,
    DEVNET_URL: devnet.origin,
    KEYSTORE: join(folder, 'keystore.json'),
    KEYSTORE_PASSPHRASE: 'test-passphrase-of-a-bench',
  })
  atEnd(() => service.stop())
  const env = await asker(url, devnet.origin, atEnd)
  const clients = await Promise.all(Array.from({ length: institutions }, () => onboard(service.origin)))
  await fund(env.db, service.origin, clients)
  return { devnet, db: env.db, env, clients, owner }
}

async function asker(url: string, devnetUrl: string, atEnd: AtEnd): Promise<Env> {
  const db = connectAsService({ url, max: 16, traceKey })
  atEnd(() => db.close())
  const config = readConfig({ ...settings, DEVNET_URL: devnetUrl })
  const log = createLog('error')
  const runner = jobRunner(db, [], (error) => log.error({ err: error }, 'a wake was lost'))
  atEnd(() => runner.stop())
  return withRuntime({
    db,
    clock: systemClock,
    ids: randomIds,
    log,
    config,
    metrics: createMetrics(),
    jobs: runner,
    bank: null,
    provider: null,
    venues: [],
    signer: null,
    chains: await openChains({ config, sql: db, signer: null, log }),
  })
}

/** Wires arrive through the bank, once it is open. */
async function fund(db: Db, origin: string, clients: readonly Client[]): Promise<void> {
  for (const { institutionid } of clients)
    await sandboxControl(origin, 'wires', { institutionid, currency: 'CHF', amount: each })
  for (let hours = 0; hours < 6 * 24; hours += 3) {
    await sandboxControl(origin, 'clock/advance', { seconds: 3 * 3_600 })
    const [row] = await db.query<{ funded: bigint }>(
      `select count(*) as funded from ledger.account where pool = 'client' and name = 'available' and balance > 0`,
    )
    if (Number(row!.funded) >= clients.length) return
  }
  throw new Error('the wires never arrived')
}

async function sandboxControl(origin: string, path: string, ask: object): Promise<void> {
  const { status, body } = await sandbox(origin, path, ask)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
}

export type ChainFacts = { code: string; blockMs: number; finalized: number; height: number }

/** A chain as the devnet describes it, now. */
export async function factsOf({ devnet }: World, code: string): Promise<ChainFacts> {
  const all = (await (await fetch(`${devnet.origin}/chains`)).json()) as ChainFacts[]
  return all.find((chain) => chain.code === code)!
}
