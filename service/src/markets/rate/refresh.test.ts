import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import type { RateSource } from './exchange-rates.ts'
import { rateOf } from './rates.ts'
import { refreshFrom } from './refresh.ts'

// Sources that publish absurd dates, prices or duplicates.

let database: TestDatabase
let env: Env
let ahead = 0
const clock = {
  ...systemClock,
  wall: () => systemClock.wall() + ahead,
  now: () => new Date(systemClock.wall() + ahead),
}
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database, { clock })
})
beforeEach(async () => {
  await database.owner.query('delete from markets.rate; delete from markets.rate_range')
  await refreshFrom(env, [source('one', { 'ETH/CHF': '3000', 'GBP/CHF': '1.12' })])
})
afterAll(() => database.drop())

const source = (name: string, published: Record<string, string | string[]>, at = clock.now()): RateSource => ({
  name,
  rates: async () =>
    Object.entries(published).flatMap(([symbol, prices]) => [prices].flat().map((price) => ({ symbol, price, at }))),
})
const units = async (base: 'ETH' | 'GBP') => (await rateOf(env, base, 'CHF')).units / 10n ** 14n

test('a source whose clock was once ahead is used again', async () => {
  const tomorrow = new Date(clock.now().getTime() + 86_400_000)
  await refreshFrom(env, [source('one', { 'ETH/CHF': '3010' }, tomorrow)])
  ahead += 30_000
  await refreshFrom(env, [source('one', { 'ETH/CHF': '3020' })])
  expect(await units('ETH')).toBe(3020_0000n)
})

test('a date in the future does not allow a larger jump', async () => {
  const tomorrow = new Date(clock.now().getTime() + 86_400_000)
  await refreshFrom(env, [source('one', { 'ETH/CHF': '3400' }, tomorrow)])
  await expect(rateOf(env, 'ETH', 'CHF')).rejects.toThrow(/in doubt: it jumped/)
})

test.each([
  '1' + '0'.repeat(30),
  '1' + '0'.repeat(21),
  '9'.repeat(20),
  '1' + '0'.repeat(20),
  '0.000000000000000001',
  '0',
  '-1',
  'NaN',
  'Infinity',
  '1e30',
  '3000.' + '1'.repeat(40),
])('a rate of %s is not accepted, and the others are kept', async (absurd) => {
  ahead += 30_000
  await refreshFrom(env, [source('one', { 'ETH/CHF': absurd, 'GBP/CHF': '1.121' })])
  expect(await units('GBP')).toBe(1_1210n)
  const rate = await rateOf(env, 'ETH', 'CHF').catch((error: Error) => error.message)
  expect(rate).toSatisfy(
    (one) => /in doubt/.test(String(one)) || (one as { units: bigint }).units === 3000n * 10n ** 18n,
  )
})

test('a source that publishes a rate twice has one vote', async () => {
  await refreshFrom(env, [source('liar', { 'ETH/CHF': ['2950', '2950'] }), source('two', { 'ETH/CHF': '3000' })])
  await expect(rateOf(env, 'ETH', 'CHF')).rejects.toThrow(/the sources disagree/)
})
