import { agree } from '@specie/test/people.ts'
import { randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { availableTo, endow, institutionWith, order, setBook } from '@specie/test/trading.ts'
import { check, checkTrading } from '@specie/test/checks.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { house } from '../../ledger/house.ts'
import { listOrders, listTrades } from './list.ts'

let database: TestDatabase
let env: Env
let acme: string

const symbol = 'VCHF/CHF'
const buy = { symbol, side: 'Buy', orderqty: '100', price: '1.001' }
const sell = { symbol, side: 'Sell', orderqty: '100', price: '0.999' }

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
  await endow(env, house, { CHF: '1000000', VCHF: '1000000', GBP: '1000000', VGBP: '1000000' })
  acme = await institutionWith(env, database, { CHF: '10000', VCHF: '10000' })
  await setBook(env, symbol, {
    bids: [
      ['0.9999', '1000'],
      ['0.9995', '5000'],
    ],
    asks: [
      ['1.0001', '1000'],
      ['1.0005', '5000'],
    ],
  })
})

afterAll(async () => {
  expect([...(await check(env.db)), ...(await checkTrading(env.db))].filter((row) => !row.ok)).toEqual([])
  await env.runtime.close()
  await database.drop()
})

test('a purchase is filled at the best price, below its limit', async () => {
  const before = await availableTo(env, acme)
  const { answer, replayed } = await order(env, acme, { ...buy, clordid: 'first' })
  expect(replayed).toBe(false)
  expect(answer).toMatchObject({
    result: 'ok',
    error: { code: null, message: null },
    order: {
      clordid: 'first',
      ordstatus: 'Filled',
      bought: '100',
      bought_currency: 'VCHF',
      sold: '100.01',
      sold_currency: 'CHF',
      fee: '0',
      fee_currency: 'CHF',
    },
  })
  const after = await availableTo(env, acme)
  expect(after.VCHF! - before.VCHF!).toBe(100_000_000n)
  expect(after.CHF! - before.CHF!).toBe(-10_001n)
})

test('an order costs at most, and pays at least, quantity × limit, to the centime', async () => {
  const { answer: sale } = await order(env, acme, { ...sell, orderqty: '33.33', price: '0.9999' })
  expect(sale.order).toMatchObject({ ordstatus: 'Filled', sold: '33.33', bought: '33.33', bought_currency: 'CHF' })
  const { answer: purchase } = await order(env, acme, { ...buy, orderqty: '0.1', price: '1.0001' })
  expect(purchase.order).toMatchObject({ ordstatus: 'Filled', bought: '0.1', sold: '0.1', sold_currency: 'CHF' })
  const { orders } = await listOrders(env, acme, { ordid: purchase.order.ordid })
  expect(orders).toMatchObject([{ avg_price: '1', price: '1.0001' }])
})

test('an order is rejected when its limit would need a centime of the house', async () => {
  const pounds = { ...buy, symbol: 'VGBP/GBP', price: '0.9999' }
  await endow(env, acme, { GBP: '1000' })
  await setBook(env, pounds.symbol, { bids: [], asks: [['0.9999', '1000']] })
  // 0.09 for a tenth of a pound
  const { answer } = await order(env, acme, { ...pounds, orderqty: '0.1' })
  expect(answer).toMatchObject({ result: 'error', error: { code: 'non_marketable_limit_price' } })
  const { answer: exact } = await order(env, acme, { ...pounds, orderqty: '100' })
  expect(exact.order).toMatchObject({ ordstatus: 'Filled', sold: '99.99' })
})

test('a large order takes several levels, best first', async () => {
  const { answer } = await order(env, acme, { ...buy, orderqty: '3000', price: '1.0005' })
  expect(answer.order).toMatchObject({ bought: '3000', sold: '3001.1' })
  const { orders } = await listOrders(env, acme, { ordid: answer.order.ordid })
  expect(orders).toMatchObject([{ avg_price: '1.000367', price: '1.0005', orderqty: '3000', side: 'Buy' }])
})

describe('is rejected, and moves nothing', () => {
  test.each([
    ['more than there is at the limit', { ...buy, orderqty: '1000.01', price: '1.0004' }, 'fok_not_fillable'],
    ['a limit below the offer', { ...buy, price: '1' }, 'non_marketable_limit_price'],
    ['a sale above the bid', { ...sell, price: '1' }, 'non_marketable_limit_price'],
    ['a slip of the finger', { ...buy, price: '10.01' }, 'limit_too_far_from_market_price'],
    ['a pair without a market', { symbol: 'ETH/CHF', side: 'Buy', orderqty: '1', price: '3000' }, 'pair_offline'],
  ])('%s', async (_what, fields, code) => {
    const before = await availableTo(env, acme)
    const { answer } = await order(env, acme, fields)
    expect(answer).toMatchObject({
      result: 'error',
      order: { ordstatus: 'Rejected', bought: '0', sold: '0' },
      error: { code },
    })
    expect(answer.order.ordid).not.toBe('')
    expect(await availableTo(env, acme)).toEqual(before)
  })

  test('more than the client has', async () => {
    const poor = await institutionWith(env, database, { CHF: '100' })
    const { answer } = await order(env, poor, buy)
    expect(answer).toMatchObject({
      result: 'error',
      error: { code: 'insufficient_balance' },
      order: { ordstatus: 'Rejected' },
    })
    expect(await availableTo(env, poor)).toEqual({ CHF: 10_000n, VCHF: 0n })
  })

  test('more than the house has', async () => {
    await setBook(env, 'VGBP/GBP', { bids: [], asks: [['1.0001', '5000000']] })
    const rich = await institutionWith(env, database, { GBP: '5000000' })
    const { answer } = await order(env, rich, { symbol: 'VGBP/GBP', side: 'Buy', orderqty: '2000000', price: '1.001' })
    expect(answer.error.code).toBe('fok_not_fillable')
  })
})

describe('is refused as invalid', () => {
  test.each([
    [{ symbol: 'VCHF/EUR' }, 'unknown_symbol', 'symbol'],
    [{ side: 'buy' }, 'invalid_order', 'side'],
    [{ ordtype: 'Market' }, 'invalid_order', 'ordtype'],
    [{ timeinforce: 'GTC' }, 'invalid_order', 'timeinforce'],
    [{ orderqty: '0.09' }, 'invalid_order', 'orderqty'],
    [{ orderqty: '5000000.01' }, 'invalid_order', 'orderqty'],
    [{ orderqty: '1.001' }, 'invalid_order', 'orderqty'],
    [{ orderqty: '-1' }, 'invalid_order', 'orderqty'],
    [{ orderqty: '1e3' }, 'invalid_order', 'orderqty'],
    [{ price: '1.00001' }, 'invalid_order', 'price'],
    [{ price: '0' }, 'invalid_order', 'price'],
  ])('%o', async (over, code, field) => {
    const clordid = randomUUID()
    await expect(order(env, acme, { ...buy, clordid, ...over })).rejects.toMatchObject({ code, details: { field } })
    // A request that failed validation does not use up its id.
    expect((await order(env, acme, { ...buy, clordid })).answer.order.ordstatus).toBe('Filled')
  })
})

describe('the same clordid', () => {
  test('gets the same answer, and is charged once', async () => {
    const clordid = randomUUID()
    const before = await availableTo(env, acme)
    const results = await Promise.all(Array.from({ length: 100 }, () => order(env, acme, { ...buy, clordid })))
    expect(new Set(results.map(({ answer }) => JSON.stringify(answer))).size).toBe(1)
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect((await availableTo(env, acme)).CHF! - before.CHF!).toBe(-10_001n)
  })

  test('gets the same rejection, even after the market has improved', async () => {
    const clordid = randomUUID()
    const fields = { symbol: 'VCHF/USDC', side: 'Buy', orderqty: '100', price: '1.13', clordid }
    const { answer } = await order(env, acme, fields)
    await setBook(env, 'VCHF/USDC', { bids: [['1.12', '1000']], asks: [['1.13', '1000']] })
    expect(await order(env, acme, fields)).toEqual({ answer, replayed: true })
  })

  test('with other content is refused', async () => {
    const clordid = randomUUID()
    await order(env, acme, { ...buy, clordid })
    await expect(order(env, acme, { ...buy, clordid, orderqty: '101' })).rejects.toMatchObject({
      code: 'duplicate_clordid',
    })
  })

  test('is another order for another institution', async () => {
    const other = await institutionWith(env, database, { CHF: '1000' })
    expect((await order(env, other, { ...buy, clordid: 'first' })).replayed).toBe(false)
  })
})

describe('the timestamp', () => {
  const now = () => env.clock.now().getTime()
  const day = 86_400_000
  const at = (ms: number) => new Date(ms).toISOString()

  test.each([
    ['from 2001', () => '2001-01-01T00:00:00Z'],
    ['more than a day ago', () => at(now() - day - 60_000)],
    ['more than a day ahead', () => at(now() + day + 60_000)],
  ])('%s is refused, and the clordid stays free', async (_what, timestamp) => {
    const clordid = randomUUID()
    await expect(order(env, acme, { ...buy, clordid, timestamp: timestamp() })).rejects.toMatchObject({
      code: 'bad_request',
      details: { field: 'timestamp', rule: 'range' },
      message: expect.stringContaining('more than 24 hours'),
    })
    for (const near of [at(now() - day + 60_000), at(now() + day - 60_000)])
      expect((await order(env, acme, { ...buy, clordid, timestamp: near })).answer.order.ordstatus).toBe('Filled')
  })

  test('of a repeated order does not matter', async () => {
    const clordid = randomUUID()
    const { answer } = await order(env, acme, { ...buy, clordid })
    const old = { ...buy, clordid, timestamp: '2001-01-01T00:00:00Z' }
    expect(await order(env, acme, old)).toEqual({ answer, replayed: true })
    expect((await order(env, acme, { ...old, validate: 'true' })).answer).toMatchObject({ validated: true })
    await expect(order(env, acme, { ...old, orderqty: '101' })).rejects.toMatchObject({ code: 'duplicate_clordid' })
  })
})

test('a dry run changes nothing and does not use up its id', async () => {
  const clordid = randomUUID()
  const before = await availableTo(env, acme)
  const { answer } = await order(env, acme, { ...buy, clordid, validate: 'true' })
  expect(answer).toMatchObject({ validated: true, order: { ordid: '', ordstatus: 'Filled', sold: '100.01' } })
  expect(await availableTo(env, acme)).toEqual(before)
  expect((await order(env, acme, { ...buy, clordid })).replayed).toBe(false)
})

test('a halt takes effect immediately, even in a process that has not read it yet', async () => {
  const other = testEnv(database, { db: database.owner })
  await order(other, acme, buy)
  await env.db.query(`update trading.pair set halted = 'a test', version = version + 1 where symbol = $1`, [symbol])
  expect((await order(other, acme, buy)).answer.error.code).toBe('pair_offline')
  await agree(env, 'pair.resume', { symbol })
  expect((await order(other, acme, buy)).answer.order.ordstatus).toBe('Filled')
  await other.runtime.close()
})

test('trades are found by their order, and pages do not shift', async () => {
  const trader = await institutionWith(env, database, { CHF: '10000' })
  const clordids = Array.from({ length: 7 }, (_, n) => `page-${n}`)
  for (const clordid of clordids) await order(env, trader, { ...buy, clordid })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await listTrades(env, trader, { limit: 3, ...(cursor === undefined ? {} : { cursor }) })
    seen.push(...page.trades.map((trade) => trade.clordid))
    await order(env, trader, { ...buy, clordid: `later-${seen.length}` })
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual(clordids.toReversed())
  const [trade] = (await listTrades(env, trader, { clordid: 'page-3' })).trades
  expect(trade).toMatchObject({ status: 'settled', qty: '100', price: '1.0001', bought: '100', sold: '100.01' })
  expect((await listTrades(env, trader, { tradeid: 'nobody' })).trades).toEqual([])
  const forged = Buffer.from('desc 2026-11-14T12:00:00.000Z nobody').toString('base64url')
  await expect(listOrders(env, trader, { cursor: forged })).rejects.toMatchObject({ code: 'invalid_cursor' })
})
