import { randomUUID } from 'node:crypto'
import type { Env } from '@specie/service/base/env.ts'
import { house } from '@specie/service/ledger/house.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, get, sandbox } from '../client.ts'
import { testEnv } from '../env.ts'
import { availableTo, endow } from '../trading.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { check, checkTrading } from '../checks.ts'
import { withConstants } from '../programs/constants.ts'

// Bad prices, as a client sees them: from the source of the reference rates, and from a venue.

let uat: Uat
let env: Env
let acme: Client
const symbol = 'ETH/CHF'

beforeAll(async () => {
  uat = await startUat({ LIQUIDITY: 'both', ...withConstants({ referenceCalmSeconds: 2 }) })
  env = testEnv(uat.database)
  acme = await uat.onboard()
  const venues = await env.db.query<{ institution_id: string }>('select institution_id from trading.venue')
  for (const holder of [house, acme.institutionid, ...venues.map((venue) => venue.institution_id)])
    await endow(env, holder, { CHF: '9000000', ETH: '3000', GBP: '9000000' })
})
beforeEach(async () => {
  await reported('2950')
  await shown(true)
})
afterEach(async () => {
  expect([...(await check(env.db)), ...(await checkTrading(env.db))].filter((row) => !row.ok)).toEqual([])
})
afterAll(() => uat.end())

async function sandboxControl(name: string, ask: object = {}) {
  const { status, body } = await sandbox(uat.service.origin, name, ask)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}

/** The source's values from now on, refreshed at once. */
async function reported(price: string): Promise<{ doubt: string | null }> {
  await sandboxControl('counterparts/provider', { symbol, price, frozen: true })
  const { rates } = await sandboxControl('rates')
  return rates.find((rate: { symbol: string }) => rate.symbol === symbol)
}

const publicly = async (path: string) => (await get(`${uat.service.origin}/api/v1/client/${path}`)).body
const statusOf = async (of: string) =>
  (await publicly('tradingPairs')).pairs.find((pair: { symbol: string }) => pair.symbol === of).status as string
const quote = async () =>
  (await publicly(`quotes?symbol=${symbol}`)).quotes[0] as { b: string[] | null; a: string[] | null }
const poll = <T>(what: () => Promise<T>) => expect.poll(what, { interval: 100 })
const shown = (isOnline: boolean) => poll(() => statusOf(symbol)).toBe(isOnline ? 'online' : 'offline')

/** How often beta began to be excluded from this pair. */
async function leftOut(): Promise<number> {
  const text = await (await fetch(`${uat.service.origin}/metrics`)).text()
  const line = /specie_venue_quotes_left_out_total\{venue="beta",symbol="ETH\/CHF"\} (\d+)/.exec(text)
  return Number(line?.[1] ?? 0)
}

async function ordered(side: 'Buy' | 'Sell', orderqty: string, price: string): Promise<string> {
  const order = { symbol, side, ordtype: 'Limit', timeinforce: 'FOK', orderqty, price }
  const { body } = await uat.call(acme, 'addOrder', {
    timestamp: new Date().toISOString(),
    clordid: randomUUID(),
    ...order,
  })
  return body.error.code ?? body.order.ordstatus
}

test('ether at three francs is not sold; its pairs are offline until the source is sane again', async () => {
  const before = await availableTo(env, house)
  expect((await reported('3')).doubt).toMatch(/^it jumped from 2950 to 3 .*contradicts the others/)
  await shown(false)
  expect(await quote()).toMatchObject({ a: null, b: null })
  expect(await ordered('Buy', '1000', '3.01')).toBe('pair_offline')
  expect(await ordered('Buy', '1', '3000')).toBe('pair_offline')
  const convert = { from_currency: 'CHF', to_currency: 'ETH', quantity: '3000', min_received: '1' }
  expect((await uat.call(acme, 'convert', convert)).body).toMatchObject({ status: 'rejected' })
  expect((await uat.call(acme, 'requestQuote', { symbol, side: 'Buy', orderqty: '1' })).status).toBe(503)
  expect(await statusOf('VCHF/ETH')).toBe('offline')
  expect(await statusOf('ETH/GBP')).toBe('online')
  expect(await availableTo(env, house)).toEqual(before)

  await reported('2951')
  expect(await statusOf(symbol)).toBe('offline')
  await shown(true)
  expect(await ordered('Buy', '1', '3000')).toBe('Filled')
})

describe('one venue quotes absurd prices', () => {
  test.each([
    ['buys at three times the price', { bids: [['9000', '1000']], asks: [] }],
    ['sells for a thousandth', { bids: [], asks: [['3', '1000']] }],
    ['far below on both sides', { bids: [['2', '1000']], asks: [['3', '1000']] }],
    ['far above on both sides', { bids: [['8999', '1000']], asks: [['9000', '1000']] }],
  ])('%s: the others continue, at their prices', async (_what, book) => {
    const before = await leftOut()
    await sandboxControl('counterparts/lp', { venue: 'beta', symbol, ...book })
    await poll(leftOut).toBeGreaterThan(before)
    const { a, b } = await quote()
    expect([Number(b?.[0]) > 2_900, Number(a?.[0]) < 3_000]).toEqual([true, true])
    expect(await ordered('Buy', '1', '3000')).toBe('Filled')
    expect(await ordered('Sell', '1', '2900')).toBe('Filled')
    expect(await ordered('Sell', '1', '8500')).toBe('limit_too_far_from_market_price')
    await sandboxControl('counterparts/lp', { venue: 'beta', symbol, bids: [['2949.9', '5']], asks: [['2950.1', '5']] })
    // The venue's price is better than all others, so it is used again. It trades in lots, so it is not shown as the
    // best price.
    await poll(() => ordered('Sell', '1', '2949.9')).toBe('Filled')
    await sandboxControl('counterparts/lp', { venue: 'beta', symbol })
  })
})

test('two venues with crossed books: the difference cannot be exploited', async () => {
  await sandboxControl('counterparts/lp', { venue: 'alpha', symbol, bids: [['2948', '5']], asks: [['2952', '5']] })
  await sandboxControl('counterparts/lp', { venue: 'beta', symbol, bids: [['2990', '5']], asks: [['2994', '5']] })
  // Beta is the one away from the reference.
  await poll(async () => (await quote()).b?.[0]).toBe('2948')
  expect((await quote()).a?.[0]).toBe('2952')
  for (const venue of ['alpha', 'beta']) await sandboxControl('counterparts/lp', { venue, symbol })
})

test('a source with frozen values takes its pairs offline', async () => {
  await sandboxControl('counterparts/provider', { stale: true })
  // It still reports the time of its freeze: half a minute passes here at once.
  await poll(async () => {
    await uat.database.owner.query(`update markets.rate set at = now() - interval '31 seconds'`)
    return statusOf(symbol)
  }).toBe('offline')
  await sandboxControl('counterparts/provider', { stale: false })
  await sandboxControl('rates')
  await shown(true)
})

test('a quote shows only the deliverable quantity, and an undeliverable pair is offline', async () => {
  const [btc, book] = ['BTC/CHF', { bids: [['90000', '1']], asks: [['91000', '1']], frozen: true }]
  await sandboxControl('liquidity', { symbol: btc, ...book, bids: [] })
  const offer = async () => (await publicly(`quotes?symbol=${btc}`)).quotes[0].a
  await poll(async () => [await offer(), await statusOf(btc)]).toEqual([null, 'offline'])
  await endow(env, house, { BTC: '0.25' })
  await poll(async () => [await offer(), await statusOf(btc)]).toEqual([['91000', '0.25'], 'online'])
  await sandboxControl('liquidity', { symbol: btc })
})
