import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Db } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Provider } from '../../base/ports/provider.ts'
import { exchangeRates } from './exchange-rates.ts'
import { openReferenceRates, rateOf, type ReferenceRates } from './rates.ts'
import { refreshRates } from './refresh.ts'

let database: TestDatabase
let rates: ReferenceRates
let env: Env
let ahead = 0
const clock = { ...systemClock, wall: () => systemClock.wall() + ahead }

/** The current tickers of an exchange, in ccxt's shape. */
let published: Record<string, { bid: string; ask: string; timestamp?: number }> = {}
const exchange = {
  id: 'kraken',
  loadMarkets: async () => Object.fromEntries(Object.keys(published).map((symbol) => [symbol, {}])),
  fetchTickers: async () => published,
}

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database, { clock, provider: exchangeRates(exchange, clock) as Provider })
  rates = openReferenceRates(env)
  await rates.ready
})
afterAll(async () => {
  rates.stop()
  await database.drop()
})

/** The rates of a process that starts now. */
async function ratesNow(): Promise<ReferenceRates> {
  const loaded = openReferenceRates(env)
  await loaded.ready
  loaded.stop()
  return loaded
}

const minute = 60_000
const poll = <T>(what: () => T) => expect.poll(what, { interval: 20 })

test('a coin is worth exactly its own fiat; no other asset has a price before its rate is loaded', () => {
  expect(rates.price('VCHF', 'CHF', 0)).toEqual({ base: 'VCHF', quote: 'CHF', units: 1n, decimals: 0 })
  expect(rates.price('GBP', 'VGBP', 0)).toMatchObject({ base: 'GBP', quote: 'VGBP', units: 1n })
  expect(rates.price('BTC', 'BTC', 0)).toMatchObject({ units: 1n })
  expect(rates.price('VCHF', 'VGBP', minute)).toBeNull()
  expect(rates.price('USDC', 'GBP', minute)).toBeNull()
})

test('a published price is the reference rate a moment later, in both directions and for coins', async () => {
  published = { 'BTC/CHF': { bid: '79999', ask: '80001' }, 'GBP/CHF': { bid: '1.25', ask: '1.25' } }
  await refreshRates.run(env)
  await poll(() => rates.price('BTC', 'CHF', minute)).not.toBeNull()
  expect(rates.price('BTC', 'VCHF', minute)).toEqual({
    base: 'BTC',
    quote: 'VCHF',
    units: 80_000n * 10n ** 18n,
    decimals: 18,
  })
  expect(rates.price('VCHF', 'BTC', minute)).toEqual({
    base: 'VCHF',
    quote: 'BTC',
    units: 12_500_000_000_000n,
    decimals: 18,
  })
  expect(rates.price('VCHF', 'VGBP', minute)).toMatchObject({ units: 8n * 10n ** 17n })
  expect(await rateOf(env, 'GBP', 'CHF')).toMatchObject({ units: 125n * 10n ** 16n })
})

test('a rate older than the requested age is not returned', async () => {
  ahead = minute
  expect(rates.price('BTC', 'CHF', minute)).toBeNull()
  expect(rates.price('BTC', 'CHF', 2 * minute)).not.toBeNull()
  expect(rates.price('VCHF', 'CHF', 0)).not.toBeNull()
  ahead = 0
  published = { 'ETH/CHF': { bid: '2000', ask: '2000', timestamp: systemClock.wall() - minute } }
  await refreshRates.run(env)
  const loaded = await ratesNow()
  expect(loaded.price('ETH', 'CHF', 2 * minute)).not.toBeNull()
  expect(loaded.price('ETH', 'CHF', minute)).toBeNull()
})

test('when both directions are published, the newer one is used', async () => {
  const publish = (symbol: string, units: bigint, secondsAgo: number) =>
    database.owner.query(
      `insert into markets.rate values ($1, $2, 0, 'test', now() - $3::int * interval '1 second', now())
       on conflict (symbol) do update set units = excluded.units, at = excluded.at`,
      [symbol, units, secondsAgo],
    )
  await publish('USDC/CHF', 2n, 30)
  await publish('CHF/USDC', 4n, 10)
  expect((await ratesNow()).price('USDC', 'CHF', minute)).toMatchObject({ units: 25n * 10n ** 16n })
  await publish('USDC/CHF', 2n, 5)
  expect((await ratesNow()).price('USDC', 'CHF', minute)).toMatchObject({ units: 2n, decimals: 0 })
})

test('while the database is unreachable there is one query at a time, and nothing fails', async () => {
  const waiting: ((rows: object[]) => void)[] = []
  const query = () => new Promise((done) => waiting.push(done))
  const slow = openReferenceRates({ ...env, db: { ...database.app, query } as Db })
  const another = openReferenceRates(env)
  await another.ready
  // The second reader has reloaded, so the slow one was due too.
  await database.owner.query(`update markets.rate set units = 3, decimals = 0 where symbol = 'BTC/CHF'`)
  await poll(() => another.price('BTC', 'CHF', minute)?.units).toBe(3n)
  expect(waiting).toHaveLength(1)
  waiting[0]!([])
  await slow.ready
  slow.stop()
  another.stop()
  const broken = openReferenceRates({ ...env, db: { ...database.app, query: () => Promise.reject(new Error('away')) } })
  await broken.ready
  expect(broken.price('BTC', 'CHF', minute)).toBeNull()
  broken.stop()
})
