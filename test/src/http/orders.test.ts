import { house } from '@specie/service/ledger/house.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, get, onboard, sandbox } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { type RunningService, startService } from '../service.ts'
import { endow } from '../trading.ts'

// Orders as the contract shows them, over HTTP.

let database: TestDatabase
let service: RunningService
let acme: Client

const symbol = 'VCHF/CHF'
const order = {
  timestamp: '2026-11-14T12:00:00Z',
  clordid: 'order-1',
  symbol,
  side: 'Buy',
  ordtype: 'Limit',
  timeinforce: 'FOK',
  orderqty: '100',
  price: '1.001',
}

beforeAll(async () => {
  database = await freshDatabase()
  service = await startService(database.url)
  acme = await onboard(service.origin)
  const env = testEnv(database)
  await endow(env, house, { CHF: '100000', VCHF: '100000' })
  await endow(env, acme.institutionid, { CHF: '1000' })
  const book = { symbol, bids: [['0.9999', '5000']], asks: [['1.0001', '5000']], frozen: true }
  expect((await sandbox(service.origin, 'liquidity', book)).status).toBe(200)
})

afterAll(async () => {
  await service.stop()
  await database.drop()
})

async function call(name: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
  await database.owner.query(`update institutions.key_use set next_at = '-infinity'`)
  return acme.call(name, fields, { headers })
}

const francs = async () =>
  (await call('accountBalance')).body.balances.find((one: { asset: string }) => one.asset === 'CHF').available

test('an order is filled; asked again it is the same, and charged once', async () => {
  const { status, body, headers } = await call('addOrder', order)
  expect(status).toBe(200)
  expect(headers.get('x-app-replayed')).toBe(null)
  expect(body).toEqual({
    timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    result: 'ok',
    order: {
      clordid: 'order-1',
      ordid: expect.any(String),
      ordstatus: 'Filled',
      bought: '100',
      bought_currency: 'VCHF',
      sold: '100.01',
      sold_currency: 'CHF',
      fee: '0',
      fee_currency: 'CHF',
    },
    error: { code: null, message: null },
    validated: false,
  })
  const again = await call('addOrder', { ...order, timestamp: '2026-11-15T12:00:00Z' })
  expect(again.body).toEqual(body)
  expect(again.headers.get('x-app-replayed')).toBe('true')
  expect(await francs()).toBe('899.99')
  const { orders } = (await call('queryOrders', { clordid: 'order-1' })).body
  expect(orders).toMatchObject([
    { ...body.order, symbol, side: 'Buy', orderqty: '100', price: '1.001', avg_price: '1.0001' },
  ])
  const { trades } = (await call('queryTrades', { ordid: body.order.ordid })).body
  expect(trades).toMatchObject([{ clordid: 'order-1', qty: '100', price: '1.0001', status: 'settled' }])
})

test('an answer that was lost is given again, and charged once', async () => {
  const before = await francs()
  const lost = { ...order, clordid: 'lost' }
  await expect(call('addOrder', lost, { 'x-sandbox-fault': 'drop_after_commit' })).rejects.toThrow()
  const again = await call('addOrder', lost)
  expect(again.body.order.ordstatus).toBe('Filled')
  expect(again.headers.get('x-app-replayed')).toBe('true')
  expect(Number(before) - Number(await francs())).toBeCloseTo(100.01)
})

test('faults on demand: an answer that is replaced, one that never was, and a word that is none', async () => {
  const odd = { ...order, clordid: 'odd' }
  expect((await call('addOrder', odd, { 'x-sandbox-fault': 'http_500' })).status).toBe(500)
  expect((await call('queryOrders', { clordid: 'odd' })).body.orders).toHaveLength(1)
  const never = { ...order, clordid: 'never' }
  expect((await call('addOrder', never, { 'x-sandbox-fault': 'http_503' })).status).toBe(503)
  expect((await call('queryOrders', { clordid: 'never' })).body.orders).toEqual([])
  expect((await call('addOrder', never, { 'x-sandbox-fault': 'explode' })).body.details.field).toBe('x-sandbox-fault')
})

test('a rejected order is HTTP 200 with its error set', async () => {
  const { status, body } = await call('addOrder', { ...order, clordid: 'dear', price: '1' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    result: 'error',
    order: { ordstatus: 'Rejected', bought: '0', sold: '0', fee: '0' },
    error: { code: 'non_marketable_limit_price', message: expect.stringContaining('/client/quotes') },
  })
})

describe('is HTTP 400', () => {
  test.each([
    ['unknown_symbol', { symbol: 'BTC/USD' }],
    ['invalid_order', { side: 'Hold' }],
    ['invalid_order', { ordtype: 'Stop' }],
    ['invalid_order', { timeinforce: 'IOC' }],
    ['invalid_order', { orderqty: '0.001' }],
    ['bad_request', { timestamp: 'yesterday' }],
    ['bad_request', { clordid: 'with space' }],
    ['duplicate_clordid', { orderqty: '200' }],
  ])('%s: %o', async (code, over) => {
    const { status, body } = await call('addOrder', { ...order, ...over })
    expect({ status, code: body.code }).toEqual({ status: 400, code })
  })

  test('a field that is missing is named', async () => {
    const { price: _price, ...rest } = order
    expect((await call('addOrder', rest)).body).toMatchObject({ code: 'bad_request', details: { field: 'price' } })
  })
})

test('the public sees which pairs trade and at what price', async () => {
  const at = (path: string) => get(`${service.origin}/api/v1/client/${path}`)
  expect((await at(`quotes?symbol=${symbol}`)).body.quotes).toMatchObject([
    { symbol, b: ['0.9999', '5000'], a: ['1.0001', '5000'] },
  ])
  expect((await at('quotes?symbol=DOGE/CHF')).body.code).toBe('unknown_symbol')
  const pairs = (await at('tradingPairs?status=online')).body.pairs.map((pair: { symbol: string }) => pair.symbol)
  expect(pairs).toContain(symbol)
  await sandbox(service.origin, 'pairs', { symbol, halted: 'a test' })
  expect((await call('addOrder', { ...order, clordid: 'halted' })).body.error.code).toBe('pair_offline')
  await sandbox(service.origin, 'pairs', { symbol, halted: null })
})
