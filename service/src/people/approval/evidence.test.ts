import { createHash } from 'node:crypto'
import { type TestDatabase, freshDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { staff, tokenOf } from '@specie/test/people.ts'
import { type Over, type PasskeyDevice, passkeyDevice } from '@specie/test/people/passkey-device.ts'
import { faultsOf } from '@specie/test/people/verify-evidence.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '../../base/database/db.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Env } from '../../base/env.ts'
import { faultyDecisions } from '../../checks/evidence/approvals.ts'
import { registrationOptions, storePasskey, verifiedRegistration } from '../factor/passkey.ts'
import { haltPair } from '../../trading/market/switch-pair.ts'
import type { Session } from '../session/session.ts'
import { challengeFor } from './challenge.ts'
import { decideApproval } from './decide.ts'
import type { Decision } from './evidence.ts'
import { findApproval } from './list.ts'
import { requestApproval } from './request.ts'
import { evidenceView } from './view.ts'

const site = { rpId: 'desk.example', origin: 'https://desk.example' }

let database: TestDatabase
let env: Env
let maker: Session
let checker: Session
let passkey: PasskeyDevice
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await env.db.query(`select people.expire_approval(id, expires_at) from people.approval where state = 'waiting'`)
  maker = await staff(env, 'operations')
  checker = await staff(env, 'treasury')
  passkey = await registered(checker)
})

async function registered({ person }: Session): Promise<PasskeyDevice> {
  const device = passkeyDevice(site.origin)
  const made = device.create(await registrationOptions(env, person, site, 'test'))
  const passkey = await verifiedRegistration(env, person.id, site, 'test', made as never)
  await env.db.tx((tx) => storePasskey(env, tx, person.id, 'key', passkey))
  return device
}

async function request(symbol = 'VCHF/CHF'): Promise<{ id: string; payloadHash: Buffer }> {
  await haltPair(env, symbol, { actor: 'test', why: 'a test', at: env.clock.now() })
  const asked = { kind: 'pair.resume', subject: symbol, payload: { symbol }, reason: 'looked at' } as const
  return env.db.tx((tx) => requestApproval(env, tx, maker, asked))
}

const decision = (asked: { id: string; payloadHash: Buffer }, signed: Decision['signed']): Decision => ({
  ...asked,
  decision: 'approve',
  reason: null,
  signed,
})
const signedBy = async (asked: { id: string }, over: Over = {}) => {
  const options = await challengeFor(env, checker, site, asked.id, 'approve')
  return { credential: passkey.get(options, over) as never, site }
}
/** A decision signed with a passkey; returns its id. */
async function decided(): Promise<string> {
  const asked = await request()
  await decideApproval(env, checker, decision(asked, await signedBy(asked)))
  return asked.id
}
const refusedFor = (reason: string) => ({ code: 'approval_refused', details: { reason } })

test('a passkey signs the decision, and the evidence verifies without the service', async () => {
  const id = await decided()
  const exported = evidenceView(await findApproval(env.db, maker, id))
  expect(JSON.parse(exported.evidence)).toMatchObject({
    method: 'passkey',
    rp_id: 'desk.example',
    flags: 5,
    counter: 1,
  })
  expect(faultsOf(exported)).toEqual([])
  expect(faultsOf({ ...exported, payload: `{"symbol":"VGBP/GBP"}` })).toEqual(['the payload has another hash'])
  expect(faultsOf({ ...exported, decision: 'refuse' })).toEqual(['another decision was signed'])
  expect(faultsOf({ ...exported, checker: maker.person.id })).toContain('somebody else has signed')
  expect(await faultyDecisions(env.db)).toEqual([])
})

test('a signature by a passkey that was inserted by SQL is detected: the audit chain has no entry of its addition', async () => {
  const device = passkeyDevice(site.origin)
  const made = device.create(await registrationOptions(env, checker.person, site, 'test'))
  const forged = await verifiedRegistration(env, checker.person.id, site, 'test', made as never)
  await env.db.query(
    `insert into people.passkey (id, person_id, credential_id, public_key, counter, transports, name, created_at, rp_id)
     values (gen_random_uuid(), $1, $2, $3, 0, '{}', 'x', now(), $4)`,
    [checker.person.id, forged.credentialId, forged.publicKey, forged.rpId],
  )
  passkey = device
  const id = await decided()
  const fault = `approval ${id}: the audit chain does not tell that its passkey was added`
  expect(await faultyDecisions(env.db)).toEqual([fault])
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const detail = { credential_hash: hash(forged.credentialId), public_key_hash: hash(forged.publicKey) }
  const subject = checker.person.id
  const add = (of: string) =>
    env.db.tx((tx) => audit(tx, { actor: 'test', action: 'passkey.added', subject: of, detail }))
  await add(maker.person.id) // of another person
  expect(await faultyDecisions(env.db)).toEqual([fault])
  await add(subject)
  expect(await faultyDecisions(env.db)).toEqual([])
})

test('a challenge is used once, and for one decision of one person on one request', async () => {
  const [one, other] = [await request(), await request('VGBP/GBP')]
  await expect(decideApproval(env, checker, decision(other, await signedBy(one)))).rejects.toMatchObject(
    refusedFor('challenge'),
  )
  const refusal = { decision: 'refuse', reason: 'no' } as const
  await expect(
    decideApproval(env, checker, { ...decision(one, await signedBy(one)), ...refusal }),
  ).rejects.toMatchObject(refusedFor('challenge'))
  const stranger = await staff(env, 'treasury')
  const signed = await signedBy(one)
  await expect(decideApproval(env, stranger, decision(one, signed))).rejects.toMatchObject(refusedFor('challenge'))
  await decideApproval(env, checker, decision(one, signed))
  await expect(decideApproval(env, checker, decision(one, signed))).rejects.toMatchObject(refusedFor('challenge'))
})

test('a challenge expires', async () => {
  const asked = await request()
  const signed = await signedBy(asked)
  const now = () => new Date(Date.now() + 5 * 60_000 + 1)
  const later = { ...env, clock: { ...env.clock, now } }
  await expect(decideApproval(later, checker, decision(asked, signed))).rejects.toMatchObject(refusedFor('challenge'))
})

test.each<[string, Over]>([
  ['without the user verified', { flags: 1 }],
  ['on another site', { origin: 'https://desk.example.evil' }],
  ['for another relying party', { rpId: 'evil.example' }],
])('a signature %s is refused', async (_what, over) => {
  const asked = await request()
  const signed = await signedBy(asked, over)
  await expect(decideApproval(env, checker, decision(asked, signed))).rejects.toMatchObject(refusedFor('signature'))
})

test('another passkey does not count: one of another person, or a removed one', async () => {
  const asked = await request()
  const own = passkey
  passkey = await registered(maker)
  const foreign = await signedBy(asked)
  await expect(decideApproval(env, checker, decision(asked, foreign))).rejects.toMatchObject(refusedFor('passkey'))
  passkey = own
  await env.db.query('update people.passkey set removed_at = now() where person_id = $1', [checker.person.id])
  const removed = await signedBy(asked)
  await expect(decideApproval(env, checker, decision(asked, removed))).rejects.toMatchObject(refusedFor('passkey'))
})

test('an installation may demand passkeys', async () => {
  const strict = { ...env, config: { ...env.config, approvals: 'passkey' as const } }
  const asked = await request()
  await expect(decideApproval(strict, checker, decision(asked, null))).rejects.toMatchObject(
    refusedFor('passkey_required'),
  )
  await decideApproval(strict, checker, decision(asked, await signedBy(asked)))
  expect((await findApproval(env.db, maker, asked.id)).state).toBe('approved')
})

test('SQL of the service cannot replace the signature of a person with a passkey, nor sign over a token', async () => {
  const asked = await request()
  await expect(decideApproval(env, checker, decision(asked, null))).rejects.toMatchObject(
    refusedFor('passkey_required'),
  )
  const bySql = (by: Pick<Session, 'token'>, evidence: object) =>
    env.db.query(`select people.decide_approval($1, $2, $3, 'approve', null, $4, now())`, [
      by.token,
      asked.id,
      asked.payloadHash,
      JSON.stringify(evidence),
    ])
  const own = { method: 'passkey', credential_id: (await signedBy(asked)).credential['id'] }
  const refused = { constraint: 'approval_passkey_required' }
  for (const evidence of [{ method: 'password' }, { method: 'passkey' }, { ...own, credential_id: 'AAAA' }])
    await expect(bySql(checker, evidence), JSON.stringify(evidence)).rejects.toMatchObject(refused)
  await expect(bySql(await tokenOf(env, checker), own)).rejects.toMatchObject(refused)
  await decideApproval(env, checker, decision(asked, await signedBy(asked)))
})

test('without a passkey the evidence says so', async () => {
  const asked = await request()
  checker = await staff(env, 'treasury')
  await decideApproval(env, checker, decision(asked, null))
  const { evidence } = await findApproval(env.db, maker, asked.id)
  expect(JSON.parse(evidence!)).toEqual({
    method: 'password',
    session: checker.id,
    factor_at: checker.factorAt.toISOString(),
  })
  expect(await faultyDecisions(env.db)).toEqual([])
})

describe('a changed decision is detected', () => {
  /** Forges a change without the triggers, verifies, and undoes it. */
  async function after(forge: (tx: Tx) => Promise<unknown>): Promise<string[]> {
    const undo = new Error('undo')
    let found: string[] = []
    await database.owner
      .tx(async (tx) => {
        await tx.query('set local session_replication_role = replica')
        await forge(tx)
        found = await faultyDecisions(tx)
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
    return found
  }
  let id: string
  beforeEach(async () => {
    id = await decided()
  })

  test.each([
    ['another payload', `payload = '{"symbol":"VGBP/GBP"}'`, 'its payload is not the one that was hashed'],
    [
      'another payload with its hash',
      `payload = '{}', payload_hash = sha256('{}')`,
      'the audit chain has another payload_hash',
    ],
    ['another kind', `kind = 'mint.resume'`, 'the audit chain has another kind'],
    ['another subject', `subject = 'VGBP/GBP'`, 'the audit chain has another subject'],
    ['another maker', `maker = gen_random_uuid()`, 'the audit chain has another maker'],
    ['the maker as the checker', `checker = maker`, 'the requester has decided on it'],
    ['another checker', `checker = gen_random_uuid()`, 'the audit chain has another checker'],
    ['another decision', `state = 'refused', decision_reason = 'x'`, 'the audit chain has another decision'],
    ['no evidence', `evidence = null`, 'it has no evidence'],
    ['other evidence', `evidence = '{"method":"password"}'`, 'the audit chain has another evidence_hash'],
  ])('%s', async (_what, set, fault) => {
    const constraint = `alter table people.approval drop constraint four_eyes,
      drop constraint decided_with_evidence, drop constraint approved_before_use`
    const found = await after(async (tx) => {
      await tx.query(constraint)
      await tx.query(`update people.approval set ${set} where id = $1`, [id])
    })
    expect(found).toEqual([`approval ${id}: ${fault}`])
  })

  test('no entry, a second entry, or no row', async () => {
    const entry = `body like '%"action":"approval.decided"%' and body like '%' || $1 || '%'`
    const gone = `approval ${id}: the audit chain does not tell of its decision`
    expect(await after((tx) => tx.query(`delete from audit.entry where ${entry}`, [id]))).toEqual([gone])
    const twice = `insert into audit.entry select seq + 1000000, body, hash from audit.entry where ${entry}`
    expect(await after((tx) => tx.query(twice, [id]))).toEqual([
      `approval ${id}: the audit chain tells of its decision more than once`,
    ])
    expect(await after((tx) => tx.query('delete from people.approval where id = $1', [id]))).toEqual([
      `approval ${id}: the audit chain tells of a decision that is not there`,
    ])
  })

  test('an unreadable or incomplete entry does not stop the search', async () => {
    const spoil = (to: string) => (tx: Tx) =>
      tx.query(`update audit.entry set body = ${to} where body like '{"action":"approval.decided"%' || $1 || '%'`, [id])
    expect(await after(spoil('left(body, -1)'))).toEqual([
      `approval ${id}: the audit chain does not tell of its decision`,
    ])
    expect(await after(spoil(String.raw`regexp_replace(body, '"detail":\{[^}]*\},', '')`))).toEqual([
      `approval ${id}: the audit chain has another kind`,
    ])
  })

  // This is detected even if the chain was rebuilt with the forgery, because the signature itself is invalid.
  test.each<[string, (evidence: Record<string, any>) => unknown, RegExp]>([
    ['authenticator data', (e) => (e['authenticator_data'] = flipped(e['authenticator_data'])), /signature is invalid/],
    ['client data', (e) => (e['client_data_json'] = flipped(e['client_data_json'])), /signature is invalid/],
    ['signature', (e) => (e['signature'] = flipped(e['signature'])), /signature is invalid/],
    ['credential', (e) => (e['credential_id'] = flipped(e['credential_id'])), /not from a passkey of this person/],
    ['public key', (e) => (e['public_key'] = flipped(e['public_key'])), /not from a passkey of this person/],
    ['relying party', (e) => (e['rp_id'] = 'evil.example'), /signature is invalid/],
    ['origins', (e) => (e['origins'] = ['https://evil.example']), /signature is invalid/],
    ['flags', (e) => (e['flags'] = 1), /flags or counter/],
    ['counter', (e) => (e['counter'] = 9), /flags or counter/],
    ['nonce', (e) => (e['signs'] = e['signs'].replace('"nonce":"', '"nonce":"x')), /signature is invalid/],
    ['request', (e) => (e['signs'] = e['signs'].replace(/"approval":"./, '"approval":"x')), /another approval/],
    ['decision', (e) => (e['signs'] = e['signs'].replace('"approve"', '"refuse"')), /another decision/],
    ['environment', (e) => (e['signs'] = e['signs'].replace('"uat"', '"production"')), /another environment/],
    [
      'payload hash',
      (e) => (e['signs'] = e['signs'].replace(/"payload_hash":"./, '"payload_hash":"x')),
      /payload_hash/,
    ],
    ['signer', (e) => (e['signs'] = e['signs'].replace(/"checker":"./, '"checker":"x')), /another checker/],
    ['expiry', (e) => (e['signs'] = e['signs'].replace(/"expires":"2/, '"expires":"1')), /challenge had expired/],
    ['everything', (e) => delete e['signs'], /incomplete/],
  ])('the evidence, with an audit chain that fits: %s', async (_what, forge, fault) => {
    const { evidence } = await findApproval(env.db, maker, id)
    const forged = JSON.parse(evidence!) as Record<string, unknown>
    forge(forged)
    const found = await after(async (tx) => {
      await tx.query('update people.approval set evidence = $2 where id = $1', [id, JSON.stringify(forged)])
      await tx.query(
        `update audit.entry set body = replace(body, encode(sha256(convert_to($2, 'UTF8')), 'hex'),
           encode(sha256(convert_to($3, 'UTF8')), 'hex')) where body like '%' || $1 || '%'`,
        [id, evidence, JSON.stringify(forged)],
      )
    })
    expect(found).toEqual([expect.stringMatching(fault)])
  })
})

/** With its first character changed. */
const flipped = (text: string): string => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
