import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { endow, setBook } from '@specie/test/trading.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import { house } from '../../ledger/house.ts'
import { deleteOldPrices, priceHistory, recordPrices } from './price-history.ts'

let database: TestDatabase
let env: Env
let now = Date.parse('2026-03-02T12:00:10Z')
const symbol = 'VCHF/CHF'
const clock = { ...systemClock, wall: () => now, now: () => new Date(now) }

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database, { clock })
  await endow(env, house, { CHF: '1000', VCHF: '1000' })
})
beforeEach(async () => {
  await database.owner.query('delete from trading.price')
})
afterAll(async () => {
  await env.runtime.close()
  await database.drop()
})

const quote = (bid: string, ask: string | null) =>
  setBook(env, symbol, { bids: [[bid, '100']], asks: ask === null ? [] : [[ask, '100']] })

async function recordAt(time: string, bid: string, ask: string | null): Promise<void> {
  now = Date.parse(`2026-03-02T${time}Z`)
  await quote(bid, ask)
  await recordPrices.run(env)
}

const pricesOf = async (span: '1h' | '24h') => (await priceHistory(env, symbol, span)).prices

test('the first prices of each minute are kept, and minutes without both sides are not', async () => {
  await recordAt('12:00:10', '0.9999', '1.0001')
  await recordAt('12:00:50', '0.9998', '1.0001')
  await recordAt('12:01:00', '0.9997', '1.0002')
  await recordAt('12:02:00', '0.9997', null)
  expect(await pricesOf('1h')).toEqual([
    { at: '2026-03-02T12:00:00.000Z', bid: '0.9999', ask: '1.0001' },
    { at: '2026-03-02T12:01:00.000Z', bid: '0.9997', ask: '1.0002' },
  ])
})

test('a longer span has the first price of each step at its own time, and no earlier price', async () => {
  await recordAt('10:59:00', '0.9990', '1.0010')
  await recordAt('12:00:00', '0.9991', '1.0010')
  await recordAt('12:03:00', '0.9992', '1.0010')
  await recordAt('12:05:00', '0.9993', '1.0010')
  expect((await pricesOf('24h')).map(({ at, bid }) => [at.slice(11, 16), bid])).toEqual([
    ['10:59', '0.999'],
    ['12:00', '0.9991'],
    ['12:05', '0.9993'],
  ])
  expect((await pricesOf('1h')).map(({ bid }) => bid)).toEqual(['0.9991', '0.9992', '0.9993'])
})

test('prices are deleted after 30 days', async () => {
  await recordAt('12:00:00', '0.9999', '1.0001')
  now += 30 * 86_400_000
  await deleteOldPrices.run(env)
  expect(await env.db.query('select 1 from trading.price')).toHaveLength(1)
  now += 1
  await deleteOldPrices.run(env)
  expect(await env.db.query('select 1 from trading.price')).toHaveLength(0)
})

test('a pair that is not traded here has no history', async () => {
  await expect(priceHistory(env, 'VCHF/XYZ', '1h')).rejects.toMatchObject({ code: 'unknown_symbol' })
})
