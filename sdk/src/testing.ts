import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { type Client, createClient } from './client.ts'
import type { ClientOptions } from './options.ts'

// A complete UAT for a test: database, bank, chains and service, started from a checkout of the repository.

export interface UatOptions {
  /** The checkout of the repository; by default that of `@specie/local`. */
  repository?: string
  /** Its data folder; by default one that `stop` removes. */
  data?: string
  /** A free port by default. */
  port?: number
  /** Further settings, such as `{ SETTLEMENT_SPEED: '3600' }`. */
  settings?: Readonly<Record<string, string>>
}

export interface Uat {
  /** `http://127.0.0.1:…/api/v1/` */
  base: string
  /** Onboards an institution with a new key. */
  institution(options?: { name?: string } & Partial<ClientOptions>): Promise<UatInstitution>
  stop(): Promise<void>
}

export interface UatInstitution {
  institutionid: string
  /** Its private key, PKCS #8 in PEM. */
  key: string
  specie: Client
}

export async function startUat(options: UatOptions = {}): Promise<Uat> {
  const root = options.repository === undefined ? installedRepository() : checkedRepository(resolve(options.repository))
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'specie-uat-'))
  const child = spawn(nodeOf(root), [join(root, 'local/src/start.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
      ...options.settings,
      SPECIE_DATA: data,
      PORT: String(options.port ?? 0),
    },
  })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    if (options.data === undefined) rmSync(data, { recursive: true, force: true })
  }
  try {
    const base = await ready(child)
    return { base, institution: (given = {}) => onboard(base, given), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Its standard output ends with `ready <base>`; its output before an early end is the reason. */
function ready(child: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((done, fail) => {
    let output = ''
    let problems = ''
    child.stderr!.on('data', (chunk) => (problems += String(chunk)))
    child.stdout!.on('data', (chunk) => {
      output += String(chunk)
      const base = /^ready (\S+)$/m.exec(output)?.[1]
      if (base !== undefined) done(base)
    })
    child.once('error', fail)
    child.once('exit', (code) => fail(new Error(`UAT ended with ${code} before it was ready:\n${problems}`)))
  })
}

async function onboard(base: string, given: { name?: string } & Partial<ClientOptions>): Promise<UatInstitution> {
  const { name = 'Acme Treasury AG', ...options } = given
  const { institutionid, privatekey: key } = await createClient({ base }).sandbox.institutions({ name })
  return { institutionid, key: key!, specie: createClient({ base, key: key!, ...options }) }
}

function installedRepository(): string {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      return checkedRepository(resolve(dirname(createRequire(from).resolve('@specie/local/start.ts')), '../..'))
    } catch {
      continue
    }
  }
  throw new Error(
    'startUat needs a checkout of the Specie repository; pass its folder as startUat({ repository: "…" }), or run it in a project in which @specie/local is installed.',
  )
}

function checkedRepository(root: string): string {
  if (!existsSync(join(root, 'local/src/start.ts')))
    throw new Error(`${root} is not a checkout of the Specie repository. There is no local/src/start.ts.`)
  if (!existsSync(join(root, 'node_modules')))
    throw new Error(`The dependencies of ${root} are not installed. Run npm ci there.`)
  return root
}

/** The service needs Node 24, which a checkout includes. */
function nodeOf(root: string): string {
  const own = join(root, 'node_modules/.bin/node')
  return existsSync(own) ? own : process.execPath
}
