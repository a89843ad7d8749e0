import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDevnet } from '@specie/devnet/devnet.ts'
import { connect } from '@specie/service/base/database/db.ts'
import { inject } from 'vitest'
import { loginAs } from '../database.ts'
import { lyingNode } from '../chains/lying-node.ts'
import { type RunningService, startService } from '../programs/service.ts'
import { type Said, specie } from '../programs/specie.ts'

// An installation in production: an empty database with two logins, two real processes of the service, and a node of Ethereum.

export type Installation = {
  /** One answers requests and runs jobs; the other answers requests only. */
  services: readonly [RunningService, RunningService]
  /** Its address for browsers: TLS ends at a proxy. */
  portalOrigin: string
  /** A command of an operator with the login of the service. */
  specie(...words: string[]): Promise<Said>
  /** Advances time in both processes. */
  pass(seconds: number): Promise<void>
  /** The time of the processes. */
  now(): number
  end(): Promise<void>
}

const portalOrigin = 'https://desk.example'

export async function startInstallation(): Promise<Installation> {
  const logins = await emptyDatabase()
  const node = await startNode()
  const settings = {
    SPECIE_ENV: 'production',
    PORTAL_ORIGIN: portalOrigin,
    PERSONAL_DATA_KEY: randomBytes(32).toString('base64'),
    RPC_ETH: node.url,
  }
  const run = (more: Record<string, string>, ...words: string[]) =>
    specie({ ...settings, DATABASE_URL: logins.service, ...more }, ...words)
  const migrated = await run({ DATABASE_OWNER_URL: logins.owner }, 'migrate')
  if (migrated.code !== 0) throw new Error(`not migrated: ${migrated.said}`)
  const start = (role: string) => startService(logins.service, { ...settings, ...movedClock, SPECIE_ROLE: role })
  const services = [await start('both'), await start('api')] as const
  let ahead = 0
  return {
    services,
    portalOrigin,
    specie: (...words) => run({}, ...words),
    pass: async (seconds) => {
      ahead += seconds * 1_000
      await Promise.all(services.map((service) => setAhead(service, ahead)))
    },
    now: () => Date.now() + ahead,
    end: async () => {
      await Promise.all(services.map((service) => service.stop()))
      await node.end()
      await logins.drop()
    },
  }
}

/** The processes of a test in a mutation run have options of their own. */
const movedClock = {
  NODE_OPTIONS: [process.env['NODE_OPTIONS'], `--import=${import.meta.resolve('../programs/moved-clock.ts')}`].join(
    ' ',
  ),
}

async function setAhead({ process: child }: RunningService, ahead: number): Promise<void> {
  const answer = once(child, 'message')
  child.send({ ahead })
  await answer
}

/** A database and its owner, who is not a superuser, like those of a database provider; and a login without rights. */
async function emptyDatabase() {
  const tag = randomBytes(4).toString('hex')
  const [name, owner, service] = [`production_${tag}`, `owner_${tag}`, `service_${tag}`]
  const url = (database: string) => inject('postgres').replace('DATABASE', database)
  const admin = connect({ url: url('postgres'), max: 1 })
  await admin.query(`create role ${owner} login createrole; create role ${service} login`)
  // The role belongs to the server, where other tests have made it.
  await admin.query(`grant specie_app to ${owner} with admin option`)
  await admin.query(`create database ${name} owner ${owner}`)
  return {
    owner: loginAs(owner, url(name)),
    service: loginAs(service, url(name)),
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`)
      // Sessions admitted by the owner end first.
      await admin.query(`drop owned by ${owner}, ${service} cascade`)
      await admin.query(`drop role ${service}, ${owner}`)
      await admin.close()
    },
  }
}

/** A node that appears as Ethereum itself to production. */
async function startNode() {
  const folder = await mkdtemp(join(tmpdir(), 'specie-node-'))
  const fail = (error: unknown) => {
    throw error
  }
  const settings = { port: 0, dataFolder: folder, token: null, chains: ['ETH' as const], blockMs: 1_000, path: '' }
  const devnet = await openDevnet(settings, fail, fail)
  const node = await lyingNode(`${devnet.base}/ETH`)
  node.lie('eth_chainId', () => '0x1')
  return {
    url: node.url,
    end: async () => {
      await node.close()
      await devnet.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
