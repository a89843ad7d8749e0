import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { ensureDatabase, type Postgres } from '@specie/local/postgres.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { connect, type Db } from '@specie/service/base/database/db.ts'
import { connectAsService, prepareDatabase } from '@specie/service/database.ts'
import { startProcess } from '../../src/programs/process.ts'
import { type RunningService, startService } from '../../src/programs/service.ts'
import { type AtEnd, benchPostgres, closingAll } from '../database.ts'
import type { Measured } from '../measure.ts'
import { meterOf } from './cpu.ts'
import { type LoadProcess, startLoadProcess } from './load-process.ts'
import type { PreparedLoad } from './load.ts'
import { fund, foundInstitutions, giveKeys, setBook } from './rows.ts'
import { traceKey } from '../../src/trace-key.ts'

// A separate PostgreSQL, a load process, and databases with a service on each.

export type World = {
  postgres: Postgres
  gun: LoadProcess
  /** Public keys of all callers. */
  keys: readonly string[]
  /** Fastify alone, and with signatures. */
  server: RunningService
}

/** The ceiling verifies signatures on Node's thread pool, one thread a core; the service has its own threads. */
const settings = { UV_THREADPOOL_SIZE: String(availableParallelism()), LOG_LEVEL: 'error', SPECIE_ROLE: 'api' }

/**
 * A key may be used once a second: this number exceeds any possible throughput of signature checks, with a margin for a moment
 * in which everything stands still. A run with three quarters of these was void: a key was refused 0.8 s after its last use.
 */
async function enoughKeys(gun: LoadProcess): Promise<string[]> {
  const { perCpuSecond } = await gun.ask('verifications', 0.3)
  return gun.ask('keys', Math.min(30_000, Math.ceil(0.8 * perCpuSecond * availableParallelism())))
}

export const inWorld = <T>(work: (world: World) => Promise<T>): Promise<T> =>
  closingAll(async (atEnd) => work(await build(atEnd)))

async function build(atEnd: AtEnd): Promise<World> {
  const { postgres } = await benchPostgres(atEnd)
  await ensureDatabase(postgres, template)
  const owner = connect({ url: postgres.url(template), max: 1 })
  await prepareDatabase(owner, 'uat', systemClock.now())
  await age(owner).finally(() => owner.close())
  const gun = startLoadProcess()
  atEnd(() => gun.end())
  const server = await startProcess(fileURLToPath(new URL('./server.ts', import.meta.url)), settings)
  atEnd(() => server.stop())
  return { postgres, gun, keys: await enoughKeys(gun), server }
}
const template = 'prepared'

/**
 * A server that has run for a while can reuse its log files; a new one creates them while commits wait. Without this one round
 * in three had a pause of 100 to 200 ms without answers.
 */
async function age(owner: Db): Promise<void> {
  for (let file = 0; file < 48; file += 1) {
    await owner.query(`select pg_switch_wal() from pg_logical_emit_message(false, 'bench', 'one more')`)
  }
  await owner.query('checkpoint')
}

/** A database and the service on it. */
export type Site = { url: string; owner: Db; app: Db; service: RunningService }

/** Institutions that share all keys among them, each with money to trade for hours. */
export async function onSite<T>(world: World, institutions: number, work: (site: Site) => Promise<T>): Promise<T> {
  const name = 'bench'
  const admin = connect({ url: world.postgres.url('postgres'), max: 1 })
  await admin.query(`create database ${name} template ${template}`)
  const url = world.postgres.url(name)
  const [owner, app] = [connect({ url, max: 2 }), connectAsService({ url, max: 4, traceKey })]
  try {
    await foundInstitutions(owner, institutions)
    await giveKeys(owner, world.keys)
    await fund(app, institutions)
    await setBook(owner)
    await owner.query('vacuum analyze')
    return await withService(url, (service) => work({ url, owner, app, service }))
  } finally {
    await Promise.all([owner.close(), app.close()])
    await admin.query(`drop database ${name} with (force)`)
    await admin.close()
  }
}

export async function withService<T>(url: string, work: (service: RunningService) => Promise<T>): Promise<T> {
  const service = await startService(url, settings)
  try {
    return await work(service)
  } finally {
    await service.stop()
  }
}

export type Round = Measured & { answered: number }

/** Sends to these processes: signed in advance, with their processor time counted meanwhile. */
export async function shoot(
  { gun, postgres }: World,
  targets: readonly RunningService[],
  shot: Omit<PreparedLoad, 'origins'>,
): Promise<Round> {
  const meter = meterOf(
    targets.map((target) => target.process.pid!),
    postgres.pid(),
  )
  await gun.ask('aim', { ...shot, origins: targets.map((target) => target.origin) })
  const before = await meter()
  const { cpu: load, ...fired } = await gun.ask('fire')
  const after = await meter()
  if (!before || !after) return fired
  const each = (who: 'service' | 'database') => (after[who] - before[who]) / fired.answered
  return { ...fired, cpu: { service: each('service'), database: each('database'), load } }
}

/**
 * Each key three times: the service has read and parsed it, and compiled its hot code. After once, an order still cost a third
 * more than later.
 */
export async function warm(world: World, service: RunningService): Promise<number> {
  const shot = { call: 'addOrder', callers: 64, seconds: 60, most: 3 * world.keys.length, first: true } as const
  return (await shoot(world, [service], shot)).answered
}
