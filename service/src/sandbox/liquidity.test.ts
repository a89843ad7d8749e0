import { sandbox } from '@specie/test/client.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { type RunningService, startService } from '@specie/test/programs/service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let database: TestDatabase
let service: RunningService

beforeAll(async () => {
  database = await freshDatabase()
  service = await startService(database.url, { SPECIE_ROLE: 'api' })
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

const set = (body: object) => sandbox(service.origin, 'liquidity', body)
const switched = (body: object) => sandbox(service.origin, 'pairs', body)
const stored = async (symbol: string) =>
  (
    await database.app.query('select halted, book, book_until, version from trading.pair where symbol = $1', [symbol])
  )[0]

test('a manual book is stored sorted, in the format for orders, and expires after a minute', async () => {
  const request = {
    symbol: 'VCHF/CHF',
    bids: [
      ['0.99', '10.50'],
      ['0.9990', '5'],
    ],
    asks: [
      ['1.01', '7'],
      ['1.0010', '0.01'],
    ],
  }
  const began = Date.now()
  const { status, body } = await set(request)
  const book = {
    bids: [
      ['0.999', '5'],
      ['0.99', '10.5'],
    ],
    asks: [
      ['1.001', '0.01'],
      ['1.01', '7'],
    ],
  }
  expect({ status, body }).toEqual({ status: 200, body: { symbol: 'VCHF/CHF', ...book, until: expect.any(String) } })
  expect(Date.parse(body.until) - began).toBeGreaterThanOrEqual(60_000)
  expect(Date.parse(body.until) - Date.now()).toBeLessThanOrEqual(60_000)
  expect(await stored('VCHF/CHF')).toEqual({ halted: null, book, book_until: new Date(body.until), version: 1n })
})

test('a frozen book stays, also empty or one-sided; the symbol alone resets it; each change is a new version', async () => {
  const symbol = 'ETH/GBP'
  expect((await set({ symbol, bids: [], asks: [], frozen: true })).body).toEqual({
    symbol,
    bids: [],
    asks: [],
    until: null,
  })
  expect(await stored(symbol)).toMatchObject({ book: { bids: [], asks: [] }, book_until: null, version: 1n })
  expect((await set({ symbol, asks: [['3000', '1']] })).body).toMatchObject({ bids: [], asks: [['3000', '1']] })
  expect(await stored(symbol)).toMatchObject({ version: 2n })
  expect((await set({ symbol })).body).toEqual({ symbol, bids: null, asks: null, until: null })
  expect(await stored(symbol)).toEqual({ halted: null, book: null, book_until: null, version: 3n })
})

const symbol = 'BTC/CHF'
const levels = (count: number) => Array.from({ length: count }, (_, n) => [String(n + 1), '1'])

test.each([
  [{}, 'bad_request', { field: 'symbol' }],
  [{ symbol: 'DOGE/CHF', bids: [] }, 'unknown_symbol', { symbol: 'DOGE/CHF' }],
  [{ symbol, bids: [['0', '1']] }, 'bad_request', { field: 'bids.0.0', rule: 'positive' }],
  [{ symbol, asks: [['1', '0']] }, 'bad_request', { field: 'asks.0.1', rule: 'positive' }],
  [{ symbol, asks: [['-1', '1']] }, 'bad_request', { field: 'asks.0.0', rule: 'format' }],
  [{ symbol, asks: [['1e3', '1']] }, 'bad_request', { field: 'asks.0.0', rule: 'format' }],
  [{ symbol, bids: [['1.001', '1']] }, 'bad_request', { field: 'bids.0.0', rule: 'decimals' }],
  [{ symbol, bids: [['1', '0.000000001']] }, 'bad_request', { field: 'bids.0.1', rule: 'decimals' }],
  [{ symbol: 'ETH/CHF', bids: [['1', '0.000000001']] }, 'bad_request', { field: 'bids.0.1', rule: 'decimals' }],
  [{ symbol, bids: [['1', '1', '1']] }, 'bad_request', { field: 'bids.0' }],
  [{ symbol, bids: [[1, 1]] }, 'bad_request', { field: 'bids.0.0' }],
  [{ symbol, bids: levels(101) }, 'bad_request', { field: 'bids', rule: 'too_big' }],
  [{ symbol, bids: [['2', '1']], asks: [['2', '1']] }, 'bad_request', { field: 'bids', rule: 'crossed' }],
  [{ symbol, frozen: true }, 'bad_request', { field: 'frozen', rule: 'required' }],
  [{ symbol, bids: [], forever: true }, 'bad_request', { field: 'forever', rule: 'unknown_field' }],
])('%j is refused and changes nothing', async (request, code, details) => {
  expect((await set(request)).body).toMatchObject({ code, details })
  expect(await stored(symbol)).toBeUndefined()
})

test('as many levels as allowed fit into a request', async () => {
  const largest = {
    symbol: 'BTC/GBP',
    bids: levels(100),
    asks: levels(100).map(([p]) => [String(Number(p) + 100), '1']),
  }
  const { status, body } = await set(largest)
  expect({ status, bids: body.bids.length, best: body.bids[0] }).toEqual({ status: 200, bids: 100, best: ['100', '1'] })
})

test('a pair is halted and resumed; a call that changes nothing leaves no trace', async () => {
  const pair = 'VGBP/GBP'
  expect((await switched({ symbol: pair, halted: null })).body).toEqual({ symbol: pair, halted: null })
  expect(await stored(pair)).toBeUndefined()
  expect((await switched({ symbol: pair, halted: 'odd prices' })).body).toEqual({ symbol: pair, halted: 'odd prices' })
  await switched({ symbol: pair, halted: 'odd prices' })
  expect(await stored(pair)).toMatchObject({ halted: 'odd prices', version: 1n })
  await set({ symbol: pair, bids: [['0.99', '1']] })
  expect(await stored(pair)).toMatchObject({ halted: 'odd prices', version: 2n })
  await switched({ symbol: pair, halted: null })
  expect(await stored(pair)).toMatchObject({ halted: null, version: 3n })
  const entries = await database.app.query<{ body: string }>('select body from audit.entry order by seq')
  const about = entries.map(({ body }) => JSON.parse(body)).filter(({ subject }) => subject === pair)
  expect(about).toMatchObject([
    { action: 'pair.halted', actor: 'sandbox', detail: { why: 'odd prices' } },
    { action: 'pair.resumed', actor: expect.stringMatching(/^person:/) },
  ])
})

test.each([
  [{ symbol: 'DOGE/CHF', halted: 'no' }, 'unknown_symbol'],
  [{ symbol: 'VCHF/CHF' }, 'bad_request'],
  [{ symbol: 'VCHF/CHF', halted: ' ' }, 'bad_request'],
])('%j switches nothing', async (request, code) => {
  expect((await switched(request)).body).toMatchObject({ code })
})

test('switches that are set concurrently all take effect', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => set({ symbol: 'VCHF/BTC', bids: [['0.00001', `${n + 1}`]] })))
  expect(await stored('VCHF/BTC')).toMatchObject({ version: 20n })
})

test('several calls at once that resume a pair all succeed, with one request and one resumption', async () => {
  const symbol = 'VGBP/BTC'
  await switched({ symbol, halted: 'odd prices' })
  const answers = await Promise.all(Array.from({ length: 6 }, () => switched({ symbol, halted: null })))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  const requests = await database.owner.query(`select state from people.approval where subject = $1`, [symbol])
  expect(requests).toEqual([{ state: 'approved' }])
})
