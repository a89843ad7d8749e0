import { house } from '@specie/service/ledger/house.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, onboard, sandbox } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { type RunningService, startService } from '../service.ts'
import { endow } from '../trading.ts'

// Firm quotes and conversions, as an integrator calls them.

let database: TestDatabase
let service: RunningService
let acme: Client

const symbol = 'VCHF/CHF'

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

async function call(name: string, fields: Record<string, string> = {}, client = acme) {
  await database.owner.query(`update institutions.key_use set next_at = '-infinity'`)
  return client.call(name, fields)
}

const balances = async () => {
  const { body } = await call('accountBalance')
  const available = (asset: string) => body.balances.find((one: { asset: string }) => one.asset === asset).available
  return { CHF: available('CHF'), VCHF: available('VCHF') }
}

test('a quote, its conversion, and both again when the answers were lost', async () => {
  const asked = { symbol, side: 'Buy', orderqty: '100', clreqid: 'quote-1' }
  const quote = await call('requestQuote', asked)
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
  const again = await call('requestQuote', asked)
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

test('a conversion at the price of the moment, and one that would bring too little', async () => {
  const wish = { from_currency: 'VCHF', to_currency: 'CHF', quantity: '10', min_received: '10' }
  expect((await call('convert', wish)).body).toMatchObject({ status: 'completed', quoteid: null, bought: '10' })
  const rejected = await call('convert', { ...wish, min_received: '10.01', clreqid: 'dear' })
  expect([rejected.status, rejected.body.status, rejected.body.price]).toEqual([200, 'rejected', null])
  expect(await balances()).toEqual({ CHF: '909.99', VCHF: '90' })
  const { body } = await call('queryConversions', { limit: '2' })
  expect(body.conversions.map((one: { status: string }) => one.status)).toEqual(['rejected', 'completed'])
  expect(body.next_cursor).toEqual(expect.any(String))
  const found = await call('queryConversions', { clreqid: 'dear', status: 'rejected', symbol })
  expect(found.body).toMatchObject({ result: 'ok', next_cursor: null, conversions: [{ clreqid: 'dear' }] })
  expect((await call('queryConversions', { cursor: 'x' })).body.code).toBe('invalid_cursor')
})

test('what is wrong is named, with its status', async () => {
  const quote = { symbol, side: 'Buy', orderqty: '100' }
  const wish = { from_currency: 'CHF', to_currency: 'VCHF', quantity: '100', min_received: '0' }
  const cases = [
    ['requestQuote', { ...quote, symbol: 'VCHF/EUR' }, 400, 'unknown_symbol'],
    ['requestQuote', { ...quote, orderqty: '1e3' }, 400, 'invalid_order'],
    ['requestQuote', { ...quote, price: '1' }, 400, 'bad_request'],
    ['requestQuote', { ...quote, orderqty: '5000.01' }, 503, 'service_unavailable'],
    ['convert', {}, 400, 'bad_request'],
    ['convert', { quoteid: 'nonsense' }, 400, 'bad_request'],
    ['convert', { ...wish, quoteid: 'nonsense' }, 400, 'bad_request'],
    ['convert', { ...wish, to_currency: 'EUR' }, 400, 'unknown_asset'],
    ['convert', { ...wish, to_currency: 'GBP' }, 400, 'unknown_symbol'],
    ['convert', { ...wish, quantity: '0.01' }, 400, 'invalid_order'],
    ['convert', { ...wish, quantity: '4000' }, 400, 'insufficient_balance'],
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
  expect((await call('convert', {}, unsigned)).body.code).toBe('agreement_missing')
})
