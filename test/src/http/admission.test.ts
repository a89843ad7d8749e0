import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshNonce, onboard, type Answer } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { startService, type RunningService } from '../service.ts'

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

const origin = (i: number): string => services[i % services.length]!.origin
const withStatus = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status)

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

test('20 requests within a second with rising nonces: one passes, whichever process they reach', async () => {
  const acme = await onboard(origin(0))
  const started = performance.now()
  const answers: Answer[] = []
  for (let i = 0; i < 20; i += 1) answers.push(await acme.call('accountBalance', {}, { origin: origin(i) }))
  // One at the start and one for each full second since, however slow the machine is; 50 ms early at most.
  const allowed = 1 + Math.floor((performance.now() - started + 50) / 1000)
  const accepted = withStatus(answers, 200).length
  expect(answers[0]?.status).toBe(200)
  expect(accepted).toBeLessThanOrEqual(allowed)
  expect(withStatus(answers, 429)).toHaveLength(20 - accepted)
  for (const { headers, body } of withStatus(answers, 429)) {
    expect(body.code).toBe('rate_limited')
    expect(body.details.retry_after_ms).toBeGreaterThan(0)
    expect(body.details.retry_after_ms).toBeLessThanOrEqual(1000)
    expect(headers.get('retry-after')).toBe('1')
    expect(headers.get('ratelimit-policy')).toBe('"key";q=1;w=1')
    expect(headers.get('ratelimit')).toBe('"key";r=0;t=1')
  }
})

test('a refused call does not push the next slot back, and the promised wait suffices', async () => {
  const acme = await onboard(origin(0))
  expect((await acme.call('keyInfo')).status).toBe(200)
  const early = await acme.call('keyInfo')
  expect(early.status).toBe(429)
  await new Promise((resolve) => setTimeout(resolve, early.body.details.retry_after_ms))
  expect((await acme.call('keyInfo')).status).toBe(200)
})

test('a nonce is spent even when the rate refuses its call', async () => {
  const acme = await onboard(origin(0))
  expect((await acme.call('keyInfo')).status).toBe(200)
  const nonce = freshNonce()
  expect((await acme.call('keyInfo', {}, { nonce })).status).toBe(429)
  const again = await acme.call('keyInfo', {}, { nonce, origin: origin(1) })
  expect(again).toMatchObject({ status: 401, body: { code: 'invalid_nonce', details: { last_nonce: nonce } } })
})

test('a nonce that was too low is told the last one, and the highest possible nonce is the end', async () => {
  const acme = await onboard(origin(0))
  const last = String(2n ** 64n - 1n)
  expect((await acme.call('keyInfo', {}, { nonce: last })).status).toBe(200)
  const next = await acme.call('keyInfo', {}, { nonce: '1' })
  expect(next).toMatchObject({ status: 401, body: { code: 'invalid_nonce', details: { last_nonce: last } } })
})
