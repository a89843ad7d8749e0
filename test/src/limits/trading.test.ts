import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Env } from '@specie/service/base/env.ts'
import { house } from '@specie/service/ledger/house.ts'
import { convert } from '@specie/service/trading/conversion/request.ts'
import { requestQuote } from '@specie/service/trading/quote/request.ts'
import { check, checkTrading } from '../checks.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { availableTo, endow, institutionWith, order, setBook } from '../trading.ts'
import { leftOf, refusalByLimit, setLimit } from './set.ts'

// A trade counts in both of its assets, whether by an order or a conversion.

const symbol = 'VCHF/CHF'
let database: TestDatabase
let env: Env
let acme: string
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
  await endow(env, house, { CHF: '1000000', VCHF: '1000000' })
  await setBook(env, symbol, { bids: [['1', '100000']], asks: [['1', '100000']] })
})
beforeEach(async () => {
  acme = await institutionWith(env, database, { CHF: '10000', VCHF: '10000' })
})
afterAll(async () => {
  expect([...(await check(env.db)), ...(await checkTrading(env.db))].filter((row) => !row.ok)).toEqual([])
  await env.runtime.close()
  await database.drop()
})

const buy = (orderqty: string, over: object = {}) =>
  order(env, acme, { symbol, side: 'Buy', orderqty, price: '1.001', ...over })
const converted = (quantity: string, over: object = {}) =>
  convert(env, acme, { from_currency: 'CHF', to_currency: 'VCHF', quantity, min_received: '0', ...over })

test('orders are filled up to the limit, and then rejected without a trade', async () => {
  await setLimit(env, acme, 'trade', 'CHF', '250')
  for (const _ of [1, 2]) expect((await buy('100')).answer.order.ordstatus).toBe('Filled')
  const before = await availableTo(env, acme)
  const clordid = randomUUID()
  const { answer } = await buy('50.01', { clordid })
  expect(answer).toMatchObject({
    result: 'error',
    order: { ordstatus: 'Rejected', bought: '0', sold: '0' },
    error: {
      code: 'limit_exceeded',
      message:
        'The operation would exceed a limit of the institution. Send the order with `validate` to see what is left, or order less.',
    },
  })
  expect(await availableTo(env, acme)).toEqual(before)
  expect(await leftOf(env, acme)).toEqual({ 'trade CHF day': '50' })
  const again = await buy('50.01', { clordid })
  expect(again).toEqual({ answer: { ...answer, timestamp: expect.any(String) }, replayed: true })
  expect((await buy('50')).answer.order.ordstatus).toBe('Filled')
  expect(await leftOf(env, acme)).toEqual({ 'trade CHF day': '0' })
})

test('a repeated order counts once', async () => {
  await setLimit(env, acme, 'trade', 'VCHF', '500', 'month')
  const clordid = randomUUID()
  for (const _ of [1, 2, 3]) await buy('100', { clordid })
  expect(await leftOf(env, acme)).toEqual({ 'trade VCHF month': '400' })
})

test('a rehearsal says what is left, and uses nothing', async () => {
  await setLimit(env, acme, 'trade', 'CHF', '250')
  const { answer } = await buy('100', { validate: 'true' })
  expect(answer.limits).toContainEqual(
    expect.objectContaining({ limit: 'day', product: 'trade', asset: 'CHF', amount: '250', left: '250' }),
  )
  expect((await buy('251', { validate: 'true' })).answer.error.code).toBe('limit_exceeded')
  expect((await converted('10', { validate: 'true' })).answer.limits).toHaveLength(2)
  expect(await leftOf(env, acme)).toEqual({ 'trade CHF day': '250' })
})

test('orders of the same moment share a limit, also with orders of others', async () => {
  await setLimit(env, acme, 'trade', 'CHF', '300')
  const other = await institutionWith(env, database, { CHF: '10000' })
  const orders = Array.from({ length: 8 }, () => buy('100'))
  const others = Array.from({ length: 8 }, () =>
    order(env, other, { symbol, side: 'Buy', orderqty: '100', price: '1.001' }),
  )
  const states = (await Promise.all(orders)).map(({ answer }) => answer.order.ordstatus)
  expect(states.filter((state) => state === 'Filled')).toHaveLength(3)
  for (const { answer } of await Promise.all(others)) expect(answer.order.ordstatus).toBe('Filled')
  expect(await leftOf(env, acme)).toEqual({ 'trade CHF day': '0' })
})

test('an order that its balance does not cover uses nothing', async () => {
  await setLimit(env, acme, 'trade', 'CHF', '50000')
  expect((await buy('20000')).answer.error.code).toBe('insufficient_balance')
  expect(await leftOf(env, acme)).toEqual({ 'trade CHF day': '50000' })
})

test('conversions count like orders, and a quote counts once it is accepted', async () => {
  await setLimit(env, acme, 'trade', 'CHF', '250')
  await converted('100')
  const quote = () => requestQuote(env, acme, { symbol, side: 'Sell', orderqty: '100' })
  const [first, second] = [await quote(), await quote()]
  expect(await leftOf(env, acme)).toEqual({ 'trade CHF day': '150' })
  await convert(env, acme, { quoteid: first.answer.quoteid })
  expect(await leftOf(env, acme)).toEqual({ 'trade CHF day': '50' })
  expect(await refusalByLimit(convert(env, acme, { quoteid: second.answer.quoteid }))).toMatchObject({
    code: 'limit_exceeded',
    details: { limit: 'day', product: 'trade', asset: 'CHF', left: '50' },
  })
  await setLimit(env, acme, 'trade', 'CHF', null)
  expect((await convert(env, acme, { quoteid: second.answer.quoteid })).answer.status).toBe('completed')
})
