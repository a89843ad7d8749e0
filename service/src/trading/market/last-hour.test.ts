import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { endow, institutionWith, order } from '@specie/test/trading.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs, systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import type { Venue } from '../../base/ports/venue.ts'
import { house } from '../../ledger/house.ts'
import { refreshFrom } from '../../markets/rate/refresh.ts'
import { convert } from '../conversion/request.ts'
import { requestQuote } from '../quote/request.ts'
import { booksOf } from './books.ts'
import { lastHour } from './last-hour.ts'
import { pairsForStaff } from './list-for-staff.ts'

// What staff see of an hour: orders at the desk and at a venue, a conversion and a firm quote, in pairs with and without
// limits.

let ahead = 0
const wall = () => systemClock.wall() + ahead
const clock = { ...systemClock, wall, now: () => new Date(wall()) }

/** Offers 100 VGBP below the desk. */
const alpha: Venue = {
  name: 'alpha',
  instruments: () => new Map([['VGBP/GBP', { symbol: 'VGBP/GBP', tick: 1n, lot: 10_000n, minimum: 10_000n }]]),
  ladder: (of) =>
    of === 'VGBP/GBP'
      ? { bids: [], asks: [{ quoteid: 'a-1', price: 9_998n, qty: 100_000_000n }], expires: wall() + 60_000 }
      : null,
  execute: async () => ({ status: 'filled' }),
  execution: async () => null,
  positions: async () => new Map(),
  health: () => ({ connected: true, heardAt: new Date() }),
  close: async () => {},
}

let database: TestDatabase
let env: Env
let acme: string
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database, { clock, venues: [alpha] })
  const holder = await institutionWith(env, database, { VGBP: '1000' })
  await database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(`insert into trading.venue values ('alpha', $1, now())`, [holder])
  })
  await endow(env, house, { CHF: '90000', VCHF: '90000', GBP: '90000', VGBP: '90000', ETH: '90' })
  acme = await institutionWith(env, database, { CHF: '90000', GBP: '90000' })
  await refreshFrom(env, [{ name: 'test', rates: async () => [{ symbol: 'ETH/CHF', price: '2000', at: clock.now() }] }])
  await (await booksOf(env)).reload()
})
afterAll(async () => {
  await env.runtime.close()
  await database.drop()
})

const trade = async (symbol: string, side: 'Buy' | 'Sell', orderqty: string, price: string) => {
  const { answer } = await order(env, acme, { symbol, side, orderqty, price })
  expect(answer.order.ordstatus).toBe('Filled')
  return answer.order
}
const rowOf = async (symbol: string) => (await pairsForStaff(env)).find((pair) => pair.symbol === symbol)

test('before the first fill nothing was filled', async () => {
  expect((await lastHour(env)).size).toBe(0)
  expect(await rowOf('VCHF/CHF')).toMatchObject({ filled: '0', desk: null })
})

test('a coin against its own fiat counts: orders, conversions and firm quotes', async () => {
  const { sold } = await trade('VCHF/CHF', 'Buy', '100', '1.001')
  expect(await rowOf('VCHF/CHF')).toMatchObject({ filled: '100', desk: { base: '-100', quote: sold } })
  const current = { from_currency: 'VCHF', to_currency: 'CHF', quantity: '30', min_received: '0' }
  await convert(env, acme, current)
  const { answer } = await requestQuote(env, acme, { symbol: 'VCHF/CHF', side: 'Sell', orderqty: '70' })
  await convert(env, acme, { quoteid: answer.quoteid })
  // The net is zero, and still something was filled.
  expect(await rowOf('VCHF/CHF')).toMatchObject({ filled: '200', desk: { base: '0' } })
})

test('a rejected order is no fill', async () => {
  const { answer } = await order(env, acme, { symbol: 'VCHF/CHF', side: 'Buy', orderqty: '100', price: '0.999' })
  expect(answer.order.ordstatus).toBe('Rejected')
  expect(await rowOf('VCHF/CHF')).toMatchObject({ filled: '200' })
})

test('a fill at a venue is a fill, of which the desk has no part', async () => {
  await trade('VGBP/GBP', 'Buy', '100', '1')
  expect(await rowOf('VGBP/GBP')).toMatchObject({ filled: '100', desk: null })
})

test('a pair with limits shows the desk as it is counted for them', async () => {
  const { sold } = await trade('ETH/CHF', 'Buy', '2', '2010')
  expect(await rowOf('ETH/CHF')).toMatchObject({ filled: '2', desk: { base: '-2', quote: sold } })
})

test('an hour later nothing was filled', async () => {
  ahead += hourMs + 5 * 60_000
  expect((await lastHour(env)).size).toBe(0)
})
