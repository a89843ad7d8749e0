import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { house } from '@specie/service/ledger/house.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, get, sandbox } from '../client.ts'
import { testEnv } from '../env.ts'
import { availableTo, endow, orderFields } from '../trading.ts'
import { drawnSeed, seeded } from '../seeded-random.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { at, drawnOf } from './deaths.ts'
import { check, checkTrading } from '../checks.ts'
import { withConstants } from '../programs/constants.ts'

// Killed while an order is at a venue: it ends, once, and both sides' books agree (E1, O1, O2).

let uat: Uat
let acme: Client
let alpha: string
const symbol = 'VCHF/CHF'

beforeAll(async () => {
  uat = await startUat({ LIQUIDITY: 'both' })
  acme = await uat.onboard()
  const env = testEnv(uat.database)
  const venues = await env.db.query<{ name: string; institution_id: string }>('select * from trading.venue')
  alpha = venues.find(({ name }) => name === 'alpha')!.institution_id
  const holders = [house, acme.institutionid, ...venues.map((venue) => venue.institution_id)]
  for (const holder of holders) await endow(env, holder, { CHF: '100000', VCHF: '100000' })
})

afterAll(() => uat.end())

const lp = async (ask: object) => expect((await sandbox(uat.service.origin, 'counterparts/lp', ask)).status).toBe(200)

const order = (clordid: string, orderqty: string) =>
  uat.call(acme, 'addOrder', orderFields({ clordid, orderqty, price: '1.0005' }))

/** Alpha is the best, at a unique price. */
async function quoted(): Promise<void> {
  await lp({ venue: 'alpha', symbol, bids: [], asks: [['0.9998', '1000']] })
  const offer = async () =>
    (await get(`${uat.service.origin}/api/v1/client/quotes?symbol=${symbol}`)).body.quotes[0].a?.[0]
  await expect.poll(offer, { interval: 50 }).toBe('0.9998')
}

async function nothingOpen(): Promise<void> {
  const { app } = uat.database
  const open = `select (select count(*) from trading.execution where state in ('sent', 'filled'))
    + (select count(*) from trading.client_order where state = 'received') as open`
  await expect.poll(async () => (await app.query(open))[0], { interval: 50 }).toEqual({ open: 0n })
  const held = await app.query(
    `select owner from ledger.account where pool = 'client' and name = 'pending' and balance <> 0`,
  )
  expect(held).toEqual([])
}

/** Alpha's own report of its fills equals the debits of its account with us. */
async function booksAgree(): Promise<void> {
  const { venues } = (await (await fetch(`${uat.counterparts.origin}/lp/control/state`)).json()) as {
    venues: { venue: string; positions: Record<string, string> }[]
  }
  const gave = Number(venues.find(({ venue }) => venue === 'alpha')!.positions['VCHF'] ?? 0)
  const { VCHF } = await availableTo(testEnv(uat.database), alpha)
  expect(VCHF).toBe(100_000_000_000n + BigInt(gave) * 1_000_000n)
  const { app } = uat.database
  expect([...(await check(app)), ...(await checkTrading(app))].filter((row) => !row.ok)).toEqual([])
}

/** One venue fills and the other kills: the house must take over. */
const half = async () => {
  await lp({ venue: 'alpha', symbol, bids: [], asks: [['0.9998', '50']] })
  await lp({ venue: 'beta', symbol, bids: [], asks: [['0.9999', '1000']] })
  await lp({ venue: 'beta', next: 'kill', count: 5 })
  const offer = async () =>
    (await get(`${uat.service.origin}/api/v1/client/quotes?symbol=${symbol}`)).body.quotes[0].a?.[1]
  await expect.poll(offer, { interval: 50 }).toBe('50')
}

const seed = drawnSeed()
const deaths = drawnOf(seeded(seed), at('order.held', 'order.asked', 'order.ended', 'execution.taken_over'))

test.each(deaths)(`killed at %s (seed ${seed})`, async (fault) => {
  const clordid = randomUUID()
  await uat.restart(withConstants({ fault }))
  await (fault.startsWith('execution') ? half() : quoted())
  const died = once(uat.service.process, 'exit')
  const quantity = fault.startsWith('execution') ? '250' : '100'
  await order(clordid, quantity).catch(() => {})
  expect((await died)[1]).toBe('SIGKILL')
  await uat.restart()
  await nothingOpen()
  const { body, headers } = await order(clordid, quantity)
  const stored = await uat.database.app.query<{ state: string }>(
    'select state from trading.client_order where clordid = $1',
    [clordid],
  )
  expect(stored).toEqual([{ state: body.order.ordstatus }])
  if (fault !== 'order.held:before') expect(headers.get('x-app-replayed')).toBe('true')
  await nothingOpen()
  await booksAgree()
})
