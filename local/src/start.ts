// Everything on one machine: PostgreSQL, the service, and in UAT a demo institution. `npm start` runs this file.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assertPortFree, takenPort } from '@specie/service/base/http/port.ts'
import { BadSetting, readConfig, type Config } from '@specie/service/base/config.ts'
import { fileDestination } from '@specie/service/base/audit/head-destinations.ts'
import { buildWeb } from '@specie/web/build.ts'
import { banner, type Facts } from './banner.ts'
import { CannotStart, message } from './cannot-start.ts'
import { demoKeyFile, onboardDemo } from './demo.ts'
import { demoPeople } from './demo-people.ts'
import { freePort, freePortLike } from './free-port.ts'
import { headsFile } from './heads-file.ts'
import { lock } from './lock.ts'
import { openLog } from './log-file.ts'
import { hasOrphan, startNode, type Launch } from './node-child.ts'
import { ensureDatabase, inUse, startPostgres, usableFolder } from './postgres.ts'
import { buildPrograms, keepPrograms, programIn, type Program } from './programs.ts'
import { keepRunning, type Supervised, type Running } from './supervise.ts'
import { devnetUrlFile } from './uat-chains.ts'
import { counterpartsUrlFile } from './uat-provider.ts'
import { writeWhole } from './write-whole.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

/** In the order of their start; they stop in reverse order. */
const house: Supervised<Running>[] = []
let leaving: number | null = null

/** Builds in progress are aborted, and remove their drafts. */
const building = new AbortController()
const builds: Promise<unknown>[] = []

function built<T>(build: Promise<T>): Promise<T> {
  builds.push(build)
  return build
}

function keep<R extends Running>(name: string, start: (signal: AbortSignal) => Promise<R>): Promise<R> {
  if (leaving !== null) throw new CannotStart('The start was broken off.')
  const kept = keepRunning({ name, start, say, giveUp: (sentence) => void leave(1, sentence) })
  house.push(kept)
  return kept.ready
}

/** Ends everything in order, then this process. The first reason counts. */
async function leave(code: number, sentence: string): Promise<void> {
  if (leaving !== null) return
  leaving = performance.now()
  say(sentence)
  building.abort()
  await Promise.allSettled(builds)
  for (const kept of house.toReversed()) await kept.stop(false)
  if (house.length > 0) say('Stopped.')
  process.exit(code)
}

function onSignal(name: string): void {
  // Under npm one Ctrl-C arrives twice: from the terminal, and again from npm, which forwards it.
  const again = leaving !== null && performance.now() - leaving > 1_000
  if (!again) return void leave(0, `Stopping (${name}).`)
  say('Stopping at once.')
  for (const kept of house) void kept.stop(true)
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => onSignal(name))
// The reader of our output may be gone, which must not disturb an orderly stop.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/** A killed npm does not notify its child, but the parent changes. */
function leaveWithParent(): void {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && void leave(0, 'npm is gone; stopping.'), 500).unref()
}

/** The service's database settings: its own login, and the owner's for migrations. */
async function database(config: Config, folder: string): Promise<Launch['env']> {
  if (config.databaseUrl !== null) return {}
  const name = `specie_${config.environment}`
  say('Starting PostgreSQL.')
  const server = await keep('PostgreSQL', async (signal) => {
    const postgres = await startPostgres({ folder, onProgress: say, signal })
    return { ...postgres, stop: (hurry: boolean) => postgres.stop(hurry ? 'immediate' : 'fast') }
  })
  await ensureDatabase(server, name)
  return {
    DATABASE_URL: server.appUrl(name),
    DATABASE_OWNER_URL: server.url(name),
    ...(config.environment === 'uat' && config.auditHeads.length === 0
      ? { AUDIT_HEADS: fileDestination(headsFile(folder)) }
      : {}),
  }
}

/** The data folder, and that of the programs as soon as they are built. */
type Place = { readonly folder: string; readonly programs: Promise<string> }

const pidFileOf = (folder: string, name: string): string => join(folder, `${name}.pid`)

/** One of our programs, with its own log and pid file. It keeps the port that it found first. */
async function program(name: Program, place: Place, portSetting: string, env: Launch['env']): Promise<string> {
  const { folder, programs } = place
  const launch: Launch = {
    name: `The ${name}`,
    file: programIn(await programs, name),
    // Compiled code is cached. A second start takes 3.3 s instead of 4.3.
    env: { NODE_COMPILE_CACHE: join(folder, 'compiled'), ...process.env, ...env },
    log: openLog(join(folder, 'logs', `${name}.log`)),
    pidFile: pidFileOf(folder, name),
  }
  say(`Starting the ${name}.`)
  const running = keep(launch.name, async (signal) => {
    const child = await startNode<{ base: string }>(launch, signal)
    launch.env[portSetting] = new URL(child.ready.base).port
    return child
  })
  return running.then(({ ready }) => ready.base)
}

/**
 * The outside world of UAT: bank, provider, venues, chains. In production, or if the settings name one, ours is not started.
 */
async function outsideWorld(config: Config, place: Place): Promise<Launch['env']> {
  if (config.environment === 'production') return {}
  const isOurs = config.devnetUrl === null && config.rpcUrls.size === 0
  // The port is chosen here, so that readers of the chains need not wait for them.
  const url = isOurs ? `http://127.0.0.1:${await freePort()}` : null
  const DEVNET_TOKEN = config.devnetToken ?? uatToken(place.folder)
  const [others] = await Promise.all([
    uatCounterparts(config, place, url),
    url === null ? null : uatChains(place, url, DEVNET_TOKEN),
  ])
  return { ...(url === null ? {} : { DEVNET_URL: url, DEVNET_TOKEN }), ...others }
}

/**
 * The token of the controls of our chains and our bank. It is stored, because a program that outlived its supervisor still
 * requires it.
 */
const uatToken = (folder: string): string => keptSecret(join(folder, 'uat.token'))

async function uatChains(place: Place, url: string, token: string): Promise<void> {
  const { folder } = place
  const env = { DEVNET_PORT: new URL(url).port, DEVNET_DATA: join(folder, 'devnet'), DEVNET_TOKEN: token }
  await program('devnet', place, 'DEVNET_PORT', env)
  // Commands that read the chains find them here.
  writeWhole(devnetUrlFile(folder), url, 0o600)
}

/** That of the former start: the travel addresses of wallets name it. */
async function counterpartsPort(folder: string): Promise<number> {
  const file = counterpartsUrlFile(folder)
  if (!existsSync(file)) return freePort()
  return freePortLike(Number(new URL(readFileSync(file, 'utf8').trim()).port))
}

async function uatCounterparts(config: Config, place: Place, chains: string | null): Promise<Launch['env']> {
  const { folder } = place
  if (config.bankUrl !== null) return {}
  const BANK_TOKEN = config.bankToken ?? uatToken(folder)
  const env = {
    ...(chains === null ? {} : { DEVNET_URL: chains }),
    COUNTERPARTS_PORT: String(await counterpartsPort(folder)),
    COUNTERPARTS_DATA: join(folder, 'counterparts'),
    COUNTERPARTS_TOKEN: BANK_TOKEN,
  }
  const base = await program('counterparts', place, 'COUNTERPARTS_PORT', env)
  // Commands that call the provider find it here.
  writeWhole(counterpartsUrlFile(folder), base, 0o600)
  const venues = ['alpha', 'beta'].map((name) => `${name}=${new URL(`/lp/${name}`, base).href}`)
  return {
    BANK_URL: base,
    BANK_TOKEN,
    ...(config.providerUrl === null ? { PROVIDER_URL: base } : {}),
    ...(config.liquidity.size === 0 ? { LIQUIDITY: venues.join(',') } : {}),
    DESK_FUNDING: process.env['DESK_FUNDING']?.trim() || 'on',
  }
}

/** Keys of UAT are stored next to its data, with their passphrase. They guard test money. */
function uatKeys(config: Config, folder: string): Launch['env'] {
  if (config.environment === 'production' || config.keystore !== null) return {}
  return {
    KEYSTORE: join(folder, 'keystore.json'),
    KEYSTORE_PASSPHRASE: keptSecret(join(folder, 'keystore.passphrase')),
  }
}

/** Made at the first start. */
function keptSecret(file: string): string {
  if (!existsSync(file)) writeWhole(file, randomBytes(24).toString('base64url'), 0o600)
  return readFileSync(file, 'utf8')
}

/** The pages are built before the service starts, because it reads them once. A configured folder is already built. */
async function pages(): Promise<Launch['env']> {
  return process.env['WEB_FOLDER']?.trim() ? {} : { WEB_FOLDER: await built(buildWeb(say, undefined, building.signal)) }
}

type DemoFacts = Pick<Facts, 'whyNoDemo' | 'people'>

/** The demo institution and its people, or why there are none. */
async function demo(config: Config, folder: string, base: string): Promise<DemoFacts> {
  if (config.environment === 'production') return { whyNoDemo: 'none in production', people: [] }
  if (!config.sandbox.enabled) return { whyNoDemo: 'none, because SANDBOX is off', people: [] }
  try {
    const institution = await onboardDemo(folder, base, config.sandbox.token)
    return { whyNoDemo: null, people: await demoPeople(folder, institution, config.sandbox.token) }
  } catch (error) {
    return { whyNoDemo: `none: ${message(error)}`, people: [] }
  }
}

/** Before anything is started. A service of ours that outlived its supervisor is ended first, and frees its port. */
async function portIsFree({ host, port }: Config, folder: string): Promise<void> {
  if (hasOrphan(pidFileOf(folder, 'service'))) return
  await assertPortFree(host, port).catch((error: unknown) => {
    throw new CannotStart(takenPort(error) ?? message(error))
  })
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  if (process.env['npm_lifecycle_event']) leaveWithParent()
  const folder = await usableFolder(config.dataFolder)
  const held = await lock(
    join(folder, 'specie.lock'),
    (holder) => inUse(config.dataFolder, holder),
    () => say('Another instance holds the data folder; waiting a moment for it to end.'),
  )
  process.on('exit', () => held.release())
  await portIsFree(config, folder)
  const place: Place = { folder, programs: built(buildPrograms(say, building.signal)) }
  const [logins, world, web] = await Promise.all([
    database(config, folder),
    outsideWorld(config, place),
    pages(),
    place.programs,
  ])
  const base = await program('service', place, 'PORT', {
    ...world,
    ...uatKeys(config, folder),
    ...logins,
    ...web,
    SPECIE_DATA: folder,
  })
  keepPrograms(await place.programs, say)
  const { whyNoDemo, people } = await demo(config, folder, base)
  if (leaving !== null) return
  const text = banner({
    environment: config.environment,
    base,
    dataFolder: config.dataFolder,
    logs: join(config.dataFolder, 'logs'),
    demoKey: whyNoDemo === null ? demoKeyFile(config.dataFolder) : null,
    whyNoDemo,
    people,
    chosenData: process.env['SPECIE_DATA']?.trim() ? config.dataFolder : null,
    embeddedDatabase: config.databaseUrl === null,
  })
  process.stdout.write(`${text}\nready ${base}\n`)
}

try {
  await start()
} catch (error) {
  const known = error instanceof BadSetting || error instanceof CannotStart
  await leave(1, known ? error.message : String(error instanceof Error ? error.stack : error))
}
