import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { systemClock } from '@specie/service/base/clock.ts'
import type { Env } from '@specie/service/base/env.ts'
import { endAgreements } from '@specie/service/onboarding/agreement/end.ts'
import { sendAgreement } from '@specie/service/onboarding/agreement/send.ts'
import { countersignAgreement, signAgreement } from '@specie/service/onboarding/agreement/sign.ts'
import { versions } from '@specie/service/onboarding/agreement/texts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Client, onboard } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { member, staff } from '../people.ts'
import { type RunningService, startService } from '../programs/service.ts'
import { as } from './portal.ts'

// Agreements from their text to their end, and the answers of a process with a cached institution.

let database: TestDatabase
let service: RunningService
let env: Env
/** The offset of settlement time. */
let passed = 0

beforeAll(async () => {
  database = await freshDatabase()
  // No jobs: tests run them at chosen times.
  service = await startService(database.url, { SPECIE_ROLE: 'api' })
  env = testEnv(database, { clock: { ...systemClock, settlement: () => new Date(Date.now() + passed) } })
})
afterAll(async () => {
  await service.stop()
  await env.runtime.close()
  await database.drop()
})
beforeEach(() => {
  passed = 0
})

const day = 86_400_000
const product = 'crypto_conversion'

/** The calls that need this agreement, or any. */
async function balance(client: Client): Promise<string> {
  await database.owner.query(`update access.key_use set next_at = '-infinity'`)
  const { status, body } = await client.call('accountBalance')
  return `${status} ${body.code ?? 'ok'}`
}

async function people(options: { agreements?: string[] } = { agreements: [] }) {
  const client = await onboard(service.origin, options)
  const admin = as(await member(env, client.institutionid, 'admin'), service.origin)
  const officer = as(await staff(env, 'compliance'), service.origin)
  const send = async (more: object = {}) =>
    officer('POST', '/agreements', { institutionid: client.institutionid, product, ...more })
  const sign = async (id: string, more: object = {}) => {
    const { body } = await admin('GET', `/agreements/${id}/text`)
    return admin('POST', `/agreements/${id}/sign`, { text_sha256: body.text_sha256, name: 'Nora Keller', ...more })
  }
  return { client, admin, officer, send, sign }
}

const ruleOf = ({ status, body }: Answer): string => `${status} ${body.details?.rule ?? body.code ?? body.status}`

test('every text matches its hash', () => {
  const folder = new URL('../../../service/agreements/', import.meta.url)
  const files = readdirSync(folder).toSorted()
  const known = Object.entries(versions).flatMap(([name, hashes]) =>
    Object.entries(hashes).map(([version, sha256]) => [`${name}-${version}.md`, sha256] as const),
  )
  expect(files).toEqual(known.map(([file]) => file).toSorted())
  for (const [file, sha256] of known)
    expect(
      createHash('sha256')
        .update(readFileSync(new URL(file, folder)))
        .digest('hex'),
      file,
    ).toBe(sha256)
})

describe('an agreement', () => {
  test('is sent, read, signed and countersigned: only then the product is open', async () => {
    const { client, admin, officer, send, sign } = await people()
    expect(await balance(client)).toBe('403 agreement_missing')
    const { agreementid: id } = (await send()).body
    const { text, text_sha256 } = (await admin('GET', `/agreements/${id}/text`)).body
    expect(text).toMatch(/^# Crypto conversion agreement/)
    expect(createHash('sha256').update(text).digest('hex')).toBe(text_sha256)
    expect(await balance(client)).toBe('403 agreement_missing')
    expect(ruleOf(await officer('POST', `/agreements/${id}/countersign`))).toBe('400 state')
    expect((await sign(id, { name: ' nora keller ' })).body).toEqual({ agreementid: id, status: 'signed' })
    expect(await balance(client)).toBe('403 agreement_missing')
    expect((await officer('POST', `/agreements/${id}/countersign`)).body.status).toBe('active')
    expect(await balance(client)).toBe('200 ok')
    const { items } = (await admin('GET', '/agreements')).body
    const signed = { name: 'Nora Keller' }
    expect(items[0]).toMatchObject({ agreementid: id, product, status: 'active', text_sha256, signed, ends_at: null })
    const { filename, pdf } = (await admin('GET', `/agreements/${id}/copy`)).body
    expect(filename).toMatch(/^crypto_conversion-.*\.pdf$/)
    const file = Buffer.from(pdf, 'base64').toString('latin1')
    expect(file).toMatch(/^%PDF-1\.4\n/)
    expect(file).toMatch(/\(SHA-256 of the text: [0-9a-f]{64}\) Tj/)
    expect(file).toMatch(/For the institution: Nora Keller, /)
    expect((await officer('POST', `/agreements/${id}/terminate`, { reason: 'breach' })).body.status).toBe('terminated')
    expect(await balance(client)).toBe('403 agreement_missing')
  })

  test('is signed under the signer’s own name, for the sent text, once', async () => {
    const { send, sign } = await people()
    const { agreementid: id } = (await send()).body
    expect(ruleOf(await sign(id, { name: 'Somebody Else' }))).toBe('400 name')
    expect(ruleOf(await sign(id, { text_sha256: 'ab'.repeat(32) }))).toBe('400 other_text')
    expect(ruleOf(await send())).toBe('400 open')
    expect(ruleOf(await sign(id))).toBe('200 signed')
    expect(ruleOf(await sign(id))).toBe('400 state')
  })

  test('stores signer, method and address', async () => {
    const { send, sign } = await people()
    const { agreementid: id } = (await send()).body
    await sign(id)
    const [row] = await database.app.query<{ signature: object }>(
      'select signature from onboarding.agreement where id = $1',
      [id],
    )
    expect(row!.signature).toMatchObject({
      method: 'typed_name',
      name: 'Nora Keller',
      factor: 'password',
      factor_at: expect.any(String),
      session: expect.any(String),
      person: expect.any(String),
      ip: '127.0.0.1',
      text_sha256: versions.crypto_conversion['2026-11'],
    })
  })

  test('can be signed for sixty days', async () => {
    const { admin, send, sign, client } = await people()
    const { agreementid: id } = (await send()).body
    passed = 59 * day
    expect(await endAgreements.run(env)).toBe(0)
    passed = 61 * day
    expect(await endAgreements.run(env)).toBe(1)
    expect((await admin('GET', '/agreements')).body.items[0].status).toBe('expired')
    expect(ruleOf(await sign(id))).toBe('400 state')
    expect(ruleOf(await send())).toBe('200 sent')
    expect(await balance(client)).toBe('403 agreement_missing')
  })

  test('of another institution does not exist', async () => {
    const [acme, beta] = [await people(), await people()]
    const { agreementid: id } = (await beta.send()).body
    const body = { text_sha256: versions.crypto_conversion['2026-11'], name: 'Nora Keller' }
    expect((await acme.admin('GET', `/agreements/${id}/text`)).status).toBe(404)
    expect((await acme.admin('GET', `/agreements/${id}/copy`)).status).toBe(404)
    expect((await acme.admin('POST', `/agreements/${id}/sign`, body)).status).toBe(404)
    const { items } = (await acme.admin('GET', '/agreements')).body
    expect(items.map(({ agreementid }: { agreementid: string }) => agreementid)).not.toContain(id)
    expect((await beta.sign(id)).status).toBe(200)
    expect((await acme.officer('GET', `/institutions/${randomUUID()}/agreements`)).status).toBe(404)
  })
})

describe('a new version', () => {
  const by = () => ({ actor: 'test', why: 'a test', at: env.clock.now() })
  const text = { product, version: '2099-01', sha256: 'cd'.repeat(32) } as const
  const announce = ({ client }: { client: Client }, noticeDays: number) =>
    env.db.tx((tx) => sendAgreement(env, tx, { institutionId: client.institutionid, text, noticeDays }, by()))
  const statesOf = async ({ client }: { client: Client }) =>
    (
      await database.app.query<{ version: string; state: string }>(
        'select version, state from onboarding.agreement where institution_id = $1 order by created_at, id',
        [client.institutionid],
      )
    ).map(({ version, state }) => `${version} ${state}`)

  test('replaces the old one when it is active, without a gap', async () => {
    const acme = await people({ agreements: [product] })
    const id = await announce(acme, 30)
    expect(await balance(acme.client)).toBe('200 ok')
    const signer = { method: 'sandbox', name: 'Sandbox' } as const
    const whose = { institutionId: acme.client.institutionid }
    await env.db.tx((tx) => signAgreement(env, tx, whose, { id, text_sha256: text.sha256 }, signer, by()))
    expect(await statesOf(acme)).toEqual(['2026-11 active', '2099-01 signed'])
    await env.db.tx((tx) => countersignAgreement(tx, id, signer, by()))
    expect(await statesOf(acme)).toEqual(['2026-11 superseded', '2099-01 active'])
    expect(await balance(acme.client)).toBe('200 ok')
    passed = 31 * day
    await endAgreements.run(env)
    expect(await statesOf(acme)).toEqual(['2026-11 superseded', '2099-01 active'])
  })

  test('that is not signed ends the old one with its notice; it can still be signed for a month', async () => {
    const acme = await people({ agreements: [product] })
    await announce(acme, 45)
    passed = 44 * day
    await endAgreements.run(env)
    expect(await balance(acme.client)).toBe('200 ok')
    passed = 46 * day
    await endAgreements.run(env)
    expect(await statesOf(acme)).toEqual(['2026-11 terminated', '2099-01 sent'])
    expect(await balance(acme.client)).toBe('403 agreement_missing')
    passed = 76 * day
    await endAgreements.run(env)
    expect(await statesOf(acme)).toEqual(['2026-11 terminated', '2099-01 expired'])
  })

  test('is refused while it is the active one', async () => {
    const { send } = await people({ agreements: [product] })
    expect(ruleOf(await send())).toBe('400 active')
    for (const version of ['1999-01', '__proto__', 'constructor'])
      expect(ruleOf(await send({ version })), version).toBe('400 unknown')
  })
})
