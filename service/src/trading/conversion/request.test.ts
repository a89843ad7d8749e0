import { randomUUID } from 'node:crypto'
import { parseAmount } from '@specie/protocol/money.ts'
import { agree } from '@specie/test/people.ts'
import {
  acme,
  book,
  chfToVchf,
  database,
  env,
  type Fields,
  moved,
  other,
  quoteFor,
  symbol,
  take,
  useQuotingDesk,
} from '@specie/test/trading/quoting-desk.ts'
import { availableTo, institutionWith, setBook } from '@specie/test/trading.ts'
import { describe, expect, test } from 'vitest'
import { house } from '../../ledger/house.ts'
import { haltPair } from '../market/switch-pair.ts'
import { requestQuote } from '../quote/request.ts'
import { listConversions } from './list.ts'
import { convert } from './request.ts'

// Conversions at the current price: repeated, concurrent, halted and as dry runs. With a quote: firm-quotes.test.ts.

useQuotingDesk()

describe('at the current price', () => {
  test('the quantity buys as much as it pays for, and the rest stays', async () => {
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
      'a quantity without quotes',
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

  test('converts once under many concurrent requests in two processes', async () => {
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

  test('gets the same rejection, even after the market has improved', async () => {
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

test('a halt takes effect immediately, even in a process that has not read it yet', async () => {
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
  await expect(renamed).rejects.toThrow('permission denied for table pair')
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
