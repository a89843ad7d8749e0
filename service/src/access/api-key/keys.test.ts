import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import type { ApiError } from '../../base/http/errors.ts'
import { onboard } from '../../sandbox/demo/onboard.ts'
import { freezeKey, revokeKey, unfreezeKey } from './change.ts'
import { keyring } from './keyring.ts'
import { parseNetwork } from './parse.ts'
import { newChallenge, proofText, proveKey } from './prove.ts'
import { type NewKey, registerKey } from './register.ts'
import { revokeReplaced } from './rotate.ts'
import { keyOf } from './row.ts'

let database: TestDatabase
let env: Env
/** The offset of the wall time, set by a test. */
let passed = 0

beforeAll(async () => {
  database = await freshDatabase()
  const wall = () => Date.now() + passed
  env = testEnv(database, { clock: { ...systemClock, wall, now: () => new Date(wall()) } })
})
afterAll(async () => {
  await env.runtime.close()
  await database.drop()
})
beforeEach(() => {
  passed = 0
})

const minute = 60_000
const hour = 60 * minute
const by = () => ({ actor: 'test', why: 'a test', at: env.clock.now() })

type Pair = { spki: Buffer; privateKey: KeyObject }
function newPair(): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return { spki: publicKey.export({ type: 'spki', format: 'der' }), privateKey }
}

const institution = (): Promise<string> =>
  onboard(
    env,
    { name: 'Acme', spki: newPair().spki, kyb: 'approved', agreements: [] },
    { actor: 'test', why: 'a test' },
  )

const register = (institutionId: string, pair: Pair, more: Partial<NewKey> = {}): Promise<string> =>
  env.db.tx((tx) =>
    registerKey(
      env,
      tx,
      { institutionId, spki: pair.spki, label: 'a key', scopes: ['read'], nonceWindowMs: null, ...more },
      by(),
    ),
  )

const signed = (id: string, { privateKey }: Pair, challenge: string, nonce = '7') => ({
  challenge,
  nonce,
  signature: sign('sha256', Buffer.from(proofText(id, { challenge, nonce })), privateKey).toString('base64url'),
})

async function prove(institutionId: string, id: string, pair: Pair): Promise<void> {
  const { challenge } = await newChallenge(env, env.db, { institutionId }, id)
  await proveKey(env, { institutionId }, id, signed(id, pair, challenge), by())
}

/** Registered and proved. */
async function activeKey(institutionId: string, more: Partial<NewKey> = {}): Promise<{ id: string; pair: Pair }> {
  const pair = newPair()
  const id = await register(institutionId, pair, more)
  await prove(institutionId, id, pair)
  return { id, pair }
}

const stateOf = async (id: string): Promise<string> => (await keyOf(env.db, { institutionId: null }, id)).state

/** The answer of a process that has not seen the key before. */
async function use({ spki }: Pair, keys = keyring(env)): Promise<string> {
  const found = await keys.find(spki.toString('base64'))
  return found === null ? 'unknown' : 'unusable' in found ? found.unusable : 'usable'
}

/** The code and rule of the refusal. */
const refusal = (attempt: Promise<unknown>): Promise<[string, unknown]> =>
  attempt.then(
    () => ['done', undefined],
    ({ code, details }: ApiError) => [code, details?.['rule']],
  )

describe('possession', () => {
  test('a key that has signed its challenge can be used, and not before', async () => {
    const acme = await institution()
    const pair = newPair()
    const id = await register(acme, pair)
    expect(await use(pair)).toBe('registered')
    await prove(acme, id, pair)
    expect(await use(pair)).toBe('usable')
    const [row] = await env.db.query<{ proof: Record<string, string> }>(
      'select proof from access.api_key where id = $1',
      [id],
    )
    expect(row!.proof).toMatchObject({ method: 'challenge', nonce: '7', signature: expect.any(String) })
  })

  test('another key’s signature, another text or none is refused, and uses up the challenge', async () => {
    const acme = await institution()
    const [pair, other] = [newPair(), newPair()]
    const id = await register(acme, pair)
    const attempts = [
      (challenge: string) => signed(id, other, challenge),
      (challenge: string) => ({ ...signed(id, pair, challenge), nonce: '8' }),
      (challenge: string) => ({ ...signed(id, pair, challenge), signature: 'AAAA' }),
    ]
    for (const attempt of attempts) {
      const { challenge } = await newChallenge(env, env.db, { institutionId: acme }, id)
      const proof = proveKey(env, { institutionId: acme }, id, attempt(challenge), by())
      expect(await refusal(proof)).toEqual(['bad_request', 'signature_mismatch'])
      const again = proveKey(env, { institutionId: acme }, id, signed(id, pair, challenge), by())
      expect(await refusal(again)).toEqual(['bad_request', 'challenge'])
    }
    expect(await use(pair)).toBe('registered')
  })

  test('a challenge is not accepted twice, after ten minutes, for another key, or after a new one was issued', async () => {
    const acme = await institution()
    const [one, two] = [newPair(), newPair()]
    const [first, second] = [await register(acme, one), await register(acme, two)]
    const ask = async (id: string) => (await newChallenge(env, env.db, { institutionId: acme }, id)).challenge
    const take = (id: string, pair: Pair, challenge: string) =>
      refusal(proveKey(env, { institutionId: acme }, id, signed(id, pair, challenge), by()))
    const ofFirst = await ask(first)
    expect(await take(second, two, ofFirst)).toEqual(['bad_request', 'challenge'])
    const newer = await ask(first)
    expect(await take(first, one, ofFirst)).toEqual(['bad_request', 'challenge'])
    passed = 10 * minute
    expect(await take(first, one, newer)).toEqual(['bad_request', 'challenge'])
    const fresh = await ask(first)
    expect(await take(first, one, fresh)).toEqual(['done', undefined])
    expect(await take(first, one, fresh)).toEqual(['bad_request', 'state'])
  })

  test('a stranger who registers a public key first does not block its holder', async () => {
    const [acme, mallory] = [await institution(), await institution()]
    const pair = newPair()
    const squatted = await register(mallory, pair)
    const id = await register(acme, pair)
    await prove(acme, id, pair)
    expect(await use(pair)).toBe('usable')
    expect(await refusal(register(mallory, pair))).toEqual(['bad_request', 'key_registered'])
    // A stolen key cannot be registered for a second institution either.
    expect(await refusal(prove(mallory, squatted, pair))).toEqual(['bad_request', 'key_registered'])
    expect(await stateOf(squatted)).toBe('registered')
  })

  test('a revoked key can never be registered again', async () => {
    const acme = await institution()
    const { id, pair } = await activeKey(acme)
    await env.db.tx((tx) => revokeKey(tx, { institutionId: acme }, id, by()))
    expect(await refusal(register(acme, pair))).toEqual(['bad_request', 'key_registered'])
  })
})

describe('rotation', () => {
  test('both keys work for the overlap, then the old one is refused at once and revoked by the job', async () => {
    const acme = await institution()
    const old = await activeKey(acme)
    const known = keyring(env)
    expect(await use(old.pair, known)).toBe('usable')
    const successor = await activeKey(acme, { replaces: { keyId: old.id, overlapSeconds: 24 * 3_600 } })
    expect([await stateOf(old.id), await use(old.pair), await use(successor.pair)]).toEqual([
      'rotating',
      'usable',
      'usable',
    ])
    passed = 24 * hour - minute
    expect(await revokeReplaced.run(env)).toBe(0)
    expect(await use(old.pair)).toBe('usable')
    passed = 24 * hour + minute
    expect(await use(old.pair)).toBe('expired')
    expect(await use(successor.pair)).toBe('usable')
    expect(await revokeReplaced.run(env)).toBe(1)
    expect(await stateOf(old.id)).toBe('revoked')
    expect(await revokeReplaced.run(env)).toBe(0)
  })

  test('the old key does not change before the new one has proved itself', async () => {
    const acme = await institution()
    const old = await activeKey(acme)
    await register(acme, newPair(), { replaces: { keyId: old.id, overlapSeconds: 0 } })
    expect(await stateOf(old.id)).toBe('active')
  })

  test('a key of another institution, or one that is not active, is not replaced', async () => {
    const [acme, beta] = [await institution(), await institution()]
    const theirs = await activeKey(beta)
    const replaces = { keyId: theirs.id, overlapSeconds: 0 }
    expect(await refusal(register(acme, newPair(), { replaces }))).toEqual(['not_found', undefined])
    await env.db.tx((tx) => revokeKey(tx, { institutionId: beta }, theirs.id, by()))
    expect(await refusal(register(beta, newPair(), { replaces }))).toEqual(['bad_request', 'state'])
  })

  test('the replacement of a frozen key continues when it is unfrozen', async () => {
    const acme = await institution()
    const old = await activeKey(acme)
    await activeKey(acme, { replaces: { keyId: old.id, overlapSeconds: 3_600 } })
    await env.db.tx((tx) => freezeKey(tx, { institutionId: acme }, old.id, by()))
    expect(await use(old.pair)).toBe('frozen')
    await env.db.tx((tx) => unfreezeKey(tx, { institutionId: acme }, old.id, by()))
    expect(await stateOf(old.id)).toBe('rotating')
    passed = 2 * hour
    expect(await use(old.pair)).toBe('expired')
  })
})

test('a key is refused from the instant at which it expires, also where it is cached', async () => {
  const acme = await institution()
  const { pair } = await activeKey(acme, { expiresAt: new Date(Date.now() + hour) })
  const known = keyring(env)
  expect(await use(pair, known)).toBe('usable')
  passed = hour + minute
  expect([await use(pair, known), await use(pair)]).toEqual(['expired', 'expired'])
  const past = register(acme, newPair(), { expiresAt: new Date(Date.now()) })
  expect(await refusal(past)).toEqual(['bad_request', 'past'])
})

describe('freezing', () => {
  test('the institution cannot unfreeze a key that staff have frozen', async () => {
    const acme = await institution()
    const { id, pair } = await activeKey(acme)
    const [theirs, ours] = [{ institutionId: acme }, { institutionId: null }]
    await env.db.tx((tx) => freezeKey(tx, theirs, id, by()))
    await env.db.tx((tx) => freezeKey(tx, ours, id, by()))
    expect(await refusal(env.db.tx((tx) => unfreezeKey(tx, theirs, id, by())))).toEqual([
      'bad_request',
      'frozen_by_staff',
    ])
    await env.db.tx((tx) => unfreezeKey(tx, ours, id, by()))
    expect(await use(pair)).toBe('usable')
    await env.db.tx((tx) => freezeKey(tx, theirs, id, by()))
    await env.db.tx((tx) => unfreezeKey(tx, theirs, id, by()))
    expect(await use(pair)).toBe('usable')
  })

  test('a key is revoked from every state but revoked', async () => {
    const acme = await institution()
    const registered = await register(acme, newPair())
    const active = (await activeKey(acme)).id
    const frozen = (await activeKey(acme)).id
    const rotating = (await activeKey(acme)).id
    await env.db.tx((tx) => freezeKey(tx, { institutionId: acme }, frozen, by()))
    await activeKey(acme, { replaces: { keyId: rotating, overlapSeconds: 60 } })
    for (const id of [registered, active, frozen, rotating]) {
      await env.db.tx((tx) => revokeKey(tx, { institutionId: acme }, id, by()))
      expect(await stateOf(id)).toBe('revoked')
      const again = env.db.tx((tx) => revokeKey(tx, { institutionId: acme }, id, by()))
      expect(await refusal(again)).toEqual(['bad_request', 'state'])
    }
  })
})

test.each([
  ['203.0.113.0/24', '203.0.113.0/24'],
  ['203.0.113.7', '203.0.113.7/32'],
  ['2001:db8::/64', '2001:db8::/64'],
  ['2001:db8::1', '2001:db8::1/128'],
  ['203.0.113.0/33', null],
  ['0.0.0.0/0', null],
  ['203.0.113.0/', null],
  ['203.0.113.0/24/1', null],
  ['203.0.113', null],
  ['fe80::1%eth0', null],
  ['localhost', null],
])('the network %s is read as %s', (text, network) => {
  if (network === null) expect(() => parseNetwork(text)).toThrow(/Enter a network/)
  else expect(parseNetwork(text)).toBe(network)
})

test('the bits of a network beyond its length are dropped', async () => {
  const acme = await institution()
  const id = await register(acme, newPair(), { ipAllowlist: ['203.0.113.7/24', '2001:db8::5/64'] })
  const [row] = await env.db.query<{ list: string[] }>(
    'select ip_allowlist::text[] as list from access.api_key where id = $1',
    [id],
  )
  expect(row!.list).toEqual(['203.0.113.0/24', '2001:db8::/64'])
})
