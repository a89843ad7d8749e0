import { endpoints } from '@specie/protocol/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, onboard, sandbox } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { type RunningService, startService } from '../service.ts'

// What is no text or no time is told to the caller, by every call that lists something.

let database: TestDatabase
let service: RunningService
let acme: Client

beforeAll(async () => {
  database = await freshDatabase()
  service = await startService(database.url)
  acme = await onboard(service.origin)
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

async function refusal(name: string, fields: Record<string, string>): Promise<unknown[]> {
  await database.owner.query(`update institutions.key_use set next_at = '-infinity'`)
  const { status, body } = await acme.call(name, fields)
  return [status, body.code, body.details?.field]
}

const lists = endpoints
  .filter(({ request }) => 'cursor' in request.shape && 'sort' in request.shape)
  .map(({ name, request }) => [name, Object.keys(request.shape)] as const)

test.each(lists)('%s: control characters, text that is not composed, and times beyond all', async (name, fields) => {
  const times = ['from', 'to']
  for (const field of fields.filter((one) => !times.includes(one)))
    for (const text of ['a\u0000b', 'a\u0085b', 'Zu\u0308rich'])
      expect([field, text, ...(await refusal(name, { [field]: text }))]).toEqual([
        field,
        text,
        400,
        'bad_request',
        field,
      ])
  for (const field of times)
    for (const time of ['0000-01-01T00:00:00Z', '1999-12-31T23:59:59Z', '2100-01-01T00:00:01Z'])
      expect(await refusal(name, { [field]: time })).toEqual([400, 'bad_request', field])
})

test('labels and destinations are composed text without control characters', async () => {
  const withdraw = { asset: 'CHF', quantity: '1' }
  for (const destination of ['a\u0000', 'Zu\u0308rich'])
    expect(await refusal('withdraw', { ...withdraw, destination })).toEqual([400, 'bad_request', 'destination'])
  expect(await refusal('withdraw', { ...withdraw, destination: 'Z\u00fcrich' })).toEqual([
    403,
    'bank_account_not_registered',
    'destination',
  ])
})

test('a cursor that is forged in its own mark is refused, whatever it holds', async () => {
  const { institutionid } = acme
  for (const address of ['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D']) {
    const wallet = { institutionid, blockchain: 'ETH', address, label: address.slice(2, 8) }
    expect((await sandbox(service.origin, 'addresses', wallet)).status).toBe(200)
  }
  await database.owner.query(`update institutions.key_use set next_at = '-infinity'`)
  const { next_cursor } = (await acme.call('withdrawAddresses', { limit: '1' })).body
  const mark = next_cursor.slice(0, 16)
  const id = '01a1dd43-ac0c-7e54-8089-855b9399b74a'
  for (const place of [
    `desc -000044-03-15T00:00:00.000Z ${id}`,
    `desc 0000-01-01T00:00:00.000Z ${id}`,
    `desc +275760-09-13T00:00:00.000Z ${id}`,
    'desc 2026-11-14T12:00:00.000Z a\u0000b',
    `desc infinity ${id}`,
  ]) {
    const cursor = mark + Buffer.from(place).toString('base64url')
    expect([place, ...(await refusal('withdrawAddresses', { cursor }))].slice(0, 3)).toEqual([
      place,
      400,
      'invalid_cursor',
    ])
  }
})

test('a time is told to the nanosecond at most', async () => {
  for (const [fraction, status] of [
    ['1'.repeat(9), 200],
    ['1'.repeat(10), 400],
    ['9'.repeat(150), 400],
  ] as const)
    expect((await refusal('queryOrders', { from: `2026-11-14T12:00:00.${fraction}Z` }))[0]).toBe(status)
})
