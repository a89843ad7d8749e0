import { peopleCalls } from '@specie/protocol/people-calls.ts'
import { haltPair } from '@specie/service/trading/market/switch-pair.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { onboard } from '../client.ts'
import { staff } from '../people.ts'
import { type PasskeyDevice, passkeyDevice } from './passkey-device.ts'
import { as } from './portal.ts'
import { accepted, type Browser, browser, type Served, servePeople } from './served.ts'

// The signature of a passkey over a decision or an agreement is its fresh factor too: one touch. Nothing else replaces the
// fresh factor.

let served: Served
beforeAll(async () => {
  served = await servePeople()
})
afterAll(() => served.end())

async function withPasskey(at: Browser): Promise<PasskeyDevice> {
  const device = passkeyDevice(served.origin)
  const options = (await at.post('passkeys/options')).body
  expect((await at.post('passkeys', { name: 'phone', credential: device.create(options) })).status).toBe(200)
  return device
}

const sixMinutes = () => served.pass(360)

describe('a decision', () => {
  let checker: Browser
  let device: PasskeyDevice
  let asked: { id: string; payload_hash: string }

  beforeEach(async () => {
    checker = browser(served.origin, 'staff')
    await accepted(served, checker, null, ['treasury'])
    device = await withPasskey(checker)
    sixMinutes()
    asked = await request()
  })

  async function request() {
    await served.database.owner.query(
      `select people.expire_approval(id, expires_at) from people.approval where state = 'waiting'`,
    )
    await haltPair(served.env, 'VCHF/CHF', { actor: 'test', why: 'a test', at: served.env.clock.now() })
    const maker = as(await staff(served.env, 'operations'), served.origin)
    const { body } = await maker('POST', '/pairs/resume', { symbol: 'VCHF/CHF', reason: 'the price is right again' })
    return { id: body.id, payload_hash: body.payload_hash }
  }

  const challenge = (at = checker) => at.post(`approvals/${asked.id}/challenge`, { decision: 'approve' })
  const decide = (more: object, at = checker) =>
    at.post(`approvals/${asked.id}/decide`, { decision: 'approve', payload_hash: asked.payload_hash, ...more })
  const stateNow = async () => (await checker.get(`approvals/${asked.id}`)).body.state

  test('is one touch, although the last factor is old', async () => {
    const options = await challenge()
    expect(options.status).toBe(200)
    const decided = await decide({ credential: device.get(options.body) })
    expect([decided.status, decided.body.state]).toEqual([200, 'approved'])
    // It confirmed this decision, not the session.
    expect((await checker.post('tokens', { label: 'nightly' })).body.code).toBe('fresh_factor_required')
  })

  test('without a signature needs the fresh factor', async () => {
    expect((await decide({})).body.code).toBe('fresh_factor_required')
    expect(await stateNow()).toBe('waiting')
  })

  test.each([
    ['without the user verified', { flags: 1 }, 'signature'],
    ['on another site', { origin: 'https://desk.example.evil' }, 'signature'],
    ['of another challenge', { challenge: Buffer.alloc(32).toString('base64url') }, 'challenge'],
    ['by an unknown passkey', { id: 'unknown' }, 'passkey'],
  ])('with a signature %s decides nothing', async (_what, over, reason) => {
    const credential = device.get((await challenge()).body, over)
    const { body } = await decide({ credential })
    expect([body.code, body.details.reason]).toEqual(['approval_refused', reason])
    expect(await stateNow()).toBe('waiting')
  })

  test('with the passkey of another person decides nothing', async () => {
    const other = browser(served.origin, 'staff')
    await accepted(served, other, null, ['treasury'])
    const theirs = await withPasskey(other)
    const { body } = await decide({ credential: theirs.get((await challenge()).body) })
    expect(body.details.reason).toBe('passkey')
    const foreign = await decide({ credential: theirs.get((await challenge(other)).body) })
    expect(foreign.body.details.reason).toBe('challenge')
    expect(await stateNow()).toBe('waiting')
  })

  test('is used once', async () => {
    const credential = device.get((await challenge()).body)
    expect((await decide({ credential })).status).toBe(200)
    asked = await request()
    expect((await decide({ credential })).body.details.reason).toBe('challenge')
    expect(await stateNow()).toBe('waiting')
  })

  test('by a token decides nothing, even with a signature', async () => {
    const fresh = browser(served.origin, 'staff')
    const options = (await fresh.post('sign-in/passkey/options')).body
    expect((await fresh.post('sign-in/passkey', { credential: device.get(options) })).status).toBe(200)
    const { token } = (await fresh.post('tokens', { label: 'nightly' })).body
    const program = browser(served.origin, 'staff')
    const post = (path: string, body: object) => program.post(path, body, { authorization: `Bearer ${token}` })
    sixMinutes()
    const signs = await post(`approvals/${asked.id}/challenge`, { decision: 'approve' })
    const { body } = await post(`approvals/${asked.id}/decide`, {
      decision: 'approve',
      payload_hash: asked.payload_hash,
      credential: device.get(signs.body),
    })
    expect(body).toMatchObject({ code: 'approval_refused', details: { reason: 'passkey_required' } })
    expect(await stateNow()).toBe('waiting')
  })

  test('of an ended session decides nothing', async () => {
    const credential = device.get((await challenge()).body)
    served.pass(31 * 60)
    expect((await decide({ credential })).body.code).toBe('not_signed_in')
  })
})

describe('an agreement', () => {
  let admin: Browser
  let device: PasskeyDevice
  let id: string
  let text_sha256: string

  beforeEach(async () => {
    const { institutionid } = await onboard(served.origin, { agreements: [] })
    admin = browser(served.origin)
    await accepted(served, admin, institutionid, ['admin'])
    device = await withPasskey(admin)
    const officer = as(await staff(served.env, 'compliance'), served.origin)
    id = (await officer('POST', '/agreements', { institutionid, product: 'crypto_conversion' })).body.agreementid
    text_sha256 = (await admin.get(`agreements/${id}/text`)).body.text_sha256
    sixMinutes()
  })

  const sign = (more: object) => admin.post(`agreements/${id}/sign`, { text_sha256, name: 'Jane Doe', ...more })

  test('is signed with one touch, although the last factor is old', async () => {
    const options = await admin.post(`agreements/${id}/challenge`)
    expect((await sign({ credential: device.get(options.body) })).body.status).toBe('signed')
  })

  test('is not signed by a typed name, nor by an invalid signature', async () => {
    expect((await sign({})).body.code).toBe('fresh_factor_required')
    const options = await admin.post(`agreements/${id}/challenge`)
    const { body } = await sign({ credential: device.get(options.body, { flags: 1 }) })
    expect(body.details.rule).toBe('signature')
  })
})

test('exactly these calls take a signature in place of the fresh factor', () => {
  const named = (signed: string) => peopleCalls.filter((call) => call.signed === signed).map(({ name }) => name)
  const decisions = ['consoleDecideApproval', 'portalDecideApproval']
  expect(named('act').toSorted()).toEqual([...decisions, 'signAgreement'])
  const challenges = ['challengeAgreement', 'consoleApprovalChallenge', 'portalApprovalChallenge']
  expect(named('challenge').toSorted()).toEqual(challenges)
})
