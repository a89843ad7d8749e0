import { formatAmount } from '@specie/protocol/money.ts'
import type { Env } from '@specie/service/base/env.ts'
import { house } from '@specie/service/ledger/house.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, get, sandbox } from '../client.ts'
import { testEnv } from '../env.ts'
import { availableTo, endow, orderFields } from '../trading.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { check, checkTrading } from '../checks.ts'

// Venues over a real connection, with all of its faults. An order is always answered soon (within two seconds, unless the
// machine is busy) and the books of both sides agree afterwards.

let uat: Uat
let env: Env
let acme: Client
const venues: Record<string, string> = {}
const symbol = 'VCHF/CHF'

type Levels = [price: string, qty: string][]

const lp = async (ask: object) => {
  const { status, body } = await sandbox(uat.service.origin, 'counterparts/lp', ask)
  expect({ status, body }).toMatchObject({ status: 200 })
}

const quote = (venue: string, asks: Levels) => lp({ venue, symbol, bids: [], asks })

const bestOffer = async () =>
  (await get(`${uat.service.origin}/api/v1/client/quotes?symbol=${symbol}`)).body.quotes[0].a as Levels[number]

const offered = (price: string) => expect.poll(async () => (await bestOffer())[0], { interval: 50 }).toBe(price)

async function buy(orderqty: string, price = '1.0005') {
  const begun = performance.now()
  const { status, body } = await uat.call(acme, 'addOrder', orderFields({ orderqty, price }))
  expect(status).toBe(200)
  expect(performance.now() - begun).toBeLessThan(10_000)
  return body
}

beforeAll(async () => {
  uat = await startUat({ LIQUIDITY: 'both' })
  env = testEnv(uat.database)
  acme = await uat.onboard()
  const rows = await env.db.query<{ name: string; institution_id: string }>(
    'select name, institution_id from trading.venue',
  )
  for (const { name, institution_id } of rows) venues[name] = institution_id
  for (const holder of [house, ...Object.values(venues)]) await endow(env, holder, { CHF: '1000000', VCHF: '1000000' })
  await endow(env, acme.institutionid, { CHF: '1000000' })
})

afterAll(() => uat.end())

beforeEach(async () => {
  await quote('alpha', [['0.9998', '1000']])
  await quote('beta', [['0.9999', '1000']])
  await offered('0.9998')
})

/** Nothing in doubt, nothing on hold, and each venue's own books agree with ours. */
afterEach(async () => {
  const open = `select count(*)::int as open from trading.execution where state in ('sent', 'filled')`
  await expect.poll(async () => (await env.db.query(open))[0], { interval: 50 }).toEqual({ open: 0 })
  const held = await env.db.query(
    `select owner, asset, balance from ledger.account where pool = 'client' and name = 'pending' and balance <> 0`,
  )
  expect(held).toEqual([])
  const state = (await (await fetch(`${uat.counterparts.origin}/lp/control/state`)).json()) as {
    venues: { venue: string; positions: Record<string, string> }[]
  }
  for (const { venue, positions } of state.venues) {
    const now = await availableTo(env, venues[venue]!)
    const shown = {
      CHF: formatAmount({ asset: 'CHF', minor: now.CHF! - 100_000_000n }),
      VCHF: formatAmount({ asset: 'VCHF', minor: now.VCHF! - 1_000_000_000_000n }),
    }
    expect({ CHF: '0', VCHF: '0', ...positions }).toEqual(shown)
  }
  expect([...(await check(env.db)), ...(await checkTrading(env.db))].filter((row) => !row.ok)).toEqual([])
})

test('the better price of a venue is taken first, then the next, then the desk', async () => {
  const before = await availableTo(env, acme.institutionid)
  const body = await buy('2500')
  expect(body).toMatchObject({ result: 'ok', order: { ordstatus: 'Filled', bought: '2500', sold: '2499.75' } })
  const after = await availableTo(env, acme.institutionid)
  expect(before.CHF! - after.CHF!).toBe(249_975n)
})

describe('a venue that', () => {
  test('kills: the order is rejected, and the money is available', async () => {
    const before = await availableTo(env, acme.institutionid)
    await lp({ venue: 'alpha', next: 'kill' })
    expect(await buy('500')).toMatchObject({ order: { ordstatus: 'Rejected' }, error: { code: 'fok_not_fillable' } })
    expect((await availableTo(env, acme.institutionid)).CHF).toBe(before.CHF)
  })

  test('fills while another kills: the client has nothing, the house has the position', async () => {
    const before = await availableTo(env, house)
    await lp({ venue: 'beta', next: 'kill' })
    expect((await buy('1500')).error.code).toBe('fok_not_fillable')
    await expect.poll(async () => (await availableTo(env, house)).VCHF! - before.VCHF!).toBe(1_000_000_000n)
    expect((await availableTo(env, house)).CHF! - before.CHF!).toBe(-99_980n)
  })

  test.each(['hang_up', 'late'])('accepts it without an answer (%s): it is looked up, and filled', async (next) => {
    await lp({ venue: 'alpha', next })
    expect((await buy('500')).order).toMatchObject({ ordstatus: 'Filled', sold: '499.9' })
  })

  test.each(['lose', 'error'])('never gets it (%s): the look-up says so, and the order is rejected', async (next) => {
    await lp({ venue: 'alpha', next })
    expect((await buy('500')).error.code).toBe('fok_not_fillable')
  })

  test('accepts it and stays silent: the order is rejected in time, and the house takes over', async () => {
    const before = await availableTo(env, house)
    uat.counterparts.process.kill('SIGSTOP')
    try {
      expect((await buy('500')).error.code).toBe('fok_not_fillable')
    } finally {
      uat.counterparts.process.kill('SIGCONT')
    }
    await expect.poll(async () => (await availableTo(env, house)).VCHF! - before.VCHF!).toBe(500_000_000n)
  })

  test('disappears during the request: its result is found when it returns', async () => {
    await lp({ venue: 'alpha', next: 'late', seconds: 30 })
    const [answer] = await Promise.all([
      buy('500'),
      expect
        .poll(async () => (await env.db.query(`select 1 from trading.execution where state = 'sent'`)).length)
        .toBe(1)
        .then(() => uat.counterparts.kill()),
    ])
    expect(answer.error.code).toBe('fok_not_fillable')
    uat.counterparts = await uat.counterparts.again()
  })

  test('goes silent: its quotes expire and are not used', async () => {
    await lp({ venue: 'alpha', next: 'stale', seconds: 4 })
    await offered('0.9999')
    expect((await buy('500', '0.9998')).error.code).toBe('non_marketable_limit_price')
    await offered('0.9998')
  })

  test('disconnects: its quotes are gone at once, and return with it', async () => {
    await lp({ venue: 'alpha', next: 'disconnect', seconds: 2 })
    await offered('0.9999')
    expect((await buy('500')).order).toMatchObject({ ordstatus: 'Filled', sold: '499.95' })
    await offered('0.9998')
  })

  test('has too little with us: the order continues without it', async () => {
    await quote('alpha', [['0.9998', '4000000']])
    await offered('0.9998')
    await endow(env, acme.institutionid, { CHF: '2000000' })
    expect((await buy('1000500')).order).toMatchObject({ ordstatus: 'Filled', sold: '1000599.85' })
    expect((await buy('900')).order).toMatchObject({ ordstatus: 'Filled', sold: '899.82' })
  })
})
