import { createHmac } from 'node:crypto'
import { institutionRoles, type Role, type Side, staffRoles } from '@specie/protocol/people/roles.ts'
import { type Service, serve } from '@specie/service/app.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { readConfig } from '@specie/service/base/config.ts'
import type { Env } from '@specie/service/base/env.ts'
import { settlementClock } from '@specie/service/base/settlement-clock.ts'
import { createPerson } from '@specie/service/people/person/create.ts'
import { createLink } from '@specie/service/people/person/link.ts'
import { type Answer, read } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { randomUUID } from 'node:crypto'

// The service over HTTP with a movable clock, and people who use it like a browser.

export type Served = {
  env: Env
  database: TestDatabase
  /** `http://localhost:PORT`: passkeys need a name. */
  origin: string
  /** Advances wall time. */
  pass(seconds: number): void
  /** From now on time passes only by `pass`, so that limits in seconds do not depend on the machine. */
  stopClock(): void
  /** The service's time. */
  now(): number
  end(): Promise<void>
}

export async function servePeople(
  settings: Record<string, string> = {},
  parts: Partial<Pick<Env, 'signer' | 'chains'>> = {},
): Promise<Served> {
  const database = await freshDatabase()
  let ahead = 0
  let stopped: number | null = null
  const now = () => (stopped ?? Date.now()) + ahead
  const clock = { ...systemClock, now: () => new Date(now()), wall: now }
  const config = readConfig({ PORT: '0', PUBLIC_PER_SECOND: '100000', SPECIE_ROLE: 'api', ...settings })
  const env = testEnv(database, { clock, config, ...parts })
  const settlement = await settlementClock(clock, env.db, config.settlementSpeed)
  const service: Service = await serve(env, { clock: settlement, settle: async () => true })
  return {
    env,
    database,
    origin: `http://localhost:${new URL(service.base).port}`,
    pass: (seconds) => (ahead += seconds * 1_000),
    stopClock: () => (stopped = Date.now()),
    now,
    end: async () => {
      await service.stop()
      await env.runtime.close()
      await database.drop()
    },
  }
}

export type Browser = {
  /** `portal/v1` or `console/v1` before the path. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  /** Sends a file. */
  upload(path: string, file: Buffer, headers?: Record<string, string>): Promise<Answer>
  /** The token in its session cookie. */
  token(): string | null
  setToken(token: string): void
  setCookie(name: string, value: string): void
}

/** A browser with its cookies. `forwarded`: its address from a trusted proxy. */
export function browser(origin: string, side: Side = 'institution', forwarded?: string): Browser {
  const cookies = new Map<string, string>()
  const base = `${origin}/${side === 'staff' ? 'console' : 'portal'}/v1`
  const call = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | Uint8Array<ArrayBuffer>,
  ) => {
    const response = await fetch(`${base}/${path}`, {
      method,
      headers: {
        'user-agent': 'test browser',
        ...(cookies.size > 0 && { cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ') }),
        ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return read(response)
  }
  return {
    post: (path, body = {}, headers = {}) =>
      call('POST', path, { 'content-type': 'application/json', origin, ...headers }, JSON.stringify(body)),
    get: (path, headers = {}) => call('GET', path, headers),
    upload: (path, file, headers = {}) =>
      call('POST', path, { 'content-type': 'application/pdf', origin, ...headers }, new Uint8Array(file)),
    token: () => cookies.get('specie') ?? null,
    setToken: (token) => void cookies.set('specie', token),
    setCookie: (name, value) => void cookies.set(name, value),
  }
}

export type Login = { id: string; email: string; password: string; secret: string; recoveryCodes: string[] }

export const goodPassword = 'a tram full of violins'

export async function invited(
  { env }: Served,
  institutionId: string | null,
  roles: readonly Role[],
  name = 'Jane Doe',
): Promise<{ id: string; email: string; token: string }> {
  const side = institutionId === null ? 'staff' : 'institution'
  const email = `${randomUUID().slice(0, 13)}@acme.example`
  const by = { actor: 'test', why: 'a test needs them', at: env.clock.now() }
  return env.db.tx(async (tx) => {
    const id = await createPerson(env, tx, { side, institutionId, email, name, roles }, by)
    const { token } = await createLink(env, tx, id, 'invitation')
    return { id, email, token }
  })
}

/** A person who has accepted an invitation with password and authenticator app, in this browser. */
export async function accepted(
  served: Served,
  at: Browser,
  institutionId: string | null,
  roles: readonly Role[] = [institutionId === null ? staffRoles[0] : institutionRoles[0]],
  name?: string,
): Promise<Login> {
  const { id, email, token } = await invited(served, institutionId, roles, name)
  const { totp } = (await at.post('link/options', { token })).body
  const code = codeOf(totp.secret, served.now())
  const answer = await at.post('link/accept', { token, password: goodPassword, totp: { setup: totp.setup, code } })
  if (answer.status !== 200) throw new Error(`not accepted: ${JSON.stringify(answer.body)}`)
  return { id, email, password: goodPassword, secret: totp.secret, recoveryCodes: answer.body.recovery_codes }
}

/** Signs in with password and the current code; thirty seconds pass first, so that the code is new. */
export function signIn(served: Served, at: Browser, login: Login): Promise<Answer> {
  served.pass(30)
  const code = codeOf(login.secret, served.now())
  return at.post('sign-in/password', { email: login.email, password: login.password, code })
}

/** RFC 6238, written from the standard: it shares no code with the service. */
export function codeOf(secret: string, ms: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(ms / 30_000)))
  const mac = createHmac('sha1', base32(secret)).update(counter).digest()
  const offset = mac.at(-1)! & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function base32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from(
    Array.from({ length: Math.floor(bits.length / 8) }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8), 2)),
  )
}
