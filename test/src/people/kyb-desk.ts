import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KybPerson } from '@specie/protocol/onboarding/kyb.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import type { Env } from '@specie/service/base/env.ts'
import { httpShell, type App } from '@specie/service/base/http/shell.ts'
import { createLog } from '@specie/service/base/observability/log.ts'
import { staffAgreementRoutes } from '@specie/service/console/institution/agreements.ts'
import { institutionRoutes } from '@specie/service/console/institution/institutions.ts'
import { kybRoutes } from '@specie/service/console/institution/kyb.ts'
import { createKeystore } from '@specie/service/keys/keystore.ts'
import { openSigner } from '@specie/service/keys/signer.ts'
import type { Session } from '@specie/service/people/session/session.ts'
import { agreementRoutes } from '@specie/service/portal/agreements.ts'
import { companyRoutes } from '@specie/service/portal/company.ts'
import { peopleRoutes } from '@specie/service/web-api/routes.ts'
import { demoEntity, demoPdf, demoPerson } from '@specie/service/sandbox/demo/company.ts'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { approve, member, staff } from '../people.ts'
import { carrying } from './portal.ts'

// The onboarding parts of portal and console, over HTTP, and the steps of people there.

export let database: TestDatabase
export let env: Env
/** Another one in each test. */
export let officer: Session
let folder: string
let app: App
let origin: string
let settlement: Date
/** The log of the console. */
export const lines: string[] = []

export function useKybDesk(): void {
  beforeAll(async () => {
    lines.length = 0
    database = await freshDatabase()
    folder = await mkdtemp(join(tmpdir(), 'specie-kyb-'))
    const keys = { keystore: join(folder, 'keystore'), keystorePassphrase: 'a passphrase for a test' }
    await createKeystore(keys.keystore, keys.keystorePassphrase, { N: 2 ** 10, r: 8, p: 1 })
    const signer = await openSigner({ ...keys, kms: null }, { now: () => new Date(), log: () => {} })
    const clock = { ...systemClock, settlement: () => settlement }
    env = testEnv(database, { clock, signer, log: keptLog() })
    app = httpShell(env)
    const routes = peopleRoutes(app, env)
    companyRoutes(routes)
    institutionRoutes(routes)
    kybRoutes(routes)
    staffAgreementRoutes(routes)
    agreementRoutes(routes)
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  beforeEach(async () => {
    settlement = new Date()
    officer = await staff(env, 'compliance')
  })
  afterAll(async () => {
    await app.close()
    await database.drop()
    await rm(folder, { recursive: true })
  })
}

/** Advances settlement time. */
export function passDays(days: number): Date {
  settlement = new Date(settlement.getTime() + days * 86_400_000)
  return settlement
}

/** A log with stored lines. */
function keptLog(): Env['log'] {
  const keep = (...args: unknown[]) => void lines.push(JSON.stringify(args))
  return Object.assign(createLog('info'), { info: keep, warn: keep, error: keep })
}

type Answer = { status: number; headers: Headers; body: any; bytes: Buffer }

export async function call(by: Session, path: string, body?: unknown): Promise<Answer> {
  const side = by.person.side === 'staff' ? 'console' : 'portal'
  const isFile = Buffer.isBuffer(body)
  const response = await fetch(`${origin}/${side}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...carrying(by, origin),
      'user-agent': 'test',
      'content-type': isFile ? 'application/pdf' : 'application/json',
    },
    ...(body === undefined ? {} : { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(bytes.toString()) : null,
    bytes,
  }
}

/** An answer that must be a success. */
export async function ok(by: Session, path: string, body?: unknown): Promise<any> {
  const answer = await call(by, path, body)
  expect([path, answer.status, answer.body?.message]).toEqual([path, 200, undefined])
  return answer.body
}

/** One person proposes a decision, and another approves it. */
export async function decided({ id }: Institution, decision: 'approve' | 'reject' | 'reinstate'): Promise<void> {
  const { approval_id } = await ok(officer, `/kyb/${id}/decision`, { decision, reason: 'as the file shows' })
  await approve(env, await staff(env, 'mlro'), approval_id)
}

type Institution = { id: string; admin: Session }

export async function invited(): Promise<Institution> {
  const admin_email = `${randomUUID()}@example.com`
  const invitation = { name: 'Beispiel AG', channel: 'remote', admin_email, admin_name: 'Erika Beispiel' }
  const { institutionid } = await ok(officer, '/institutions', invitation)
  return { id: institutionid, admin: await member(env, institutionid, 'admin') }
}

export const upload = (admin: Session, kind: string, query = '', content: Buffer = demoPdf) =>
  call(admin, `/company/documents?kind=${kind}&name=${kind}.pdf${query}`, content)

export async function filledIn(institution: Institution, over: Partial<KybPerson> = {}): Promise<string> {
  const { admin } = institution
  await ok(admin, '/company/entity', demoEntity('Beispiel Treasury AG'))
  const { id } = await ok(admin, '/company/persons', { ...demoPerson, ...over })
  for (const kind of ['registry_extract', 'articles', 'source_of_funds']) await upload(admin, kind)
  await upload(admin, 'passport', `&person_id=${id}&expires_on=2099-01-01`)
  return id
}

export const stateOf = async ({ id }: Institution): Promise<string> => (await ok(officer, `/kyb/${id}`)).state

export async function approved(): Promise<Institution> {
  const institution = await invited()
  await filledIn(institution)
  await ok(institution.admin, '/company/submit', {})
  await decided(institution, 'approve')
  return institution
}
