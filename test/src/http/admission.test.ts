import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiError } from '@specie/service/base/http/errors.ts'
import { setNonceWindow } from '@specie/service/access/api-key/nonce-window.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Client, clientOf, freshNonce, onboard, sandbox } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { type RunningService, startService } from '../programs/service.ts'

// Admission by either of two processes: by nonce and rate, by standing, and by the time of a call.

let database: TestDatabase
let services: RunningService[]

beforeAll(async () => {
  database = await freshDatabase()
  services = await Promise.all([startService(database.url), startService(database.url)])
})

afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()))
  await database.drop()
})

const order = {
  timestamp: new Date().toISOString(),
  symbol: 'VCHF/CHF',
  side: 'Buy',
  ordtype: 'Limit',
  timeinforce: 'FOK',
  orderqty: '10',
  price: '1.01',
}

describe('nonce and rate', () => {
  const origin = (i: number): string => services[i % services.length]!.origin
  const withStatus = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status)

  /** A call that the rate refuses: the first one within a second of the previous one, which a busy machine may miss. */
  async function callTooEarly(client: Client): Promise<{ nonce: string; early: Answer }> {
    for (;;) {
      const nonce = freshNonce()
      const answer = await client.call('keyInfo', {}, { nonce })
      if (answer.status === 429) return { nonce, early: answer }
      expect(answer.status).toBe(200)
    }
  }

  test('500 concurrent requests with one nonce over two processes: exactly one is accepted', async () => {
    const acme = await onboard(origin(0))
    const nonce = freshNonce()
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, i) => acme.call('accountBalance', {}, { nonce, origin: origin(i) })),
    )
    expect(withStatus(answers, 200)).toHaveLength(1)
    const refused = withStatus(answers, 401)
    expect(refused).toHaveLength(499)
    for (const { body } of refused) {
      expect(body).toMatchObject({ code: 'invalid_nonce', details: { reason: 'stale_nonce', last_nonce: nonce } })
    }
  })

  test('20 requests within a second with rising nonces: one passes, over any process', async () => {
    const acme = await onboard(origin(0))
    const started = performance.now()
    const answers: Answer[] = []
    for (let i = 0; i < 20; i += 1) answers.push(await acme.call('accountBalance', {}, { origin: origin(i) }))
    // One at the start and one for each full second since, on a machine of any speed; 50 ms early at most.
    const allowed = 1 + Math.floor((performance.now() - started + 50) / 1000)
    const accepted = withStatus(answers, 200).length
    expect(answers[0]?.status).toBe(200)
    expect(accepted).toBeLessThanOrEqual(allowed)
    expect(withStatus(answers, 429)).toHaveLength(20 - accepted)
    for (const { headers, body } of withStatus(answers, 429)) {
      expect(body.code).toBe('rate_limited')
      expect(body.details.retry_after_ms).toBeGreaterThan(0)
      // After a call that was 50 ms early, the next one is due 1050 ms later.
      expect(body.details.retry_after_ms).toBeLessThanOrEqual(1_050)
      expect(headers.get('retry-after')).toBe('1')
      expect(headers.get('ratelimit-policy')).toBe('"key";q=1;w=1')
      expect(headers.get('ratelimit')).toBe('"key";r=0;t=1')
    }
  })

  test('a refused call does not push the next slot back, and the promised wait suffices', async () => {
    const acme = await onboard(origin(0))
    const { early } = await callTooEarly(acme)
    await sleep(early.body.details.retry_after_ms)
    expect((await acme.call('keyInfo')).status).toBe(200)
  })

  test('a call refused by the rate is repeated unchanged, and accepted', async () => {
    const acme = await onboard(origin(0))
    const { nonce, early } = await callTooEarly(acme)
    await sleep(early.body.details.retry_after_ms)
    const again = await acme.call('keyInfo', {}, { nonce, origin: origin(1) })
    expect(again).toMatchObject({ status: 200, body: { last_nonce: nonce } })
  })

  test('an order refused by the rate is repeated unchanged, and placed', async () => {
    const acme = await onboard(origin(0))
    const nonce = freshNonce()
    const place = () => acme.call('addOrder', { ...order, clordid: 'again' }, { nonce })
    expect((await acme.call('keyInfo', {}, { nonce: '1' })).status).toBe(200)
    await database.owner.query(`update access.key_use set next_at = now() + interval '900 ms'`)
    const early = await place()
    expect(early.status).toBe(429)
    await sleep(early.body.details.retry_after_ms)
    expect(await place()).toMatchObject({ status: 200, body: { order: { clordid: 'again' } } })
    expect(await place()).toMatchObject({
      status: 401,
      body: { details: { reason: 'stale_nonce', last_nonce: nonce } },
    })
  })

  test('a low nonce is answered with the last one', async () => {
    const acme = await onboard(origin(0))
    const last = freshNonce()
    expect((await acme.call('keyInfo', {}, { nonce: last })).status).toBe(200)
    const next = await acme.call('keyInfo', {}, { nonce: '1' })
    expect(next).toMatchObject({ status: 401, body: { code: 'invalid_nonce', details: { last_nonce: last } } })
  })

  test.each([
    ['the highest that there is', () => 2n ** 64n - 1n, /would be used up/],
    ['time in nanoseconds', () => BigInt(freshNonce()) * 1_000_000n, /nanoseconds: send it in milliseconds/],
    ['time in microseconds', () => BigInt(freshNonce()) * 1_000n, /microseconds: send it in milliseconds/],
    ['a clock that is two days fast', () => BigInt(freshNonce()) + 172_800_000n, /set the clock/i],
  ])('a nonce that would lock the key out is refused with a hint: %s', async (_what, nonceOf, hint) => {
    const acme = await onboard(origin(0))
    const refused = await acme.call('accountBalance', {}, { nonce: String(nonceOf()) })
    expect(refused).toMatchObject({
      status: 401,
      body: {
        code: 'invalid_nonce',
        message: expect.stringMatching(/^The nonce is \d+ ms ahead .*a day at most\. It was not used up\./),
        details: { reason: 'nonce_ahead', last_nonce: null, hint: expect.stringMatching(hint) },
      },
    })
    expect((await acme.call('accountBalance')).status).toBe(200)
  })
})

// The standing of an institution can change while processes cache it: each refuses the next call.
describe('standing', () => {
  /** Its next call is in time: a second has passed since the last one. */
  const rested = ({ institutionid }: Client) =>
    database.owner.query(
      `update access.key_use u set next_at = now() - interval '1 second'
       from access.api_key k where k.id = u.key_id and k.institution_id = $1`,
      [institutionid],
    )

  async function call(client: Client, { origin }: RunningService, name: string, fields = {}) {
    await rested(client)
    const { status, body } = await client.call(name, fields, { origin })
    return [status, body.code ?? null]
  }

  /** Both processes have it cached, and admit it. */
  async function known(): Promise<Client> {
    const client = await onboard(services[0]!.origin)
    for (const service of services) expect(await call(client, service, 'accountBalance')).toEqual([200, null])
    return client
  }

  const become = ({ institutionid }: Client, table: 'agreement' | 'kyb_case', state: string) =>
    database.owner.tx(async (tx) => {
      await tx.query(`select state.set_actor('test', 'it has ended', now())`)
      await tx.query(`update onboarding.${table} set state = $2 where institution_id = $1`, [institutionid, state])
    })

  const ordersOf = ({ institutionid }: Client) =>
    database.owner.query('select clordid from trading.client_order where institution_id = $1', [institutionid])

  test.each([
    ['agreement', 'terminated', 'agreement_missing'],
    ['agreement', 'superseded', 'agreement_missing'],
    ['kyb_case', 'suspended', 'account_suspended'],
  ] as const)('%s %s: the next call is refused, and an order is not placed', async (table, state, code) => {
    const client = await known()
    await become(client, table, state)
    // An order is admitted by the statement that stores it, all other calls before their handler.
    expect(await call(client, services[0]!, 'addOrder', { ...order, clordid: 'late' })).toEqual([403, code])
    expect(await call(client, services[1]!, 'accountBalance')).toEqual([403, code])
    expect(await call(client, services[1]!, 'addOrder', { ...order, clordid: 'later' })).toEqual([403, code])
    expect(await call(client, services[0]!, 'accountBalance')).toEqual([403, code])
    expect(await ordersOf(client)).toEqual([])
  })
})

describe('freshness', () => {
  /** A key has one call a second: as if that second had passed. */
  const pace = () => database.owner.query(`update access.key_use set next_at = '-infinity'`)
  const ahead = (ms: number) => String(Number(freshNonce()) + ms)

  async function onboarded(more: { nonce_window_ms?: number | null } = {}): Promise<Client> {
    const { status, body } = await sandbox(services[0]!.origin, 'institutions', { name: 'Acme', ...more })
    expect(status, JSON.stringify(body)).toBe(200)
    return clientOf(services[0]!.origin, body.institutionid, body.publickey, body.privatekey)
  }

  test('without a window any higher nonce is accepted, up to a day ahead, and keyInfo says so', async () => {
    const client = await onboarded()
    const { status, body } = await client.call('keyInfo', {}, { nonce: '7' })
    expect([status, body.nonce_window_ms]).toEqual([200, null])
    await pace()
    expect((await client.call('keyInfo', {}, { nonce: ahead(86_000_000) })).status).toBe(200)
  })

  test('with a window a nonce is the time of the call, and the error reports the difference', async () => {
    const client = await onboarded({ nonce_window_ms: 5_000 })
    expect((await client.call('keyInfo')).body.nonce_window_ms).toBe(5_000)
    await pace()
    const early = await client.call('accountBalance', {}, { nonce: ahead(60_000) })
    expect(early).toMatchObject({
      status: 401,
      body: { code: 'invalid_nonce', details: { reason: 'nonce_ahead', nonce_window_ms: 5_000 } },
    })
    expect(Number(early.body.details.difference_ms)).toBeGreaterThan(50_000)
    expect(early.body.message).toMatch(
      /^The nonce is \d+ ms ahead of the time of the service, and this key allows 5000 ms/,
    )
    const late = await client.call('addOrder', { ...order, clordid: 'late' }, { nonce: ahead(-60_000) })
    expect(late.body.message).toMatch(/^The nonce is \d+ ms behind the time of the service/)
    expect(Number(late.body.details.difference_ms)).toBeLessThan(-50_000)
    expect((await client.call('nothingHere', {}, { nonce: ahead(60_000) })).body.code).toBe('invalid_nonce')
    // Neither nonce nor slot was spent: the next call is accepted, and the refused one did not count.
    const next = await client.call('keyInfo')
    expect(next.status).toBe(200)
    expect(early.body.details.last_nonce).toBe(late.body.details.last_nonce)
    await pace()
    expect((await client.call('accountBalance', {}, { nonce: next.body.last_nonce })).body.code).toBe('invalid_nonce')
  })

  test('only the holder of the key learns of it', async () => {
    const client = await onboarded({ nonce_window_ms: 5_000 })
    const forged = await client.call('accountBalance', {}, { nonce: '1', signed: 'forged' })
    expect(forged.body.details.reason).toBe('signature_mismatch')
  })

  test.each([0, 999, 86_400_001, 1.5, '5000'])('a window of %j is refused', async (nonce_window_ms) => {
    const { status, body } = await sandbox(services[0]!.origin, 'institutions', { name: 'Acme', nonce_window_ms })
    expect([status, body.details?.field]).toEqual([400, 'nonce_window_ms'])
  })

  const env = () => testEnv(database)
  /** Set by its institution in the portal; returns the rule of a refusal. */
  const setWindow = (client: Client, keyid: string, ms: number | null): Promise<unknown> => {
    const by = { actor: 'test', why: 'a test', at: new Date() }
    const whose = { institutionId: client.institutionid }
    return database.app
      .tx((tx) => setNonceWindow(env(), tx, whose, keyid, ms, by))
      .catch(({ details }: ApiError) => details['rule'])
  }

  test('it is set and removed, effective in every process, and recorded in the audit chain', async () => {
    const client = await onboarded()
    const { keyid } = (await client.call('keyInfo', {}, { nonce: '1' })).body
    await pace()
    // Both processes know the key.
    expect((await client.call('keyInfo', {}, { nonce: '2', origin: services[1]!.origin })).status).toBe(200)
    await setWindow(client, keyid, 5_000)
    await pace()
    for (const origin of services.map((service) => service.origin))
      expect((await client.call('addOrder', { ...order, clordid: 'late' }, { nonce: '3', origin })).body).toMatchObject(
        {
          code: 'invalid_nonce',
          details: { nonce_window_ms: 5_000 },
        },
      )
    await setWindow(client, keyid, null)
    expect((await client.call('keyInfo', {}, { nonce: '4', origin: services[1]!.origin })).status).toBe(200)
    await pace()
    expect((await client.call('keyInfo', {}, { nonce: '5' })).body).toMatchObject({ nonce_window_ms: null })
    const result = await database.owner.query<{ window: string }>(
      `select body::json -> 'detail' ->> 'nonce_window_ms' as window from audit.entry
       where body::json ->> 'action' = 'key.nonce_window' and body::json ->> 'subject' = $1 order by seq`,
      [keyid],
    )
    expect(result).toEqual([{ window: '5000' }, { window: 'off' }])
  })

  test('a window that the key has already left is refused, because it would lock the key out', async () => {
    const client = await onboarded()
    const { keyid } = (await client.call('keyInfo', {}, { nonce: ahead(60_000) })).body
    expect(await setWindow(client, keyid, 5_000)).toBe('nonce_ahead')
    await pace()
    expect((await client.call('keyInfo', {}, { nonce: ahead(61_000) })).body.nonce_window_ms).toBe(null)
    expect(await setWindow(client, keyid, 86_400_000)).toBeUndefined()
  })
})
