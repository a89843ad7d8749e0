import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KybPerson } from '@specie/protocol/people/kyb/kyb.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import type { Env } from '@specie/service/base/env.ts'
import { httpShell, type App } from '@specie/service/base/http/shell.ts'
import { createLog } from '@specie/service/base/observability/log.ts'
import { institutionRoutes } from '@specie/service/console/institution/institutions.ts'
import { kybRoutes } from '@specie/service/console/institution/kyb.ts'
import { erasePersonalData } from '@specie/service/institutions/kyb/erase.ts'
import { manifestMessage } from '@specie/service/institutions/kyb/export.ts'
import { reviewInstitutions } from '@specie/service/institutions/kyb/review.ts'
import { createKeystore } from '@specie/service/keys/keystore.ts'
import { openSigner } from '@specie/service/keys/signer.ts'
import type { Session } from '@specie/service/people/session/session.ts'
import { companyRoutes } from '@specie/service/portal/company.ts'
import { peopleRoutes } from '@specie/service/portal/serve.ts'
import { demoEntity, demoPdf, demoPerson } from '@specie/service/sandbox/demo/company.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, onboard } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { approve, decide, member, staff } from '../people.ts'
import { type RunningService, startService } from '../programs/service.ts'
import { skipTheWait } from '../programs/uat.ts'

// Onboarding, from the invitation to the end: over HTTP as the people of an institution and staff do it.

let database: TestDatabase
let folder: string
let env: Env
let app: App
let origin: string
let officer: Session
let settlement: Date
/** What the console wrote to its log. */
const lines: string[] = []

beforeAll(async () => {
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

/** A log whose lines are kept. */
function keptLog(): Env['log'] {
  const keep = (...args: unknown[]) => void lines.push(JSON.stringify(args))
  return Object.assign(createLog('info'), { info: keep, warn: keep, error: keep })
}

type Answer = { status: number; headers: Headers; body: any; bytes: Buffer }

async function call(by: Session, path: string, body?: unknown): Promise<Answer> {
  const side = by.person.side === 'staff' ? 'console' : 'portal'
  const isFile = Buffer.isBuffer(body)
  const response = await fetch(`${origin}/${side}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${by.token}`,
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
async function ok(by: Session, path: string, body?: unknown): Promise<any> {
  const answer = await call(by, path, body)
  expect([path, answer.status, answer.body?.message]).toEqual([path, 200, undefined])
  return answer.body
}

/** Somebody proposes a decision, and somebody else approves it. */
async function decided({ id }: Institution, decision: 'approve' | 'reject' | 'reinstate'): Promise<void> {
  const { approval_id } = await ok(officer, `/kyb/${id}/decision`, { decision, reason: 'as the file shows' })
  await approve(env, await staff(env, 'mlro'), approval_id)
}

type Institution = { id: string; admin: Session }

async function invited(): Promise<Institution> {
  const admin_email = `${randomUUID()}@example.com`
  const invitation = { name: 'Beispiel AG', channel: 'remote', admin_email, admin_name: 'Erika Beispiel' }
  const { institutionid } = await ok(officer, '/institutions', invitation)
  return { id: institutionid, admin: await member(env, institutionid, 'admin') }
}

const upload = (admin: Session, kind: string, query = '', content: Buffer = demoPdf) =>
  call(admin, `/company/documents?kind=${kind}&name=${kind}.pdf${query}`, content)

async function filledIn(institution: Institution, over: Partial<KybPerson> = {}): Promise<string> {
  const { admin } = institution
  await ok(admin, '/company/entity', demoEntity('Beispiel Treasury AG'))
  const { id } = await ok(admin, '/company/persons', { ...demoPerson, ...over })
  for (const kind of ['registry_extract', 'articles', 'source_of_funds']) await upload(admin, kind)
  await upload(admin, 'passport', `&person_id=${id}&expires_on=2099-01-01`)
  return id
}

const stateOf = async ({ id }: Institution): Promise<string> => (await ok(officer, `/kyb/${id}`)).state

async function approved(): Promise<Institution> {
  const institution = await invited()
  await filledIn(institution)
  await ok(institution.admin, '/company/submit', {})
  await decided(institution, 'approve')
  return institution
}

describe('the way in', () => {
  test('an institution is invited, fills in its case, is asked, answers, and is approved by two', async () => {
    const institution = await invited()
    const { admin, id } = institution
    const early = await call(admin, '/company/submit', {})
    expect(early.body).toMatchObject({ code: 'bad_request', details: { rule: 'incomplete' } })
    expect(early.body.message).toContain('document.articles')
    await filledIn(institution)
    expect((await ok(admin, '/company')).requirements.filter(({ state }: any) => state !== 'met')).toEqual([])
    await ok(admin, '/company/submit', {})
    expect(await stateOf(institution)).toBe('in_review')
    expect((await ok(admin, '/company')).requirements[0].state).toBe('being_checked')
    const changed = await call(admin, '/company/entity', demoEntity('Somebody Else AG'))
    expect(changed.body).toMatchObject({ code: 'bad_request', details: { rule: 'state' } })

    const question = { question: 'Who are your largest customers?' }
    const { id: request } = await ok(officer, `/kyb/${id}/requests`, question)
    const seen = await ok(admin, '/company')
    expect([seen.state, seen.requests[0].question]).toEqual(['info_requested', question.question])
    expect((await call(admin, '/company/submit', {})).body.details.rule).toBe('incomplete')
    await ok(admin, `/company/requests/${request}/answer`, { answer: 'Three retailers:\n- one\n- two' })
    await ok(admin, '/company/submit', {})

    const proposal = { decision: 'approve', reason: 'all is in order' }
    const { approval_id } = await ok(officer, `/kyb/${id}/decision`, proposal)
    expect(await stateOf(institution)).toBe('in_review')
    await expect(approve(env, officer, approval_id)).rejects.toMatchObject({ code: 'approval_refused' })
    await approve(env, await staff(env, 'mlro'), approval_id)
    const kyb = await ok(officer, `/kyb/${id}`)
    expect(kyb).toMatchObject({ state: 'approved', name: 'Beispiel Treasury AG', risk: { class: 'low', score: 22 } })
    const months = (Date.parse(kyb.review.due_at) - Date.now()) / 86_400_000 / 30.44
    expect(Math.round(months)).toBe(36)
    const whats = kyb.timeline.map(({ what }: any) => what)
    expect(whats.filter((what: string) => what.startsWith('state.'))).toEqual(
      'draft submitted screening in_review info_requested submitted screening in_review approved'
        .split(' ')
        .map((state) => `state.${state}`),
    )
    expect(whats).toEqual(expect.arrayContaining(['person.added', 'document.added', 'information.answered']))
  })

  test('a person on a watchlist makes it a matter of enhanced due diligence, which the institution is not told', async () => {
    const institution = await invited()
    const { admin, id } = institution
    await database.owner.query(
      `insert into compliance.listed (name, list, effect, listed_at) values ('Viktor Gesucht', 'test', 'review', now())
       on conflict do nothing`,
    )
    const person = await filledIn(institution, { name: 'Victor Gesucht' })
    await ok(admin, '/company/submit', {})
    const kyb = await ok(officer, `/kyb/${id}`)
    expect(kyb).toMatchObject({ state: 'edd_required', risk: { class: 'high', edd: true } })
    expect(kyb.screening).toEqual([expect.objectContaining({ subject: person, list: 'test' })])
    const seen = await ok(admin, '/company')
    expect(seen.state).toBe('in_review')
    expect(seen).not.toHaveProperty('risk')
    expect((await call(officer, `/kyb/${id}/complete-edd`, { reason: 'done' })).body.details.rule).toBe('incomplete')
    await upload(admin, 'source_of_wealth')
    // In capital letters it is the same person.
    await upload(admin, 'proof_of_address', `&person_id=${person.toUpperCase()}`)
    await ok(officer, `/kyb/${id}/complete-edd`, { reason: 'done' })
    await decided(institution, 'reject')
    expect(await stateOf(institution)).toBe('rejected')
  })

  test('only roles that may do something can', async () => {
    const { id, admin } = await invited()
    const viewer = await member(env, id, 'viewer')
    expect((await call(viewer, '/company')).status).toBe(200)
    expect((await call(viewer, '/company/submit', {})).body.code).toBe('role_missing')
    const support = await staff(env, 'support')
    expect((await call(support, '/institutions')).status).toBe(200)
    expect((await call(support, `/kyb/${id}`)).body.code).toBe('role_missing')
    expect((await call(await staff(env, 'mlro'), `/kyb/${id}/decision`, {})).body.code).toBe('role_missing')
    const foreign = await call(admin, '/company/entity', { ...demoEntity('X'), state: 'approved' })
    expect(foreign.body).toMatchObject({ code: 'bad_request', details: { rule: 'unknown_field' } })
  })
})

describe('what is refused', () => {
  test('a decision without the approval of two, whatever SQL the service sends', async () => {
    const institution = await invited()
    await filledIn(institution)
    await ok(institution.admin, '/company/submit', {})
    const early = await call(officer, `/kyb/${institution.id}/decision`, { decision: 'reinstate', reason: 'x' })
    expect(early.body).toMatchObject({ details: { rule: 'state' } })
    const moved = (state: string) =>
      database.app.tx(async (tx) => {
        await tx.query(`select state.acting('person:somebody', 'because', now())`)
        await tx.query('update institutions.kyb_case set state = $2 where institution_id = $1', [institution.id, state])
      })
    await expect(moved('approved')).rejects.toThrow(/to approve institution .* needs the approval of a second person/)
    await expect(moved('rejected')).rejects.toThrow(/needs the approval of a second person/)
    await decided(institution, 'approve')
    await moved('suspended')
    await expect(moved('approved')).rejects.toThrow(/to reinstate .* needs the approval/)
    await expect(moved('offboarded')).rejects.toThrow(/institution.offboard .* needs the approval/)
  })

  test('a decision on a case that has changed since it was proposed', async () => {
    const institution = await invited()
    await filledIn(institution)
    await ok(institution.admin, '/company/submit', {})
    const proposal = { decision: 'approve', reason: 'all is in order' }
    const { approval_id } = await ok(officer, `/kyb/${institution.id}/decision`, proposal)
    const mlro = await staff(env, 'mlro')
    await upload(institution.admin, 'other')
    await expect(approve(env, mlro, approval_id)).rejects.toMatchObject({ details: { rule: 'case_changed' } })
    expect(await stateOf(institution)).toBe('in_review')
    const { documents } = await ok(institution.admin, '/company')
    const removed = await call(institution.admin, `/company/documents/${documents.at(-1).id}/remove`, {})
    expect(removed.body).toMatchObject({ details: { rule: 'state' } })
    await decide(env, mlro, approval_id, 'refuse', 'it has changed')
    await decided(institution, 'approve')
  })

  test('ids of another institution do not exist', async () => {
    const [one, other] = [await invited(), await invited()]
    const person = await filledIn(one)
    const document = (await ok(one.admin, '/company')).documents[0].id
    const calls: [string, unknown?][] = [
      [`/company/persons/${person}`, demoPerson],
      [`/company/persons/${person}/remove`, {}],
      [`/company/documents/${document}`],
      [`/company/documents/${document}/remove`, {}],
      [`/company/requests/${document}/answer`, { answer: 'x' }],
      [`/company/documents?kind=passport&name=x&person_id=${person}`, demoPdf],
    ]
    for (const [path, body] of calls) expect([path, (await call(other.admin, path, body)).status]).toEqual([path, 404])
    expect((await call(officer, `/kyb/${other.id}/documents/${document}`)).status).toBe(404)
    expect((await call(officer, `/kyb/${randomUUID()}`)).status).toBe(404)
    expect((await call(officer, `/institutions/${randomUUID()}/suspend`, { reason: 'x' })).status).toBe(404)
  })

  test('an identity document without its person', async () => {
    const { admin } = await invited()
    const field = { details: { rule: 'required', field: 'person_id' } }
    for (const kind of ['passport', 'identity_card']) expect((await upload(admin, kind)).body).toMatchObject(field)
  })

  test('polyglots, other files and files above the limit', async () => {
    const { admin } = await invited()
    const script = Buffer.concat([demoPdf, Buffer.from('<script>alert(1)</script>')])
    expect((await upload(admin, 'articles', '', script)).body).toMatchObject({ details: { rule: 'document' } })
    expect((await upload(admin, 'articles', '', Buffer.from('<html>'))).status).toBe(400)
    const limit = 10 * 1024 * 1024
    const large = Buffer.concat([demoPdf.subarray(0, 9), Buffer.alloc(limit - 14, ' '), Buffer.from('%%EOF')])
    expect((await upload(admin, 'articles', '', large)).status).toBe(200)
    const larger = await upload(admin, 'articles', '', Buffer.concat([large, Buffer.from(' ')]))
    expect(larger.body).toMatchObject({ status: 413, details: { limit_bytes: limit } })
  })

  test('an LEI whose check digits do not fit, a country that does not exist, an owner of less than 25 %', async () => {
    const { admin } = await invited()
    const entity = demoEntity('X')
    const wrongLei = await call(admin, '/company/entity', { ...entity, lei: '5493001KJTIIGC8Y1R13' })
    expect(wrongLei.body.details.field).toBe('lei')
    await ok(admin, '/company/entity', { ...entity, lei: '5493001KJTIIGC8Y1R12' })
    const nowhere = await call(admin, '/company/entity', { ...entity, country: 'ZZ' })
    expect(nowhere.body.details).toMatchObject({ field: 'country', rule: 'country' })
    const small = await call(admin, '/company/persons', { ...demoPerson, roles: ['owner'], share: '24.99' })
    expect(small.body.details.field).toBe('share')
  })
})

test('a document comes back as it was sent, as an attachment that no browser opens', async () => {
  const { admin, id } = await invited()
  const path = `/company/documents?kind=articles&name=${encodeURIComponent('../<script>"Statuten".pdf')}`
  const { id: document } = await ok(admin, path, demoPdf)
  for (const [by, path] of [
    [admin, `/company/documents/${document}`],
    [officer, `/kyb/${id}/documents/${document}`],
  ] as const) {
    const { headers, bytes } = await call(by, path)
    expect(bytes).toEqual(demoPdf)
    expect(headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''_script__Statuten_.pdf`)
    expect(headers.get('content-security-policy')).toMatch(/^sandbox/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})

describe('personal data', () => {
  /** Every row of every table, as the owner of the database reads it. */
  async function everything(): Promise<string> {
    const tables = await database.owner.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema', 'jobs')`,
    )
    const texts: string[] = []
    for (const { name } of tables)
      texts.push(
        ...(await database.owner.query<{ text: string }>(`select t::text as text from ${name} t`)).map(
          (row) => row.text,
        ),
      )
    return texts.join('\n')
  }

  test('stands nowhere in the database or in the log, and is gone when its key is', async () => {
    const institution = await invited()
    const name = 'Wilhelmina Unverwechselbar'
    const person = await filledIn(institution, { name, birth_date: '1951-02-03' })
    await upload(
      institution.admin,
      'other',
      '',
      Buffer.concat([demoPdf.subarray(0, -6), Buffer.from('%Wilhelmina\n%%EOF\n')]),
    )
    await ok(institution.admin, '/company/submit', {})
    const { id: request } = await ok(officer, `/kyb/${institution.id}/requests`, { question: `Is ${name} a resident?` })
    await ok(institution.admin, `/company/requests/${request}/answer`, { answer: `${name} lives in Zug.` })
    const hex = (text: string) => Buffer.from(text).toString('hex')
    const stored = await everything()
    for (const secret of ['Wilhelmina', 'Unverwechselbar', '1951-02-03']) {
      expect(stored.includes(secret) || stored.includes(hex(secret))).toBe(false)
      expect(lines.some((line) => line.includes(secret))).toBe(false)
    }
    const shown = await ok(officer, `/kyb/${institution.id}`)
    expect(shown.persons[0]).toMatchObject({ id: person, data: { name, birth_date: '1951-02-03' } })

    await ok(institution.admin, '/company/submit', {})
    await decided(institution, 'reject')
    expect(await erasePersonalData.run(env)).toBe(0)
    const later = { ...env.clock, now: () => new Date(Date.now() + 10.01 * 365.25 * 86_400_000) }
    expect(await erasePersonalData.run({ ...env, clock: later })).toBeGreaterThan(0)
    const erased = await ok(officer, `/kyb/${institution.id}`)
    expect(erased).toMatchObject({ erased: true, persons: [{ id: person, data: null }] })
    expect(erased.documents.map((document: any) => document.name)).toEqual([null, null, null, null, null])
    expect(erased.requests[0]).toMatchObject({ question: null, answer: null })
    expect((await call(officer, `/kyb/${institution.id}/documents/${erased.documents[0].id}`)).status).toBe(404)
  })
})

test('a case is exported as a zip whose manifest is signed with the audit key', async () => {
  const { id } = await approved()
  const { headers, bytes } = await call(officer, `/kyb/${id}/export`)
  expect(headers.get('content-type')).toBe('application/zip')
  const files = unzip(bytes)
  const manifest = JSON.parse(files.get('manifest.json')!.toString())
  expect(manifest.files.map(({ name }: any) => name)).toHaveLength(5)
  for (const { name, sha256 } of manifest.files)
    expect([name, createHash('sha256').update(files.get(name)!).digest('hex')]).toEqual([name, sha256])
  const { publickey, signature } = JSON.parse(files.get('manifest.sig')!.toString())
  const spki = Buffer.from(`302a300506032b6570032100${publickey}`, 'hex')
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  const message = manifestMessage(files.get('manifest.json')!)
  expect(verify(null, message, key, Buffer.from(signature, 'hex'))).toBe(true)
  expect(verify(null, Buffer.concat([message, Buffer.from(' ')]), key, Buffer.from(signature, 'hex'))).toBe(false)
})

/** The files of a zip without compression, by its directory. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let i = 0; i < zip.readUInt16LE(end + 10); i += 1) {
    const [size, nameLength, start] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const content = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    files.set(name, zip.subarray(content, content + size))
    at += 46 + nameLength
  }
  return files
}

describe('after the approval', () => {
  let service: RunningService
  beforeAll(async () => {
    service = await startService(database.url, { SPECIE_ROLE: 'api' })
  })
  afterAll(() => service.stop())

  /** What a process that knows the institution already answers to its next call. */
  async function answer(client: Client): Promise<string> {
    await skipTheWait(database, client)
    const { status, body } = await client.call('accountBalance')
    return status === 200 ? 'ok' : `${body.code} ${body.details.reason}`
  }
  const of = async ({ institutionid: id }: Client) => ({ id, admin: await member(env, id, 'admin') })
  const pass = (days: number) => {
    settlement = new Date(settlement.getTime() + days * 86_400_000)
    return reviewInstitutions.run({ ...env, clock: { ...env.clock, now: () => settlement } })
  }

  test('an institution under review keeps its access until the deadline, and has it again after the review', async () => {
    const client = await onboard(service.origin)
    const institution = await of(client)
    expect(await answer(client)).toBe('ok')
    await pass(35 * 30)
    expect(await stateOf(institution)).toBe('approved')
    await pass(50)
    expect(await stateOf(institution)).toBe('periodic_review')
    expect(await answer(client)).toBe('ok')
    await pass(59)
    expect(await answer(client)).toBe('ok')
    await pass(2)
    expect(await answer(client)).toBe('kyb_required review_overdue')

    const early = await call(officer, `/kyb/${institution.id}/decision`, { decision: 'approve', reason: 'in order' })
    expect(early.body).toMatchObject({
      details: { rule: 'incomplete' },
      message: expect.stringMatching(/review.confirm/),
    })
    await ok(institution.admin, '/company/confirm', {})
    await decided(institution, 'approve')
    expect(await answer(client)).toBe('ok')
    const { review } = await ok(officer, `/kyb/${institution.id}`)
    expect(review.deadline).toBe(null)
    expect(Date.parse(review.due_at)).toBeGreaterThan(Date.now() + 1_000 * 86_400_000)
  })

  test('a review that ends in time never costs the access; a change asks for another confirmation', async () => {
    const client = await onboard(service.origin)
    const institution = await of(client)
    await ok(officer, `/kyb/${institution.id}/review`, { reason: 'a new owner is known' })
    await ok(institution.admin, '/company/confirm', {})
    await ok(institution.admin, '/company/entity', { ...demoEntity('Acme Treasury AG'), activity: 'fund' })
    expect((await ok(institution.admin, '/company')).review.confirmed_at).toBe(null)
    await ok(institution.admin, '/company/confirm', {})
    await decided(institution, 'approve')
    await pass(61)
    expect(await answer(client)).toBe('ok')
  })

  test('one person suspends at once; two reinstate and two offboard', async () => {
    const client = await onboard(service.origin)
    const institution = await of(client)
    expect(await answer(client)).toBe('ok')
    await ok(officer, `/institutions/${institution.id}/suspend`, { reason: 'adverse news' })
    expect(await answer(client)).toBe('account_suspended suspended')
    await decided(institution, 'reinstate')
    expect(await answer(client)).toBe('ok')
    const { approval_id } = await ok(officer, `/institutions/${institution.id}/offboard`, { reason: 'they leave' })
    expect(await answer(client)).toBe('ok')
    await approve(env, await staff(env, 'mlro'), approval_id)
    expect(await answer(client)).toBe('account_suspended offboarded')
  })
})

test('every step is on record with who and from where, and the list shows where each case stands', async () => {
  const { id } = await approved()
  const entries = await database.owner.query<{ body: any }>(
    `select body::jsonb as body from audit.entry where body::jsonb ->> 'subject' = $1 order by seq`,
    [id],
  )
  const suspendedBy = entries.find(({ body }) => body.action === 'kyb.invited')!.body
  expect(suspendedBy).toMatchObject({
    actor: `person:${officer.person.id}`,
    detail: { session: officer.id, ip: '127.0.0.1' },
  })
  expect(entries.map(({ body }) => body.action)).toEqual(
    expect.arrayContaining(['kyb.submitted', 'kyb.assessed', 'kyb.document_added', 'kyb.decided']),
  )
  const { items } = await ok(officer, '/institutions?state=approved&limit=1')
  expect(items[0]).toMatchObject({ institutionid: id, state: 'approved', risk_class: 'low' })
  expect((await ok(officer, '/institutions?name=treasury&state=draft')).items).toEqual([])
})
