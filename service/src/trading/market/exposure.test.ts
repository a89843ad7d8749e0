import { agree } from '@specie/test/people.ts'
import { drawnSeed, seeded } from '@specie/test/seeded-random.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { availableTo, endow, institutionWith, order } from '@specie/test/trading.ts'
import { check, checkTrading } from '@specie/test/checks.ts'
import { afterAll, afterEach, beforeEach, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import { readConfig } from '../../base/config.ts'
import type { Env } from '../../base/env.ts'
import { house } from '../../ledger/house.ts'
import { refreshFrom } from '../../markets/rate/refresh.ts'
import { booksOf } from './books.ts'
import { convert } from '../conversion/request.ts'
import { requestQuote } from '../quote/request.ts'
import { exposedReason } from './exposure.ts'
import { pairOf } from './pair.ts'
import { pairStates } from './quotes.ts'

// The limits: the desk trades at most 20 ETH and loses at most 5,000 francs in an hour. Two processes on one database.

let database: TestDatabase
let env: Env
let other: Env
let acme: string
let ahead = 0

const symbol = 'ETH/CHF'
const clock = {
  ...systemClock,
  wall: () => systemClock.wall() + ahead,
  now: () => new Date(systemClock.wall() + ahead),
}
const config = readConfig({
  MARKET_LIMITS: 'ETH/CHF.exposure=20,ETH/CHF.exposure_quote=100000,ETH/CHF.loss=5000,VCHF/ETH.exposure=1000',
})
const ether = 10n ** 18n

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database, { clock, config })
  other = testEnv(database, { clock, config, db: database.owner })
  await endow(env, house, { CHF: '9000000', ETH: '9000', VCHF: '9000000' })
  acme = await institutionWith(env, database, { CHF: '9000000', ETH: '9000', VCHF: '9000000' })
})
beforeEach(async () => {
  await database.owner.query('truncate markets.rate, markets.rate_range')
  await database.owner.query('delete from trading.pair where symbol = $1', [symbol])
  await database.owner.query('delete from trading.desk_flow')
  await setReference('2950')
})
afterEach(async () => {
  expect([...(await check(env.db)), ...(await checkTrading(env.db))].filter((row) => !row.ok)).toEqual([])
})
afterAll(async () => {
  await Promise.all([env.runtime.close(), other.runtime.close()])
  await database.drop()
})

/** Sets the price of the only source; returns when both processes have read it. */
async function setReference(price: string): Promise<void> {
  await refreshFrom(env, [{ name: 'test', rates: async () => [{ symbol, price, at: clock.now() }] }])
  for (const process of [env, other]) await (await booksOf(process)).reload()
}

const trade = (side: 'Buy' | 'Sell', orderqty: string, price: string, process = env) =>
  order(process, acme, { symbol, side, orderqty, price }).then(({ answer }) => answer.error.code ?? 'Filled')

const isOnline = async () => (await pairStates(env)).get(symbol)!.online

/** The value of the desk's inventory in francs, at this price of ether. */
async function worth(francs: bigint): Promise<bigint> {
  const { CHF, ETH } = await availableTo(env, house)
  return CHF! + (ETH! * francs * 100n) / ether
}

test('beyond the hourly exposure the order is rejected and the pair offline until a person resumes it', async () => {
  expect(await trade('Buy', '15', '3000')).toBe('Filled')
  expect(await trade('Buy', '5.00000001', '3000')).toBe('pair_offline')
  expect(await isOnline()).toBe(false)
  const [row] = await env.db.query('select halted from trading.pair where symbol = $1', [symbol])
  expect(row).toEqual({ halted: exposedReason })
  expect(await trade('Buy', '1', '3000', other)).toBe('pair_offline')
  const [entry] = await env.db.query<{ body: string }>('select body from audit.entry order by seq desc limit 1')
  expect(JSON.parse(entry!.body)).toMatchObject({ action: 'pair.halted', actor: 'service', subject: symbol })
  await agree(env, 'pair.resume', { symbol })
  expect(await trade('Buy', '15', '3000')).toBe('Filled')
})

test('trades in the opposite direction free the limit', async () => {
  expect(await trade('Buy', '15', '3000')).toBe('Filled')
  expect(await trade('Sell', '30', '2900')).toBe('Filled')
  expect(await trade('Buy', '30', '3000')).toBe('Filled')
})

test('an hour later the desk’s full limit is available again', async () => {
  expect(await trade('Buy', '15', '3000')).toBe('Filled')
  ahead += 66 * 60_000
  await setReference('2950')
  expect(await trade('Buy', '15', '3000')).toBe('Filled')
})

test('conversions count too', async () => {
  expect(await trade('Buy', '15', '3000')).toBe('Filled')
  const fields = { from_currency: 'CHF', to_currency: 'ETH', quantity: '30000', min_received: '0' }
  await expect(convert(env, acme, fields)).rejects.toMatchObject({ code: 'halted' })
  expect(await isOnline()).toBe(false)
})

test('quotes taken while the reference is in doubt also count', async () => {
  const request = () => requestQuote(env, acme, { symbol, side: 'Buy', orderqty: '15' })
  const quotes = [(await request()).answer.quoteid, (await request()).answer.quoteid]
  await setReference('2000')
  expect(await isOnline()).toBe(false)
  expect((await convert(env, acme, { quoteid: quotes[0]! })).answer.status).toBe('completed')
  await expect(convert(env, acme, { quoteid: quotes[1]! })).rejects.toMatchObject({ code: 'halted' })
})

test('a dry run beyond the limit gets the same refusal, and does not take the pair offline', async () => {
  expect(await trade('Buy', '15', '3000')).toBe('Filled')
  const beyond = { symbol, side: 'Buy', orderqty: '6', price: '3000', validate: 'true' } as const
  expect((await order(env, acme, beyond)).answer).toMatchObject({ validated: true, error: { code: 'pair_offline' } })
  const fields = { from_currency: 'CHF', to_currency: 'ETH', quantity: '30000', min_received: '0' }
  await expect(convert(env, acme, { ...fields, validate: 'true' })).rejects.toMatchObject({ code: 'halted' })
  expect(await isOnline()).toBe(true)
  expect(await trade('Buy', '5', '3000')).toBe('Filled')
})

test('two processes together never exceed the limit', async () => {
  for (let round = 0; round < 3; round += 1) {
    if (round > 0) await agree(env, 'pair.resume', { symbol })
    await Promise.all([env, other].map(async (process) => (await booksOf(process)).reload()))
    const before = (await availableTo(env, house)).ETH!
    const orders = Array.from({ length: 60 }, (_, n) => trade('Buy', '1', '3000', n % 2 === 0 ? env : other))
    const codes = await Promise.all(orders)
    const sold = before - (await availableTo(env, house)).ETH!
    expect(sold).toBe(BigInt(codes.filter((code) => code === 'Filled').length) * ether)
    expect(sold).toBeLessThanOrEqual(20n * ether)
    expect(await isOnline()).toBe(false)
  }
})

test('a client without money cannot take a pair offline', async () => {
  const poor = await institutionWith(env, database, { CHF: '100' })
  const { answer } = await order(env, poor, { symbol, side: 'Buy', orderqty: '150', price: '3000' })
  expect(answer.error.code).toBe('insufficient_balance')
  expect(await isOnline()).toBe(true)
})

test('an order without cover does not count', async () => {
  const poor = await institutionWith(env, database, { CHF: '100' })
  for (let n = 0; n < 3; n += 1) {
    const { answer } = await order(env, poor, { symbol, side: 'Buy', orderqty: '15', price: '3000' })
    expect(answer.error.code).toBe('insufficient_balance')
  }
  const mixed = [order(env, poor, { symbol, side: 'Buy', orderqty: '15', price: '3000' }), trade('Buy', '15', '3000')]
  expect((await Promise.all(mixed))[1]).toBe('Filled')
  expect(await env.db.query('select sum(base) as base from trading.desk_flow')).toEqual([{ base: -15n * ether }])
})

test('ether at three francs: no fill, the pair is offline with a reason, and trades again when the source is right again', async () => {
  await setReference('3')
  expect(await trade('Buy', '15', '3.1')).toBe('pair_offline')
  expect(await trade('Buy', '15', '3000')).toBe('pair_offline')
  expect(await isOnline()).toBe(false)
  expect((await booksOf(env)).of(pairOf(symbol)).doubt).toBe(
    'the reference rate ETH/CHF is in doubt: it jumped from 2950 to 3 (limit 3 %)',
  )
  ahead += 5_000
  await setReference('2951')
  expect(await isOnline()).toBe(false)
  ahead += 60_000
  await setReference('2951')
  expect(await trade('Buy', '1', '3000')).toBe('Filled')
})

test('a source that stays at three francs is eventually accepted, and costs the desk at most its limit', async () => {
  const before = await worth(2950n)
  await setReference('3')
  ahead += 60_000
  await setReference('3')
  expect(await isOnline()).toBe(true)
  const codes = new Set<string>()
  for (let n = 0; n < 10; n += 1) codes.add(await trade('Buy', '1', '4'))
  expect([...codes]).toEqual(['Filled', 'pair_offline'])
  expect(before - (await worth(2950n))).toBeLessThanOrEqual(500_000n)
})

test('a rate that is too old takes the pair off the market', async () => {
  ahead += 31_000
  expect(await trade('Buy', '1', '3000')).toBe('pair_offline')
  expect((await booksOf(env)).of(pairOf(symbol)).doubt).toBe('the reference rate ETH/CHF is too old')
})

/** Filled orders by seed. An hour may begin with a wrong price that takes the pair offline for good; then there are none. */
const fills = new Map<number, number>()

test.each([1, 2, 142_334_028, 1_428_984_441, drawnSeed()])(
  'for any prices of the only source in an hour, the desk loses at most its limit (seed %i)',
  async (seed) => {
    const pick = seeded(seed)
    const next = () => pick(2 ** 32) / 2 ** 32
    const before = await worth(2950n)
    const begun = ahead
    let price = 2950
    let filled = 0
    while (ahead - begun < 59 * 60_000) {
      // The price drifts below the jump limit, is wrong at times, stops and returns.
      const mood = next()
      price = mood < 0.1 ? 3 + next() * 20_000 : mood < 0.8 ? price * (1 + (next() - 0.5) * 0.058) : 2950
      await setReference(price.toFixed(2))
      const [rate] = await env.db.query<{ price: number }>(
        'select (units / 10::numeric ^ decimals)::float as price from markets.rate',
      )
      const limit = (side: number) => (rate!.price * side).toFixed(2)
      const codes = await Promise.all([
        trade(next() < 0.5 ? 'Buy' : 'Sell', (1 + next() * 5).toFixed(4), limit(next() < 0.5 ? 1.05 : 0.95)),
        trade(next() < 0.5 ? 'Buy' : 'Sell', (1 + next() * 5).toFixed(4), limit(next() < 0.5 ? 1.05 : 0.95), other),
      ])
      filled += codes.filter((code) => code === 'Filled').length
      ahead += Math.floor(60_000 + next() * 120_000)
    }
    fills.set(seed, filled)
    expect(before - (await worth(2950n))).toBeLessThanOrEqual(500_000n)
  },
)

test('the desk has traded in those hours', () => {
  expect(fills.get(1)).toBeGreaterThan(0)
  expect(fills.get(2)).toBeGreaterThan(0)
})
