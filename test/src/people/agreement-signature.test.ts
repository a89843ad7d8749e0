import { createHash } from 'node:crypto'
import type { Tx } from '@specie/service/base/database/db.ts'
import { faultyEvidence } from '@specie/service/checks/evidence/evidence.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canonical, onboard } from '../client.ts'
import { staff } from '../people.ts'
import { specie } from '../programs/specie.ts'
import { type Over, type PasskeyDevice, passkeyDevice } from './passkey-device.ts'
import { as } from './portal.ts'
import { accepted, type Browser, browser, type Served, servePeople } from './served.ts'

// A person with a passkey signs an agreement with it. The signed data is stored, and verified offline.

let served: Served
beforeAll(async () => {
  served = await servePeople()
})
afterAll(() => served.end())

let admin: Browser
let device: PasskeyDevice
let officer: ReturnType<typeof as>
let id: string
let text_sha256: string
const name = 'Jane Doe'

beforeEach(async () => {
  const { institutionid } = await onboard(served.origin, { agreements: [] })
  admin = browser(served.origin)
  await accepted(served, admin, institutionid, ['admin'])
  device = await registered(admin)
  officer = as(await staff(served.env, 'compliance'), served.origin)
  id = (await officer('POST', '/agreements', { institutionid, product: 'crypto_conversion' })).body.agreementid
  text_sha256 = (await admin.get(`agreements/${id}/text`)).body.text_sha256
})

async function registered(at: Browser): Promise<PasskeyDevice> {
  const made = passkeyDevice(served.origin)
  const options = (await at.post('passkeys/options')).body
  expect((await at.post('passkeys', { name: 'phone', credential: made.create(options) })).status).toBe(200)
  return made
}

async function signed(of = id, over: Over = {}) {
  const options = (await admin.post(`agreements/${of}/challenge`)).body
  return device.get(options, over)
}
const sign = (more: object) => admin.post(`agreements/${id}/sign`, { text_sha256, name, ...more })
const ruleOf = (answer: { status: number; body: any }) =>
  `${answer.status} ${answer.body.details?.rule ?? answer.body.status}`

const verified = () => specie({ DATABASE_URL: served.database.url }, 'audit', 'verify')

test('the passkey signs the hash of the text; the evidence is in the copy, and audit verify checks it', async () => {
  const options = (await admin.post(`agreements/${id}/challenge`)).body
  expect(options.challenge).toBe(createHash('sha256').update(options.signs).digest('base64url'))
  expect(JSON.parse(options.signs)).toMatchObject({ agreement: id, text_sha256, environment: 'uat' })
  expect(ruleOf(await sign({ credential: device.get(options) }))).toBe('200 signed')
  expect((await officer('POST', `/agreements/${id}/countersign`)).body.status).toBe('active')
  const [row] = await served.database.owner.query<{ signature: any }>(
    'select signature from onboarding.agreement where id = $1',
    [id],
  )
  expect(row!.signature).toMatchObject({ method: 'passkey', name, evidence: { signs: options.signs, flags: 5 } })
  const pdf = Buffer.from((await admin.get(`agreements/${id}/copy`)).body.pdf, 'base64').toString('latin1')
  expect(pdf).toContain('"method":"passkey"')
  expect(await verified()).toMatchObject({ code: 0 })
})

test('a typed name is not enough for a person with a passkey', async () => {
  expect(ruleOf(await sign({}))).toBe('400 passkey_required')
  expect(ruleOf(await sign({ credential: await signed(), name: 'Somebody Else' }))).toBe('400 name')
})

test('a challenge is used once, for one agreement and one text', async () => {
  const credential = await signed()
  expect(ruleOf(await sign({ credential, text_sha256: 'ab'.repeat(32) }))).toBe('400 challenge')
  expect(ruleOf(await sign({ credential }))).toBe('400 challenge')
  const { institutionid } = (await admin.get('company')).body
  const other = { institutionid, product: 'stablecoin_issuance' }
  const { agreementid } = (await officer('POST', '/agreements', other)).body
  expect(ruleOf(await sign({ credential: await signed(agreementid) }))).toBe('400 challenge')
})

test.each<[string, string, Over]>([
  ['without the user verified', 'signature', { flags: 1 }],
  ['on another site', 'signature', { origin: 'https://desk.example.evil' }],
  ['by an unknown passkey', 'passkey', { id: 'unknown' }],
])('a signature %s is refused', async (_what, rule, over) => {
  expect(ruleOf(await sign({ credential: await signed(id, over) }))).toBe(`400 ${rule}`)
})

describe('a tampered signature is found', () => {
  /** Forges a row without the triggers, verifies, and undoes it. */
  async function after(forge: (tx: Tx) => Promise<unknown>): Promise<string[]> {
    const undo = new Error('undo')
    let found: string[] = []
    await served.database.owner
      .tx(async (tx) => {
        await tx.query('set local session_replication_role = replica')
        await forge(tx)
        found = await faultyEvidence(tx)
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
    return found
  }
  const put = (path: string, value: string) =>
    `signature = jsonb_set(signature, '{${path}}', '${JSON.stringify(value)}')`
  beforeEach(async () => {
    expect(ruleOf(await sign({ credential: await signed() }))).toBe('200 signed')
  })

  test.each([
    ['no signature', 'signature = null', 'the audit chain tells of a signature that is not there'],
    [
      'a typed name instead',
      `signature = jsonb_set(signature - 'evidence', '{method}', '"typed_name"')`,
      'the audit chain has another method',
    ],
    ['another text', `text_sha256 = '\\xab'`, 'another text was signed'],
    ['another signer', put('person', '00000000-0000-7000-8000-000000000000'), 'the audit chain names another person'],
    ['another signature', put('evidence,signature', 'MEUCIQ'), 'the audit chain has another evidence_hash'],
    ['no evidence', `signature = signature - 'evidence'`, 'the audit chain has another evidence_hash'],
  ])('%s', async (_what, set, fault) => {
    const found = await after((tx) => tx.query(`update onboarding.agreement set ${set} where id = $1`, [id]))
    expect(found).toEqual([`agreement ${id}: ${fault}`])
  })

  test('evidence forged together with its entry', async () => {
    const hashOf = async (tx: Tx) => {
      const [row] = await tx.query<{ evidence: object }>(
        `select signature -> 'evidence' as evidence from onboarding.agreement where id = $1`,
        [id],
      )
      return createHash('sha256').update(canonical(row!.evidence)).digest('hex')
    }
    const found = await after(async (tx) => {
      const before = await hashOf(tx)
      await tx.query(`update onboarding.agreement set ${put('evidence,signature', 'MEUCIQ')} where id = $1`, [id])
      await tx.query('update audit.entry set body = replace(body, $1, $2)', [before, await hashOf(tx)])
    })
    expect(found).toEqual([expect.stringContaining(`agreement ${id}: its signature is invalid: `)])
  })

  test('a signature without its entry', async () => {
    const found = await after((tx) =>
      tx.query(`delete from audit.entry where body like '%"agreement.signed"%' and body like '%' || $1 || '%'`, [id]),
    )
    expect(found).toEqual([`agreement ${id}: the audit chain does not tell of its signature`])
  })
})
