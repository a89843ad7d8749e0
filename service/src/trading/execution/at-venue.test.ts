import type { AssetCode } from '@specie/protocol/assets.ts'
import { check, checkTrading } from '@specie/test/checks.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { availableTo, endow, institutionWith, order } from '@specie/test/trading.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openCasesOf } from '../../banking/reconciliation/cases.ts'
import type { Env } from '../../base/env.ts'
import type { Execution, ExecutionRequest, Venue } from '../../base/ports/venue.ts'
import { house } from '../../ledger/house.ts'
import { settleExecutions } from '../order/job.ts'
import { reconcileVenues } from './reconcile.ts'

// An order that takes a venue's quote, with each possible answer of the venue.

const symbol = 'VCHF/CHF'
const asked: ExecutionRequest[] = []
let answer: () => Promise<Execution>
let lookedUp: () => Promise<Execution | null>
let positions: Map<AssetCode, bigint>

/** Offers 1,000 VCHF at 0.9998. */
const alpha: Venue = {
  name: 'alpha',
  instruments: () => new Map([[symbol, { symbol, tick: 1n, lot: 10_000n, minimum: 10_000n }]]),
  ladder: (of) =>
    of === symbol
      ? { bids: [], asks: [{ quoteid: 'a-1', price: 9_998n, qty: 1_000_000_000n }], expires: Date.now() + 60_000 }
      : null,
  execute: (_id, request) => {
    asked.push(request)
    return answer()
  },
  execution: () => lookedUp(),
  positions: async () => positions,
  health: () => ({ connected: true, heardAt: new Date() }),
  close: async () => {},
}

let database: TestDatabase
let env: Env
let holder: string
let acme: string
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database, { venues: [alpha] })
  holder = await institutionWith(env, database, { VCHF: '1000' })
  await database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(`insert into trading.venue values ('alpha', $1, now())`, [holder])
  })
  await endow(env, house, { CHF: '1000', VCHF: '1000' })
})
beforeEach(async () => {
  asked.length = 0
  lookedUp = async () => null
  acme = await institutionWith(env, database, { CHF: '1000' })
})
afterAll(async () => {
  expect([...(await check(env.db)), ...(await checkTrading(env.db))].filter((row) => !row.ok)).toEqual([])
  await env.runtime.close()
  await database.drop()
})

const buy = async () => (await order(env, acme, { symbol, side: 'Buy', orderqty: '100', price: '1.0005' })).answer
const executions = () =>
  database.app.query(
    `select venue, quoteid, symbol, side, qty, price, amount, state from trading.execution
     where institution_id = $1`,
    [acme],
  )
const taken = { quoteid: 'a-1', symbol, side: 'Buy', qty: 100_000_000n, price: 9_998n, amount: 9_998n }

test('filled: the client pays the price of the venue, whose account gives the coins', async () => {
  answer = async () => ({ status: 'filled' })
  const before = await availableTo(env, holder)
  expect((await buy()).order).toMatchObject({ ordstatus: 'Filled', bought: '100', sold: '99.98' })
  expect(asked).toEqual([taken])
  expect(await executions()).toEqual([{ venue: 'alpha', ...taken, state: 'settled' }])
  expect(await availableTo(env, acme)).toMatchObject({ CHF: 90_002n, VCHF: 100_000_000n })
  const after = await availableTo(env, holder)
  expect([after.VCHF! - before.VCHF!, after.CHF! - (before.CHF ?? 0n)]).toEqual([-100_000_000n, 9_998n])
})

test('killed: the order is rejected and refunded', async () => {
  answer = async () => ({ status: 'killed', reason: 'gone' })
  expect((await buy()).order.ordstatus).toBe('Rejected')
  expect(await executions()).toEqual([{ venue: 'alpha', ...taken, state: 'killed' }])
  expect(await availableTo(env, acme)).toMatchObject({ CHF: 100_000n })
})

test('while its own process waits for the venue, an order is left to that process', async () => {
  const answered = Promise.withResolvers<Execution>()
  let lookUps = 0
  answer = () => answered.promise
  lookedUp = async () => {
    lookUps += 1
    return null
  }
  const bought = buy()
  await expect.poll(executions).toMatchObject([{ state: 'sent' }])
  await settleExecutions.run(env)
  expect(lookUps).toBe(0)
  answered.resolve({ status: 'killed', reason: 'gone' })
  expect((await bought).order.ordstatus).toBe('Rejected')
})

test('no answer: the order is rejected, and the house takes over a late fill', async () => {
  answer = () => Promise.reject(new Error('no answer'))
  lookedUp = () => Promise.reject(new Error('no answer'))
  const before = await availableTo(env, house)
  expect((await buy()).order.ordstatus).toBe('Rejected')
  expect(await executions()).toMatchObject([{ state: 'sent' }])
  expect(await availableTo(env, acme)).toMatchObject({ CHF: 100_000n })
  lookedUp = async () => ({ status: 'filled' })
  await settleExecutions.run(env)
  expect(await executions()).toMatchObject([{ state: 'taken_over' }])
  const after = await availableTo(env, house)
  expect([after.VCHF! - before.VCHF!, after.CHF! - before.CHF!]).toEqual([100_000_000n, -9_998n])
})

test('a difference between the venue’s positions and ours opens one case, which names both', async () => {
  expect([reconcileVenues.applies!(env), reconcileVenues.applies!({ ...env, venues: [] })]).toEqual([true, false])
  // Two of the orders above were filled.
  positions = new Map([
    ['VCHF', -200_000_000n],
    ['CHF', 19_996n],
  ])
  await reconcileVenues.run(env)
  expect(await openCasesOf(env.db, 'venue_position')).toEqual([])
  positions.set('CHF', 19_995n)
  for (let n = 0; n < 2; n += 1) await reconcileVenues.run(env)
  expect((await openCasesOf(env.db, 'venue_position')).map(({ detail }) => detail)).toEqual([
    { venue: 'alpha', asset: 'CHF', ours: '199.96', theirs: '199.95' },
  ])
})
