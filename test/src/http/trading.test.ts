import { house } from '@specie/service/ledger/house.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, get, onboard, sandbox } from '../client.ts'
import type { TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { serviceForTests } from '../programs/service-for-tests.ts'
import type { RunningService } from '../programs/service.ts'
import { endow, orderFields } from '../trading.ts'

let database: TestDatabase
let service: RunningService
let acme: Client

const symbol = 'VCHF/CHF'

serviceForTests(async (served) => {
  ;({ database, service } = served)
  await endow(testEnv(database), house, { CHF: '100000', VCHF: '100000' })
  const book = { symbol, bids: [['0.9999', '5000']], asks: [['1.0001', '5000']], frozen: true }
  expect((await sandbox(service.origin, 'liquidity', book)).status).toBe(200)
})

/** An institution with a thousand francs. */
async function comes(): Promise<void> {
  acme = await onboard(service.origin)
  await endow(testEnv(database), acme.institutionid, { CHF: '1000' })
}

type Over = { client?: Client; headers?: Record<string, string> }
async function call(name: string, fields: Record<string, string> = {}, { client = acme, headers = {} }: Over = {}) {
  await database.owner.query(`update access.key_use set next_at = '-infinity'`)
  return client.call(name, fields, { headers })
}

describe('orders, as in the contract', () => {
  beforeAll(comes)

  const order = orderFields({ clordid: 'order-1' })
  const francs = async () =>
    (await call('accountBalance')).body.balances.find((one: { asset: string }) => one.asset === 'CHF').available

  test('an order is filled; repeated it is the same, and charged once', async () => {
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

  test('a lost answer is repeated, and charged once', async () => {
    const before = await francs()
    const lost = { ...order, clordid: 'lost' }
    await expect(call('addOrder', lost, { headers: { 'x-sandbox-fault': 'drop_after_commit' } })).rejects.toThrow()
    const again = await call('addOrder', lost)
    expect(again.body.order.ordstatus).toBe('Filled')
    expect(again.headers.get('x-app-replayed')).toBe('true')
    expect(Number(before) - Number(await francs())).toBeCloseTo(100.01)
  })

  test('faults on demand: a replaced answer, a missing one, and an unknown fault', async () => {
    const odd = { ...order, clordid: 'odd' }
    expect((await call('addOrder', odd, { headers: { 'x-sandbox-fault': 'http_500' } })).status).toBe(500)
    expect((await call('queryOrders', { clordid: 'odd' })).body.orders).toHaveLength(1)
    const never = { ...order, clordid: 'never' }
    expect((await call('addOrder', never, { headers: { 'x-sandbox-fault': 'http_503' } })).status).toBe(503)
    expect((await call('queryOrders', { clordid: 'never' })).body.orders).toEqual([])
    expect((await call('addOrder', never, { headers: { 'x-sandbox-fault': 'explode' } })).body.details.field).toBe(
      'x-sandbox-fault',
    )
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

    test('a missing field is named', async () => {
      const { price: _price, ...rest } = order
      expect((await call('addOrder', rest)).body).toMatchObject({ code: 'bad_request', details: { field: 'price' } })
    })
  })

  test('the public sees the traded pairs and their prices', async () => {
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
})

describe('firm quotes and conversions of an integrator', () => {
  beforeAll(comes)

  const balances = async () => {
    const { body } = await call('accountBalance')
    const available = (asset: string) => body.balances.find((one: { asset: string }) => one.asset === asset).available
    return { CHF: available('CHF'), VCHF: available('VCHF') }
  }

  test('a quote, its conversion, and both again after lost answers', async () => {
    const request = { symbol, side: 'Buy', orderqty: '100', clreqid: 'quote-1' }
    const quote = await call('requestQuote', request)
    expect(quote.status).toBe(200)
    expect(quote.body).toEqual({
      timestamp: expect.any(String),
      result: 'ok',
      quoteid: expect.any(String),
      symbol,
      side: 'Buy',
      price: '1.0001',
      orderqty: '100',
      bought: '100',
      bought_currency: 'VCHF',
      sold: '100.01',
      sold_currency: 'CHF',
      fee: '0',
      fee_currency: 'CHF',
      expires_at: expect.any(String),
      validated: false,
    })
    const again = await call('requestQuote', request)
    expect([again.headers.get('x-app-replayed'), again.body]).toEqual(['true', quote.body])

    const taken = { quoteid: quote.body.quoteid, clreqid: 'take-1' }
    const conversion = await call('convert', taken)
    expect(conversion.status).toBe(200)
    expect(conversion.headers.get('x-app-replayed')).toBeNull()
    expect(conversion.body).toEqual({
      timestamp: expect.any(String),
      result: 'ok',
      conversionid: expect.any(String),
      clreqid: 'take-1',
      quoteid: quote.body.quoteid,
      status: 'completed',
      reason: null,
      symbol,
      side: 'Buy',
      price: '1.0001',
      bought: '100',
      bought_currency: 'VCHF',
      sold: '100.01',
      sold_currency: 'CHF',
      fee: '0',
      fee_currency: 'CHF',
      validated: false,
    })
    const repeated = await call('convert', taken)
    expect([repeated.headers.get('x-app-replayed'), repeated.body]).toEqual(['true', conversion.body])
    expect(await balances()).toEqual({ CHF: '899.99', VCHF: '100' })
    expect((await call('convert', { quoteid: quote.body.quoteid })).body).toMatchObject({
      status: 400,
      code: 'quote_used',
      details: { conversionid: conversion.body.conversionid },
    })
  })

  test('a conversion at the current price, and one below its minimum', async () => {
    const fault = { from_currency: 'VCHF', to_currency: 'CHF', quantity: '10', min_received: '10' }
    expect((await call('convert', fault)).body).toMatchObject({ status: 'completed', quoteid: null, bought: '10' })
    const rejected = await call('convert', { ...fault, min_received: '10.01', clreqid: 'dear' })
    expect([rejected.status, rejected.body.status, rejected.body.price]).toEqual([200, 'rejected', null])
    expect(await balances()).toEqual({ CHF: '909.99', VCHF: '90' })
    const { body } = await call('queryConversions', { limit: '2' })
    expect(body.conversions.map((one: { status: string }) => one.status)).toEqual(['rejected', 'completed'])
    expect(body.next_cursor).toEqual(expect.any(String))
    const found = await call('queryConversions', { clreqid: 'dear', status: 'rejected', symbol })
    expect(found.body).toMatchObject({ result: 'ok', next_cursor: null, conversions: [{ clreqid: 'dear' }] })
    expect((await call('queryConversions', { cursor: 'x' })).body.code).toBe('invalid_cursor')
  })

  test('errors are named, with their status', async () => {
    const quote = { symbol, side: 'Buy', orderqty: '100' }
    const fault = { from_currency: 'CHF', to_currency: 'VCHF', quantity: '100', min_received: '0' }
    const cases = [
      ['requestQuote', { ...quote, symbol: 'VCHF/EUR' }, 400, 'unknown_symbol'],
      ['requestQuote', { ...quote, orderqty: '1e3' }, 400, 'invalid_order'],
      ['requestQuote', { ...quote, price: '1' }, 400, 'bad_request'],
      ['requestQuote', { ...quote, orderqty: '5000.01' }, 400, 'max_amount_exceeded'],
      ['convert', {}, 400, 'bad_request'],
      ['convert', { quoteid: 'nonsense' }, 400, 'bad_request'],
      ['convert', { ...fault, quoteid: 'nonsense' }, 400, 'bad_request'],
      ['convert', { ...fault, to_currency: 'EUR' }, 400, 'unknown_asset'],
      ['convert', { ...fault, to_currency: 'GBP' }, 400, 'unknown_symbol'],
      ['convert', { ...fault, quantity: '0.01' }, 400, 'invalid_order'],
      ['convert', { ...fault, quantity: '4000' }, 400, 'insufficient_balance'],
    ] as const
    for (const [name, fields, status, code] of cases) {
      const { body } = await call(name, fields)
      expect([name, fields, body.status, body.code]).toEqual([name, fields, status, code])
    }
  })

  test('a pair that is halted, and an institution without the agreement', async () => {
    const { body: quote } = await call('requestQuote', { symbol, side: 'Sell', orderqty: '1' })
    await sandbox(service.origin, 'pairs', { symbol, halted: 'a test' })
    const refused = await call('convert', { quoteid: quote.quoteid })
    expect(refused.body).toMatchObject({ status: 403, code: 'halted', details: { symbol } })
    expect((await call('requestQuote', { symbol, side: 'Sell', orderqty: '1' })).body.code).toBe('halted')
    await sandbox(service.origin, 'pairs', { symbol, halted: null })
    const validated = await call('convert', { quoteid: quote.quoteid, validate: 'true' })
    expect(validated.body).toMatchObject({ conversionid: '', validated: true, status: 'completed' })
    expect((await call('convert', { quoteid: quote.quoteid })).body.status).toBe('completed')
    const unsigned = await onboard(service.origin, { agreements: ['stablecoin_issuance'] })
    expect((await call('convert', {}, { client: unsigned })).body.code).toBe('agreement_missing')
  })
})
