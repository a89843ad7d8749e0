import { agree } from '@specie/test/people.ts'
import { randomUUID } from 'node:crypto'
import type { AssetCode } from '@specie/protocol/assets.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { availableTo, endow, institutionWith, order, setBook } from '@specie/test/trading.ts'
import { check } from '@specie/test/checks.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import { house } from '../../ledger/house.ts'
import { listConversions } from './list.ts'
import { convert } from './request.ts'
import { requestQuote } from '../quote/request.ts'
import { endQuotes } from '../quote/promises.ts'
import { haltPair } from '../market/switch-pair.ts'

let database: TestDatabase
let env: Env
/** Another process. */
let other: Env
let acme: string

const symbol = 'VCHF/CHF'
const book = {
  bids: [
    ['0.9999', '1000'],
    ['0.9995', '5000'],
  ],
  asks: [
    ['1.0001', '1000'],
    ['1.0005', '5000'],
  ],
} as const
const fortune = {
  CHF: '9000000',
  GBP: '9000000',
  VCHF: '9000000',
  VGBP: '9000000',
  USDC: '9000000',
  BTC: '900',
  ETH: '9000',
}

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
  other = testEnv(database, { db: database.owner })
  await endow(env, house, fortune)
  acme = await institutionWith(env, database, fortune)
  await setBook(env, symbol, book)
})

afterAll(async () => {
  expect((await check(env.db)).filter((row) => !row.ok)).toEqual([])
  await Promise.all([env.runtime.close(), other.runtime.close()])
  await database.drop()
})

/** The same process at a given time. */
const at = (ms: number): Env => ({ ...env, clock: { ...systemClock, now: () => new Date(ms), wall: () => ms } })

const quoteFor = async (fields: Partial<Parameters<typeof requestQuote>[2]> = {}, client = acme) =>
  (await requestQuote(env, client, { symbol, side: 'Buy', orderqty: '100', ...fields })).answer

type Fields = Parameters<typeof convert>[2]
const take = async (fields: Fields, client = acme, where = env) => (await convert(where, client, fields)).answer
const chfToVchf = (quantity: string, min_received = '0'): Fields => ({
  from_currency: 'CHF',
  to_currency: 'VCHF',
  quantity,
  min_received,
})

/** The change of each balance of the client and the desk during `work`. */
async function moved<T>(work: () => Promise<T>, client = acme) {
  const [mine, theirs] = await Promise.all([availableTo(env, client), availableTo(env, house)])
  const answer = await work()
  const change = async (holder: string, before: Partial<Record<AssetCode, bigint>>) =>
    Object.fromEntries(
      Object.entries(await availableTo(env, holder))
        .map(([asset, now]) => [asset, now - (before[asset as AssetCode] ?? 0n)] as const)
        .filter(([, by]) => by !== 0n),
    )
  return { answer, mine: await change(client, mine), theirs: await change(house, theirs) }
}

describe('a firm quote', () => {
  test('is taken at its price, also when the market has moved', async () => {
    const quote = await quoteFor({ orderqty: '3000' })
    expect(quote).toMatchObject({
      symbol,
      side: 'Buy',
      price: '1.000367',
      orderqty: '3000',
      bought: '3000',
      bought_currency: 'VCHF',
      sold: '3001.1',
      sold_currency: 'CHF',
      fee: '0',
      fee_currency: 'CHF',
      validated: false,
    })
    expect(Date.parse(quote.expires_at) - Date.parse(quote.timestamp)).toBe(10_000)
    await setBook(env, symbol, { bids: [], asks: [['1.0099', '10000']] })
    const { answer, mine, theirs } = await moved(() => take({ quoteid: quote.quoteid }))
    await setBook(env, symbol, book)
    expect(answer).toMatchObject({
      quoteid: quote.quoteid,
      clreqid: null,
      status: 'completed',
      reason: null,
      price: '1.000367',
      bought: '3000',
      sold: '3001.1',
    })
    expect(mine).toEqual({ VCHF: 3_000_000_000n, CHF: -300_110n })
    expect(theirs).toEqual({ CHF: 300_110n }) // the coins were put on hold with the quote
  })

  test('to sell pays the bid to the centime, and states the same price', async () => {
    const quote = await quoteFor({ side: 'Sell', orderqty: '33.33' })
    const { mine } = await moved(() => take({ quoteid: quote.quoteid.toUpperCase() }))
    expect(mine).toEqual({ VCHF: -33_330_000n, CHF: 3_333n })
    expect(quote).toMatchObject({ price: '1', bought: '33.33', sold: '33.33' })
  })

  test('expires after ten seconds', async () => {
    const { quoteid, expires_at } = await quoteFor()
    const end = Date.parse(expires_at)
    const { mine } = await moved(() =>
      expect(take({ quoteid }, acme, at(end))).rejects.toMatchObject({
        code: 'quote_expired',
        details: { expires_at },
      }),
    )
    expect(mine).toEqual({})
    expect((await take({ quoteid }, acme, at(end - 1))).status).toBe('completed')
  })

  test('is used once; a second use is answered with the id of the first conversion', async () => {
    const { quoteid, expires_at } = await quoteFor()
    const { conversionid } = await take({ quoteid })
    const used = { code: 'quote_used', details: { conversionid } }
    await expect(take({ quoteid })).rejects.toMatchObject(used)
    await expect(take({ quoteid }, acme, at(Date.parse(expires_at) + 60_000))).rejects.toMatchObject(used)
  })

  test.each([['of nobody', randomUUID()] as const, ['no id', 'q-1'] as const])(
    'that is %s is unknown',
    async (_, quoteid) => {
      const unknown = { code: 'bad_request', details: { field: 'quoteid', rule: 'unknown' } }
      await expect(take({ quoteid })).rejects.toMatchObject(unknown)
    },
  )

  test('cannot be taken by another institution', async () => {
    const { quoteid } = await quoteFor()
    const stranger = await institutionWith(env, database, { CHF: '1000' })
    await expect(take({ quoteid }, stranger)).rejects.toMatchObject({ details: { field: 'quoteid', rule: 'unknown' } })
    expect((await take({ quoteid })).status).toBe('completed')
  })

  test('can still be taken after the client has funded its account', async () => {
    const poor = await institutionWith(env, database, { CHF: '100' })
    const { quoteid } = await quoteFor({}, poor)
    await expect(take({ quoteid, clreqid: 'c' }, poor)).rejects.toMatchObject({
      code: 'insufficient_balance',
      details: { asset: 'CHF', available: '100', needed: '100.01' },
    })
    await endow(env, poor, { CHF: '0.01' })
    expect((await take({ quoteid, clreqid: 'c' }, poor)).status).toBe('completed')
    expect(await availableTo(env, poor)).toEqual({ CHF: 0n, VCHF: 100_000_000n })
  })

  test('is given only for what the desk can deliver, and is then kept whatever else is sold', async () => {
    await setBook(env, 'VGBP/GBP', { bids: [['0.999', '5000000']], asks: [['1', '5000000']] })
    const [rich, late] = [
      await institutionWith(env, database, { GBP: '9000000' }),
      await institutionWith(env, database, { GBP: '9000000' }),
    ]
    const huge = { symbol: 'VGBP/GBP', orderqty: '5000000' }
    const quote = await quoteFor(huge, rich)
    const short = { code: 'max_amount_exceeded', message: expect.stringContaining('cannot deliver so much VGBP') }
    await expect(quoteFor(huge, late)).rejects.toMatchObject(short)
    // Another client buys everything that is left; what was promised is not included.
    const rest = await availableTo(env, house)
    const all = String(rest.VGBP! / 1_000_000n)
    const bought = await order(env, late, { symbol: 'VGBP/GBP', side: 'Buy', orderqty: all, price: '1' })
    expect(bought.answer.order.ordstatus).toBe('Filled')
    await expect(quoteFor({ symbol: 'VGBP/GBP', orderqty: '30' }, late)).rejects.toMatchObject(short)
    expect((await take({ quoteid: quote.quoteid }, rich)).status).toBe('completed')
    expect((await availableTo(env, rich)).VGBP).toBe(5_000_000_000_000n)
    await endow(env, house, { VGBP: '9000000' })
  })

  test('that expires releases what it promised', async () => {
    const before = await availableTo(env, house)
    const { quoteid, expires_at } = await quoteFor({ orderqty: '3000' })
    expect((await availableTo(env, house)).VCHF).toBe(before.VCHF! - 3_000_000_000n)
    const wall = () => Date.parse(expires_at) + 2_001
    await endQuotes.run({ ...env, clock: { ...env.clock, wall, now: () => new Date(wall()) } })
    expect(await availableTo(env, house)).toEqual(before)
    await expect(take({ quoteid }, acme, at(Date.parse(expires_at)))).rejects.toMatchObject({ code: 'quote_expired' })
  })

  test('is not given when the client’s open quotes are as large as the largest order', async () => {
    await setBook(env, 'VGBP/GBP', { bids: [['0.999', '5000000']], asks: [['1', '5000000']] })
    await endow(env, house, { VGBP: '9000000' })
    const huge = { symbol: 'VGBP/GBP', orderqty: '3000000' }
    const { quoteid } = await quoteFor(huge)
    await expect(quoteFor(huge)).rejects.toMatchObject({
      code: 'limit_exceeded',
      details: { limit: 'open_quotes', asset: 'VGBP', resets_at: expect.any(String) },
    })
    expect((await take({ quoteid })).status).toBe('completed')
    expect((await quoteFor(huge)).orderqty).toBe('3000000')
  })

  test('is taken by one of many concurrent requests in two processes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { quoteid } = await quoteFor()
      const { answer, mine } = await moved(() =>
        Promise.allSettled(Array.from({ length: 20 }, (_, n) => take({ quoteid }, acme, n % 2 ? env : other))),
      )
      const done = answer.filter((one) => one.status === 'fulfilled')
      expect(done).toHaveLength(1)
      const used = { code: 'quote_used', details: { conversionid: done[0]!.value.conversionid } }
      for (const one of answer) if (one.status === 'rejected') expect(one.reason).toMatchObject(used)
      expect(mine).toEqual({ VCHF: 100_000_000n, CHF: -10_001n })
    }
  })
})

describe('a quote is refused', () => {
  test.each([
    [{ symbol: 'VCHF/EUR' }, { code: 'unknown_symbol' }],
    [{ side: 'buy' }, { code: 'invalid_order', details: { field: 'side' } }],
    [{ orderqty: '0.09' }, { code: 'invalid_order', details: { field: 'orderqty', rule: 'range' } }],
    [{ orderqty: '1.001' }, { code: 'invalid_order', details: { field: 'orderqty', rule: 'decimals' } }],
    [
      { orderqty: '6000.01' },
      { code: 'max_amount_exceeded', message: expect.stringContaining('this quantity of VCHF') },
    ],
    [
      { symbol: 'ETH/GBP', orderqty: '1' },
      { code: 'service_unavailable', message: expect.stringContaining('ETH/GBP') },
    ],
  ])('%o', async (fields, refusal) => {
    await expect(quoteFor(fields)).rejects.toMatchObject(refusal)
  })
})

describe('at the current price', () => {
  test('as much is bought as the quantity pays for, and the rest stays', async () => {
    const { answer, mine } = await moved(() => take(chfToVchf('150', '149.99')))
    // 150 VCHF would be 150.015 CHF.
    expect(answer).toMatchObject({ status: 'completed', quoteid: null, side: 'Buy', bought: '149.99', sold: '150' })
    expect(mine).toEqual({ VCHF: 149_990_000n, CHF: -15_000n })
    expect((await take(chfToVchf('0.11'))).sold).toBe('0.11')
  })

  test('less than min_received is not accepted', async () => {
    const { answer, mine } = await moved(() => take(chfToVchf('150', '150')))
    expect(answer).toMatchObject({
      status: 'rejected',
      reason: 'This brings 149.99 VCHF at the moment, less than the minimum of 150.',
      symbol,
      bought: '0',
    })
    expect(mine).toEqual({})
    const selling = { from_currency: 'VCHF', to_currency: 'CHF', quantity: '150', min_received: '150' }
    expect((await take(selling)).reason).toBe('This brings 149.99 CHF at the moment, less than the minimum of 150.')
    expect((await take({ ...selling, min_received: '149.99' })).bought).toBe('149.99')
  })

  test.each([
    ['more than the desk has', chfToVchf('6005'), /this quantity of VCHF/],
    [
      'what nobody quotes',
      { from_currency: 'GBP', to_currency: 'ETH', quantity: '5000', min_received: '1' },
      /ETH\/GBP/,
    ],
  ])('%s is rejected', async (_what, fields, reason) => {
    const { answer, mine } = await moved(() => take(fields))
    expect(answer).toMatchObject({ status: 'rejected', reason: expect.stringMatching(reason), price: null })
    expect(mine).toEqual({})
  })

  test('a client with too low a balance gets an error', async () => {
    const poor = await institutionWith(env, database, { VCHF: '99.99' })
    const selling = { from_currency: 'VCHF', to_currency: 'CHF', quantity: '100', min_received: '0' }
    const details = { asset: 'VCHF', available: '99.99', needed: '100' }
    await expect(take(selling, poor)).rejects.toMatchObject({ code: 'insufficient_balance', details })
    expect((await listConversions(env, poor, {})).conversions).toEqual([])
  })

  test.each([
    [{}, 'bad_request', 'quoteid', 'required'],
    [{ quoteid: randomUUID(), quantity: '1' }, 'bad_request', 'quantity', 'quoteid'],
    [{ ...chfToVchf('100'), quoteid: randomUUID() }, 'bad_request', 'from_currency', 'quoteid'],
    [{ from_currency: 'CHF', to_currency: 'VCHF', quantity: '1' }, 'bad_request', 'min_received', 'required'],
    [{ to_currency: 'VCHF', quantity: '1', min_received: '1' }, 'bad_request', 'from_currency', 'required'],
    [{ ...chfToVchf('100'), from_currency: 'EUR' }, 'unknown_asset', 'from_currency', undefined],
    [{ ...chfToVchf('100'), to_currency: 'toString' }, 'unknown_asset', 'to_currency', undefined],
    [{ ...chfToVchf('100'), to_currency: 'CHF' }, 'unknown_symbol', 'to_currency', undefined],
    [{ ...chfToVchf('100'), to_currency: 'GBP' }, 'unknown_symbol', 'to_currency', undefined],
    [chfToVchf('-1'), 'invalid_order', 'quantity', 'format'],
    [chfToVchf('1.001'), 'invalid_order', 'quantity', 'decimals'],
    [chfToVchf('100', '1.0000001'), 'invalid_order', 'min_received', 'decimals'],
    [chfToVchf('0'), 'invalid_order', 'quantity', 'range'],
    [chfToVchf('0.09'), 'invalid_order', 'quantity', 'range'],
    [chfToVchf('5010000'), 'invalid_order', 'quantity', 'range'],
    [
      { from_currency: 'VCHF', to_currency: 'CHF', quantity: '0.101', min_received: '0' },
      'invalid_order',
      'quantity',
      'decimals',
    ],
    [
      { from_currency: 'VCHF', to_currency: 'CHF', quantity: '5000000.01', min_received: '0' },
      'invalid_order',
      'quantity',
      'range',
    ],
  ])('%o is no conversion', async (fields, code, field, rule) => {
    const details = rule === undefined ? { field } : { field, rule }
    await expect(take(fields)).rejects.toMatchObject({ code, details })
  })
})

describe('the same clreqid', () => {
  test('gets the same quote, and no other', async () => {
    const clreqid = randomUUID()
    const request = { symbol, side: 'Buy', orderqty: '100', clreqid }
    const first = await requestQuote(env, acme, request)
    await setBook(env, symbol, { bids: [], asks: [['1.01', '10000']] })
    const again = await requestQuote(other, acme, request)
    await setBook(env, symbol, book)
    expect(again).toEqual({ answer: first.answer, replayed: true })
    await expect(requestQuote(env, acme, { ...request, orderqty: '101' })).rejects.toMatchObject({
      code: 'duplicate_clreqid',
    })
  })

  test('converts once, among many at once in two processes', async () => {
    const clreqid = randomUUID()
    const { quoteid } = await quoteFor()
    for (const fields of [
      { quoteid, clreqid },
      { ...chfToVchf('100.01'), clreqid: `${clreqid}-2` },
    ]) {
      const { answer, mine } = await moved(() =>
        Promise.all(Array.from({ length: 20 }, (_, n) => convert(n % 2 ? env : other, acme, fields))),
      )
      expect(answer.filter(({ replayed }) => !replayed)).toHaveLength(1)
      for (const one of answer) expect(one.answer).toEqual(answer[0]!.answer)
      expect(mine).toEqual({ VCHF: 100_000_000n, CHF: -10_001n })
    }
    await expect(take({ ...chfToVchf('100'), clreqid })).rejects.toMatchObject({ code: 'duplicate_clreqid' })
  })

  test('gets the same rejection, also when the market has improved since', async () => {
    const fields = { ...chfToVchf('100', '100'), clreqid: randomUUID() }
    const first = await take(fields)
    await setBook(env, symbol, { bids: [], asks: [['1', '1000']] })
    expect(await convert(env, acme, fields)).toEqual({ answer: first, replayed: true })
    await setBook(env, symbol, book)
  })
})

test('many concurrent clients, in two processes: every balance is the sum of its conversions', async () => {
  const clients = await Promise.all(
    Array.from({ length: 6 }, () => institutionWith(env, database, { CHF: '1000', VCHF: '1000' })),
  )
  const before = await availableTo(env, house)
  const asks: Fields[] = [
    chfToVchf('300'),
    { from_currency: 'VCHF', to_currency: 'CHF', quantity: '300', min_received: '0' },
  ]
  const each = clients.flatMap((client) => Array.from({ length: 10 }, (_, n) => ({ client, n })))
  const results = await Promise.allSettled(each.map(({ client, n }) => take(asks[n % 2]!, client, n % 3 ? env : other)))
  for (const one of results) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'insufficient_balance' })
  }
  const total = { CHF: 0n, VCHF: 0n }
  for (const client of clients) {
    const own = { CHF: 100_000n, VCHF: 1_000_000_000n }
    for (const { bought, bought_currency, sold, sold_currency } of (await listConversions(env, client, {}))
      .conversions) {
      own[bought_currency as 'CHF'] += parseAmount(bought, bought_currency).minor
      own[sold_currency as 'CHF'] -= parseAmount(sold, sold_currency).minor
    }
    expect(await availableTo(env, client)).toEqual(own)
    total.CHF += own.CHF - 100_000n
    total.VCHF += own.VCHF - 1_000_000_000n
  }
  const after = await availableTo(env, house)
  expect([before.CHF! - after.CHF!, before.VCHF! - after.VCHF!]).toEqual([total.CHF, total.VCHF])
})

test('a halt takes effect at once, also in a process that has not read it yet', async () => {
  const { quoteid } = await quoteFor()
  await take(chfToVchf('10'), acme, other)
  await haltPair(env, symbol, { actor: 'test', why: 'a test', at: env.clock.now() })
  const halted = { code: 'halted', details: { symbol } }
  await expect(take({ quoteid }, acme, other)).rejects.toMatchObject(halted)
  await expect(take(chfToVchf('10'), acme, other)).rejects.toMatchObject(halted)
  await expect(requestQuote(other, acme, { symbol, side: 'Buy', orderqty: '1' })).rejects.toMatchObject(halted)
  await expect(quoteFor()).rejects.toMatchObject(halted)
  await expect(env.db.query('update trading.pair set halted = null')).rejects.toThrow(/approval of a second person/)
  const renamed = env.db.query(`update trading.pair set symbol = 'XXX/CHF' where symbol = $1`, [symbol])
  await expect(renamed).rejects.toThrow(/approval of a second person/)
  await agree(env, 'pair.resume', { symbol })
  expect((await take({ quoteid }, acme, other)).status).toBe('completed')
})

test('a dry run gets the full answer, and changes nothing', async () => {
  const counted = async () =>
    (await env.db.query('select (select count(*) from trading.quote), (select count(*) from trading.conversion)'))[0]
  const clreqid = randomUUID()
  const { quoteid } = await quoteFor()
  const before = await counted()
  const { mine } = await moved(async () => {
    expect(await quoteFor({ validate: 'true', clreqid })).toMatchObject({
      quoteid: '',
      validated: true,
      sold: '100.01',
    })
    const expected = { conversionid: '', validated: true, status: 'completed', bought: '100', sold: '100.01' }
    expect(await take({ quoteid, validate: 'true', clreqid })).toMatchObject({ ...expected, quoteid, clreqid })
    expect(await take({ ...chfToVchf('100.01'), validate: 'true', clreqid })).toMatchObject(expected)
    expect((await take({ ...chfToVchf('150', '150'), validate: 'true' })).status).toBe('rejected')
  })
  expect(mine).toEqual({})
  expect(await counted()).toEqual(before)
  const poor = await institutionWith(env, database, {})
  await expect(take({ ...chfToVchf('100'), validate: 'true' }, poor)).rejects.toMatchObject({
    code: 'insufficient_balance',
    details: { available: '0' },
  })
  expect((await convert(env, acme, { quoteid, clreqid })).replayed).toBe(false)
})
