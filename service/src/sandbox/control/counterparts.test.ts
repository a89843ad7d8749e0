import { randomUUID } from 'node:crypto'
import { sandboxCalls } from '@specie/protocol/sandbox/calls.ts'
import { sandbox } from '@specie/test/client.ts'
import { type Counterparts, startCounterparts } from '@specie/test/programs/counterparts.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { type RunningService, startService } from '@specie/test/programs/service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let database: TestDatabase
let counterparts: Counterparts
let service: RunningService

beforeAll(async () => {
  database = await freshDatabase()
  counterparts = await startCounterparts()
  service = await startService(database.url, {
    SPECIE_ROLE: 'api',
    BANK_URL: counterparts.origin,
    PROVIDER_URL: counterparts.origin,
    LIQUIDITY: `alpha=${counterparts.origin}/lp/alpha`,
  })
})
afterAll(async () => {
  await service.stop()
  await counterparts.end()
  await database.drop()
})

test('an id in the path may be in capital letters', async () => {
  const id = randomUUID()
  const { status, body } = await sandbox(service.origin, `payments/${id.toUpperCase()}/resume`, {})
  expect({ status, details: body.details }).toMatchObject({ status: 404, details: { paymentid: id } })
})

const withId = sandboxCalls.map(({ path }) => path).filter((path) => path.includes('{id}'))

test.each(withId)('%s: an unknown id is a 404 in every spelling', async (path) => {
  for (const id of [randomUUID(), 'x', '%00', '%F0%9F%98%80', 'a'.repeat(300)]) {
    const { status } = await sandbox(service.origin, path.slice(1).replace('{id}', id), {})
    expect([id, status]).toEqual([id, 404])
  }
  expect(service.output()).not.toContain('the database refused a value')
})

test('bank, provider and venues take instructions, and refuse unknown ones', async () => {
  const instruct = (name: string, body: object) => sandbox(service.origin, `counterparts/${name}`, body)
  expect(await instruct('bank', { next: 'timeout' })).toMatchObject({
    status: 200,
    body: { asked: [{ next: 'timeout' }] },
  })
  expect(await instruct('provider', { next: 'fill_twice', count: 2 })).toMatchObject({
    status: 200,
    body: { asked: [{ next: 'fill_twice', count: 2 }] },
  })
  expect(await instruct('provider', { symbol: 'ETH/CHF', price: '3000', frozen: true })).toMatchObject({
    status: 200,
    body: { rates: { 'ETH/CHF': { price: '3000', frozen: true } } },
  })
  expect(
    await instruct('provider', { reference: 'RF18539007547034', currency: 'CHF', amount: '5', payername: 'Acme AG' }),
  ).toMatchObject({ status: 400, body: { message: expect.stringContaining('No collection with the reference') } })
  expect(await instruct('lp', { venue: 'beta', next: 'disconnect', seconds: 0 })).toMatchObject({ status: 200 })
  expect(await instruct('lp', { venue: 'alpha', symbol: 'ETH/CHF', bids: [['2000', '1']], asks: [] })).toMatchObject({
    status: 200,
    body: { books: { 'ETH/CHF': { bids: [['2000', '1']] } } },
  })
  expect(await instruct('lp', { venue: 'alpha', symbol: 'ETH/CHF' })).toMatchObject({
    status: 200,
    body: { books: {} },
  })
  expect(await instruct('lp', { venue: 'gamma', next: 'stale' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('The lp refuses') },
  })
  expect(await instruct('bank', { nxt: 'timeout' })).toMatchObject({
    status: 400,
    body: {
      message: expect.stringContaining('no field `nxt`. Did you mean `next`?'),
      details: { field: 'nxt', rule: 'unknown_field' },
    },
  })
  expect(await instruct('provider', { next: 'vanish' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('The provider refuses') },
  })
})
