import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, clientOf, freshNonce, sandbox } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { startService, type RunningService } from '../service.ts'
import { specie } from '../specie.ts'

let database: TestDatabase
let service: RunningService
let other: RunningService

beforeAll(async () => {
  database = await freshDatabase()
  ;[service, other] = await Promise.all([startService(database.url), startService(database.url)])
})
afterAll(async () => {
  await Promise.all([service.stop(), other.stop()])
  await database.drop()
})

/** A key has one call a second: as if that second had passed. */
const pace = () => database.owner.query(`update institutions.key_use set next_at = '-infinity'`)
const ahead = (ms: number) => String(Number(freshNonce()) + ms)

async function onboarded(more: { nonce_window_ms?: number | null } = {}): Promise<Client> {
  const { status, body } = await sandbox(service.origin, 'institutions', { name: 'Acme', ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  return clientOf(service.origin, body.institutionid, body.publickey, body.privatekey)
}

const order = {
  timestamp: new Date().toISOString(),
  clordid: 'late',
  symbol: 'VCHF/CHF',
  side: 'Buy',
  ordtype: 'Limit',
  timeinforce: 'FOK',
  orderqty: '10',
  price: '1.01',
}

test('without a window any higher nonce is taken, and keyInfo says so', async () => {
  const client = await onboarded()
  const { status, body } = await client.call('keyInfo', {}, { nonce: '7' })
  expect([status, body.nonce_window_ms]).toEqual([200, null])
  await pace()
  expect((await client.call('keyInfo', {}, { nonce: ahead(10 ** 12) })).status).toBe(200)
})

test('with a window a nonce is the time of the call, and what lies outside is told by how much', async () => {
  const client = await onboarded({ nonce_window_ms: 5_000 })
  expect((await client.call('keyInfo')).body.nonce_window_ms).toBe(5_000)
  await pace()
  const early = await client.call('accountBalance', {}, { nonce: ahead(60_000) })
  expect(early).toMatchObject({
    status: 401,
    body: { code: 'invalid_nonce', details: { reason: 'stale_nonce', nonce_window_ms: 5_000 } },
  })
  expect(Number(early.body.details.difference_ms)).toBeGreaterThan(50_000)
  expect(early.body.message).toMatch(
    /^The nonce lies \d+ ms ahead of the time of the service, and this key takes 5000 ms/,
  )
  const late = await client.call('addOrder', order, { nonce: ahead(-60_000) })
  expect(late.body.message).toMatch(/^The nonce lies \d+ ms behind the time of the service/)
  expect(Number(late.body.details.difference_ms)).toBeLessThan(-50_000)
  expect((await client.call('nothingHere', {}, { nonce: ahead(60_000) })).body.code).toBe('invalid_nonce')
  // Nothing was spent, neither nonce nor slot: the next call is taken, and what was refused has not come first.
  const next = await client.call('keyInfo')
  expect(next.status).toBe(200)
  expect(early.body.details.last_nonce).toBe(late.body.details.last_nonce)
  await pace()
  expect((await client.call('accountBalance', {}, { nonce: next.body.last_nonce })).body.code).toBe('invalid_nonce')
})

test('only who can sign learns of it', async () => {
  const client = await onboarded({ nonce_window_ms: 5_000 })
  const forged = await client.call('accountBalance', {}, { nonce: '1', signed: 'forged' })
  expect(forged.body.details.reason).toBe('signature_mismatch')
})

test.each([0, 999, 86_400_001, 1.5, '5000'])('a window of %j is refused', async (nonce_window_ms) => {
  const { status, body } = await sandbox(service.origin, 'institutions', { name: 'Acme', nonce_window_ms })
  expect([status, body.details?.field]).toEqual([400, 'nonce_window_ms'])
})

test('an operator sets it and takes it away: from then on in every process, and in the audit chain', async () => {
  const client = await onboarded()
  const { keyid } = (await client.call('keyInfo', {}, { nonce: '1' })).body
  await pace()
  // Both processes know the key.
  expect((await client.call('keyInfo', {}, { nonce: '2', origin: other.origin })).status).toBe(200)
  const window = (...words: string[]) => specie({ DATABASE_URL: database.url }, 'api-keys', 'window', ...words)
  expect(await window(keyid, '5000')).toEqual({ code: 0, said: 'Nonces must lie within 5000 ms of our time.\n' })
  await pace()
  for (const origin of [service.origin, other.origin])
    expect((await client.call('addOrder', order, { nonce: '3', origin })).body).toMatchObject({
      code: 'invalid_nonce',
      details: { nonce_window_ms: 5_000 },
    })
  expect(await window(keyid, 'off')).toEqual({ code: 0, said: 'Any higher nonce is taken.\n' })
  expect((await client.call('keyInfo', {}, { nonce: '4', origin: other.origin })).status).toBe(200)
  await pace()
  expect((await client.call('keyInfo', {}, { nonce: '5' })).body).toMatchObject({ nonce_window_ms: null })
  const told = await database.owner.query<{ detail: string }>(
    `select body::json ->> 'detail' as detail from audit.entry
     where body::json ->> 'action' = 'key.nonce_window' and body::json ->> 'subject' = $1 order by seq`,
    [keyid],
  )
  expect(told.map(({ detail }) => detail)).toEqual(['{"nonce_window_ms":"5000"}', '{"nonce_window_ms":"off"}'])
  expect(await window(keyid, '10')).toMatchObject({ code: 1, said: expect.stringMatching(/from 1000 to 86400000/) })
  expect(await window(client.institutionid, '5000')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/no API key/),
  })
})

test('a window that the key has left behind already is refused: it would lock the key out', async () => {
  const client = await onboarded()
  const { keyid } = (await client.call('keyInfo', {}, { nonce: ahead(60_000) })).body
  const window = (ms: string) => specie({ DATABASE_URL: database.url }, 'api-keys', 'window', keyid, ms)
  expect(await window('5000')).toMatchObject({ code: 1, said: expect.stringMatching(/no call of it could pass/) })
  await pace()
  expect((await client.call('keyInfo', {}, { nonce: ahead(61_000) })).body.nonce_window_ms).toBe(null)
  expect(await window('86400000')).toMatchObject({ code: 0 })
})
