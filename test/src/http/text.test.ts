import { endpoints } from '@specie/protocol/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, onboard } from '../client.ts'
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
