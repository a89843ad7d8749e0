import { randomUUID } from 'node:crypto'
import {
  acme,
  at,
  book,
  database,
  env,
  moved,
  other,
  quoteFor,
  symbol,
  take,
  useQuotingDesk,
} from '@specie/test/trading/quoting-desk.ts'
import { availableTo, endow, institutionWith, order, setBook } from '@specie/test/trading.ts'
import { describe, expect, test } from 'vitest'
import { house } from '../../ledger/house.ts'
import { endQuotes } from '../quote/promises.ts'
import { requestQuote } from '../quote/request.ts'

// Quotes: their promise, owner and duration, and that each is taken once.

useQuotingDesk()

describe('a firm quote', () => {
  test('is taken at its price, even after the market has moved', async () => {
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

  test('is given only for deliverable quantities, and is kept when other clients buy', async () => {
    await setBook(env, 'VGBP/GBP', { bids: [['0.999', '5000000']], asks: [['1', '5000000']] })
    const [rich, late] = [
      await institutionWith(env, database, { GBP: '9000000' }),
      await institutionWith(env, database, { GBP: '9000000' }),
    ]
    const huge = { symbol: 'VGBP/GBP', orderqty: '5000000' }
    const quote = await quoteFor(huge, rich)
    const short = { code: 'max_amount_exceeded', message: expect.stringContaining('cannot deliver this much VGBP') }
    await expect(quoteFor(huge, late)).rejects.toMatchObject(short)
    // Another client buys the rest of the inventory, without the promised part.
    const rest = await availableTo(env, house)
    const all = String(rest.VGBP! / 1_000_000n)
    const bought = await order(env, late, { symbol: 'VGBP/GBP', side: 'Buy', orderqty: all, price: '1' })
    expect(bought.answer.order.ordstatus).toBe('Filled')
    await expect(quoteFor({ symbol: 'VGBP/GBP', orderqty: '30' }, late)).rejects.toMatchObject(short)
    expect((await take({ quoteid: quote.quoteid }, rich)).status).toBe('completed')
    expect((await availableTo(env, rich)).VGBP).toBe(5_000_000_000_000n)
    await endow(env, house, { VGBP: '9000000' })
  })

  test('that expires releases its promise', async () => {
    const before = await availableTo(env, house)
    const { quoteid, expires_at } = await quoteFor({ orderqty: '3000' })
    expect((await availableTo(env, house)).VCHF).toBe(before.VCHF! - 3_000_000_000n)
    const wall = () => Date.parse(expires_at) + 2_001
    await endQuotes.run({ ...env, clock: { ...env.clock, wall, now: () => new Date(wall()) } })
    expect(await availableTo(env, house)).toEqual(before)
    await expect(take({ quoteid }, acme, at(Date.parse(expires_at)))).rejects.toMatchObject({ code: 'quote_expired' })
  })

  test('is not given when the client’s open quotes reach the largest order', async () => {
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

  test('is given once when two concurrent requests in two processes are together too large', async () => {
    await setBook(env, 'VGBP/GBP', { bids: [['0.999', '5000000']], asks: [['1', '5000000']] })
    await endow(env, house, { VGBP: '90000000' })
    const huge = { symbol: 'VGBP/GBP', side: 'Buy', orderqty: '3000000' } as const
    for (let round = 0; round < 5; round += 1) {
      const client = await institutionWith(env, database, { GBP: '9000000' })
      const answers = await Promise.allSettled(
        Array.from({ length: 6 }, (_, n) => requestQuote(n % 2 ? env : other, client, huge)),
      )
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const one of answers)
        if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'limit_exceeded' })
    }
  })

  test('keeps its promise until its end, and until a timely conversion is done', async () => {
    const { quoteid, expires_at } = await quoteFor({ orderqty: '3000' })
    // Quotes of other tests end meanwhile, so the balance of the house proves nothing.
    const promised = () => env.db.query('select amount from trading.quote_hold where quote_id = $1', [quoteid])
    for (const ms of [-9_000, -1, 0, 2_000]) {
      await endQuotes.run(at(Date.parse(expires_at) + ms))
      expect([ms, await promised()]).toEqual([ms, [{ amount: 3_000_000_000n }]])
    }
    expect((await take({ quoteid }, acme, at(Date.parse(expires_at) - 1))).status).toBe('completed')
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
