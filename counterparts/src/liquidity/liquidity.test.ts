import { startCounterparts } from '@specie/test/programs/counterparts.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { customerOf } from '@specie/test/customers/bank.ts'
import { testWorld, type TestWorld } from '@specie/test/customers/world.ts'
import { type Message, type VenueCustomer, venueCustomer } from '@specie/test/customers/venue.ts'
import type { VenueName } from './terms.ts'

const symbol = 'VCHF/CHF'

let world: TestWorld
let alpha: VenueCustomer
beforeEach(async () => {
  world = await testWorld()
  alpha = venueCustomer(world.base, 'alpha')
})
afterEach(() => world.end())

const again = async () => {
  world = await world.restart()
  alpha = venueCustomer(world.base, 'alpha')
}
const next = (fault: object) => world.bank.json('/lp/control/next', { venue: 'alpha', ...fault })
const setBook = (book: object) => world.bank.json('/lp/control/book', { venue: 'alpha', symbol, ...book })

async function firstMessage(customer = alpha): Promise<Message> {
  const stream = await customer.listen()
  const message = await stream.next()
  await stream.leave()
  return message!
}

const ladderOf = ({ ladders }: Message, of = symbol) => ladders.find((ladder) => ladder.symbol === of)!

/** 200 VCHF from alpha's best ask, at 1.0001. */
async function anAsk(id: string, over: object = {}) {
  const [quoteid, price] = ladderOf(await firstMessage()).asks[0]!
  return { id, symbol, side: 'Buy', quoteid, qty: '200', price, amount: '200.02', ...over }
}

const killed = (reason: string) => ({
  status: 200,
  body: { status: 'killed', reason: expect.stringContaining(reason) },
})
const filled = { status: 200, body: { status: 'filled' } }

test('the stream sends every pair at once and again each second; a wrong signature is refused', async () => {
  const stream = await alpha.listen()
  const first = (await stream.next())!
  const second = (await stream.next())!
  await stream.leave()
  expect(first.ladders).toHaveLength(15)
  expect(Date.parse(first.expires_at) - Date.parse(first.at)).toBe(2_500)
  expect(second.at < first.expires_at).toBe(true)
  const ids = [first, second].flatMap(({ ladders }) =>
    ladders.flatMap(({ bids, asks }) => [...bids, ...asks].map(([quoteid]) => quoteid)),
  )
  expect(new Set(ids).size).toBe(ids.length)
  expect((await venueCustomer(world.base, 'alpha', 'another secret of ours').listen()).status).toBe(401)
})

test('a quote is filled once per id; the answer stays the same, other content is 409', async () => {
  const ask = await anAsk('x1')
  expect(await alpha.execute(ask)).toEqual(filled)
  const all = await Promise.all(Array.from({ length: 20 }, () => alpha.execute(ask)))
  for (const answer of all) expect(answer).toEqual(filled)
  expect(await alpha.get('executions/x1')).toEqual(filled)
  expect(await alpha.execute({ ...ask, qty: '201' })).toMatchObject({ status: 409 })
  expect((await alpha.get('positions')).body).toEqual({
    positions: [
      { asset: 'VCHF', amount: '-200' },
      { asset: 'CHF', amount: '200.02' },
    ],
  })
})

test('a sale to the venue moves the position the other way', async () => {
  const [quoteid, price] = ladderOf(await firstMessage()).bids[0]!
  const ask = { id: 'x1', symbol, side: 'Sell', quoteid, qty: '1000.5', price, amount: '1000.39' }
  expect(await alpha.execute(ask)).toEqual(filled)
  expect((await alpha.get('positions')).body).toEqual({
    positions: [
      { asset: 'VCHF', amount: '1000.5' },
      { asset: 'CHF', amount: '-1000.39' },
    ],
  })
})

test('an execution that does not fit the quote is killed and moves nothing', async () => {
  const kills = async (id: string, over: object, reason: string) =>
    expect(await alpha.execute(await anAsk(id, over))).toEqual(killed(reason))
  await kills('x1', { quoteid: 'nobody-1' }, 'no such quote')
  await kills('x2', { side: 'Sell' }, 'no such quote')
  await kills('x3', { symbol: 'VGBP/GBP' }, 'no such quote')
  await kills('x4', { price: '1' }, 'not that of the quote')
  await kills('x5', { qty: '200.001' }, 'lot and minimum')
  await kills('x6', { qty: '0.09', amount: '0.09' }, 'lot and minimum')
  await kills('x7', { qty: '10000.01', amount: '10001.01' }, 'less left')
  await kills('x8', { amount: '200.04' }, 'one minor unit')
  await kills('x9', { amount: '200' }, 'one minor unit')
  expect(await alpha.execute(await anAsk('y1', { qty: 'many' }))).toMatchObject({ status: 400 })
  expect(await alpha.execute(await anAsk('y1', { amount: '200.03' }))).toEqual(filled)
  expect(await alpha.execute(await anAsk('y2', { amount: '200.01' }))).toEqual(filled)
})

test('a quote is taken up to its quantity, by any number of executions', async () => {
  const ask = await anAsk('x', { qty: '2500', amount: '2500.25' })
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => alpha.execute({ ...ask, id: `x${n}` })))
  expect(answers.filter(({ body }) => body['status'] === 'filled')).toHaveLength(4)
  expect(answers.filter(({ body }) => body['status'] === 'killed')).toHaveLength(4)
})

test('a quote stays valid after the next message, and is killed when its time has passed', async () => {
  const stream = await alpha.listen()
  const first = (await stream.next())!
  const [quoteid, price] = ladderOf(first).asks[0]!
  const ask = { symbol, side: 'Buy', quoteid, qty: '200', price, amount: '200.02' }
  await setBook({}) // it sends its book at once
  expect(ladderOf((await stream.next())!).asks[0]![0]).not.toBe(quoteid)
  expect(await alpha.execute({ id: 'x1', ...ask })).toEqual(filled)
  while (Date.parse((await stream.next())!.at) <= Date.parse(first.expires_at));
  expect(await alpha.execute({ id: 'x2', ...ask })).toEqual(killed('it has expired'))
  await stream.leave()
})

test('an id that was looked up before it arrived is never executed, not even after a restart', async () => {
  expect(await alpha.get('executions/x1')).toMatchObject({ status: 404, body: { error: expect.any(String) } })
  await again()
  const ask = await anAsk('x1')
  expect(await alpha.execute(ask)).toEqual(killed('looked up before'))
  expect(await alpha.execute(ask)).toEqual(killed('looked up before'))
  expect(await alpha.get('executions/x1')).toEqual(killed('looked up before'))
})

test('a restart keeps executions, pending faults and books, and drops every quote', async () => {
  await setBook({ bids: [], asks: [['1.5', '700']] })
  const [quoteid, price] = ladderOf(await firstMessage()).asks[0]!
  const ask = { symbol, side: 'Buy', quoteid, qty: '200', price, amount: '300' }
  await alpha.execute({ id: 'x1', ...ask })
  await next({ next: 'kill', count: 2 })
  await again()
  expect(await alpha.get('executions/x1')).toEqual(filled)
  expect(await alpha.execute({ id: 'x1', ...ask })).toEqual(filled)
  expect(await alpha.execute({ id: 'x2', ...ask })).toEqual(killed('on request'))
  expect(await alpha.execute({ id: 'x3', ...ask })).toEqual(killed('on request'))
  expect(await alpha.execute({ id: 'x4', ...ask })).toEqual(killed('no such quote'))
  expect(await world.bank.json('/lp/control/state')).toMatchObject({
    venues: [
      {
        venue: 'alpha',
        asked: [],
        books: { [symbol]: { bids: [], asks: [['1.5', '700']] } },
        positions: { VCHF: '-200', CHF: '300' },
        executions: [{ id: 'x1', status: 'filled' }, { id: 'x2' }, { id: 'x3' }, { id: 'x4' }],
      },
      { venue: 'beta', positions: {}, executions: [] },
    ],
  })
})

test('a manual book replaces the automatic one at once, until it is removed', async () => {
  const stream = await alpha.listen()
  const own = ladderOf((await stream.next())!)
  await setBook({
    bids: [
      ['0.98', '1000'],
      ['0.99', '500.25'],
    ],
    asks: [['1.01', '400']],
  })
  const shown = ladderOf((await stream.next())!)
  expect(shown.bids.map(([, ...rest]) => rest)).toEqual([
    ['0.99', '500.25'],
    ['0.98', '1000'],
  ])
  expect(shown.asks.map(([, ...rest]) => rest)).toEqual([['1.01', '400']])
  await setBook({})
  expect(ladderOf((await stream.next())!).bids.map(([, ...rest]) => rest)).toEqual(own.bids.map(([, ...rest]) => rest))
  await stream.leave()
  await expect(setBook({ bids: [['1.00001', '500']] })).rejects.toThrow('400')
  await expect(setBook({ bids: [['1', '500.001']] })).rejects.toThrow('lot and minimum')
  await expect(setBook({ bids: [['1.1', '500']], asks: [['1', '500']] })).rejects.toThrow('crossed')
})

test('its prices follow the rates of the conversion provider', async () => {
  await world.bank.json('/provider/control/rates', { symbol: 'BTC/CHF', price: '100000', frozen: true })
  const message = await firstMessage()
  const best = (of: string) => Number(ladderOf(message, of).asks[0]![1])
  expect(best('BTC/CHF') / 100_000).toBeCloseTo(1, 2)
  expect(best('VCHF/BTC') * 100_000).toBeCloseTo(1, 2)
})

test('a look-up distinguishes an execution without an answer from a lost one', async () => {
  await next({ next: 'hang_up' })
  await expect(alpha.execute(await anAsk('x1'))).rejects.toThrow('fetch failed')
  expect(await alpha.get('executions/x1')).toEqual(filled)
  await next({ next: 'lose' })
  await expect(alpha.execute(await anAsk('x2'))).rejects.toThrow('fetch failed')
  expect(await alpha.get('executions/x2')).toMatchObject({ status: 404 })
})

test('an error executes nothing: the same id may be sent again', async () => {
  await next({ next: 'error' })
  const ask = await anAsk('x1')
  expect(await alpha.execute(ask)).toMatchObject({ status: 503 })
  expect(await alpha.execute(ask)).toEqual(filled)
})

test('a look-up finds an execution whose answer is late', async () => {
  await next({ next: 'late', seconds: 1.5 })
  const ask = await anAsk('x1')
  const started = performance.now()
  let isAnswered = false
  const answer = alpha.execute(ask).finally(() => (isAnswered = true))
  await expect.poll(async () => (await state('alpha')).executions, { interval: 10 }).toHaveLength(1)
  expect(await alpha.get('executions/x1')).toEqual(filled)
  expect(isAnswered).toBe(false)
  expect(await answer).toEqual(filled)
  expect(performance.now() - started).toBeGreaterThan(1_490)
})

test('a kill affects one venue only', async () => {
  await next({ venue: 'beta', next: 'kill' })
  expect(await alpha.execute(await anAsk('x1'))).toEqual(filled)
  await next({ next: 'kill' })
  expect(await alpha.execute(await anAsk('x2'))).toEqual(killed('on request'))
  expect((await state('beta')).asked).toEqual([{ next: 'kill', count: 1, seconds: null }])
})

test('a stale stream stays open and silent until its time is over', async () => {
  const stream = await alpha.listen()
  await stream.next()
  const sent = Date.now()
  await next({ next: 'stale', seconds: 1.5 })
  const taken = Date.now()
  let heard: number
  do heard = Date.parse((await stream.next())!.at)
  while (heard <= taken)
  expect(heard - sent).toBeGreaterThanOrEqual(1_500)
  await stream.leave()
})

test('disconnected: streams end, none opens for a while, executions continue', async () => {
  const stream = await alpha.listen()
  const [quoteid, price] = ladderOf((await stream.next())!).asks[0]!
  await next({ next: 'disconnect', seconds: 60 })
  expect(await stream.next()).toBeNull()
  expect((await alpha.listen()).status).toBe(503)
  const ask = { id: 'x1', symbol, side: 'Buy', quoteid, qty: '200', price, amount: '200.02' }
  expect(await alpha.execute(ask)).toEqual(filled)
  await next({ next: 'disconnect', seconds: 0 })
  expect((await alpha.listen()).status).toBe(200)
})

test('SIGTERM with open streams and a late answer ends the process at once; its executions are kept', async () => {
  let process = await startCounterparts()
  try {
    const customer = venueCustomer(process.origin, 'alpha')
    const stream = await customer.listen()
    const unread = await venueCustomer(process.origin, 'beta').listen()
    const [quoteid, price] = ladderOf((await stream.next())!).asks[0]!
    await customerOf(process.origin).json('/lp/control/next', { venue: 'alpha', next: 'late', seconds: 60 })
    const ask = { id: 'x1', symbol, side: 'Buy', quoteid, qty: '200', price, amount: '200.02' }
    const answer = customer.execute(ask)
    await expect.poll(async () => (await state('alpha', process.origin)).executions).toHaveLength(1)
    const started = performance.now()
    await process.stop()
    expect(performance.now() - started).toBeLessThan(30_000) // of sixty that the late answer would have taken
    expect(process.process.exitCode).toBe(0)
    expect(await answer).toEqual(filled)
    expect(await stream.next()).toBeNull()
    await unread.leave()
    process = await process.again()
    expect(await customer.execute(ask)).toEqual(filled)
  } finally {
    await process.end()
  }
})

type Shown = { venue: VenueName; asked: object[]; executions: object[] }

async function state(venue: VenueName, base = world.base): Promise<Shown> {
  const { venues } = await customerOf(base).json<{ venues: Shown[] }>('/lp/control/state')
  return venues.find((shown) => shown.venue === venue)!
}
