import { expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import { type Exchange, exchangeRates, openExchange } from './exchange-rates.ts'

type Tickers = Awaited<ReturnType<Exchange['fetchTickers']>>

const wall = Date.parse('2026-03-02T10:00:00.000Z')
const clock = { ...systemClock, wall: () => wall }

/** In the shape of a ccxt exchange; ccxt is not installed. */
function exchange(tickers: Tickers, over: Partial<Exchange> = {}): Exchange {
  return {
    id: 'kraken',
    loadMarkets: async () => Object.fromEntries(Object.keys(tickers).map((symbol) => [symbol, { active: true }])),
    fetchTickers: async (symbols) => Object.fromEntries(symbols.map((symbol) => [symbol, tickers[symbol]!])),
    ...over,
  }
}

async function ratesFrom(tickers: Tickers): Promise<Record<string, string>> {
  const rates = await exchangeRates(exchange(tickers), clock).rates()
  return Object.fromEntries(rates.map(({ symbol, price }) => [symbol, price]))
}

test('the middle of bid and ask, to the last digit', async () => {
  const tickers = { 'BTC/CHF': { bid: '92490.1', ask: '92510.4' }, 'BTC/GBP': { bid: 82222, ask: 82222.1 } }
  expect(await ratesFrom(tickers)).toEqual({ 'BTC/CHF': '92500.25', 'BTC/GBP': '82222.05' })
})

test('a pair without a market of its own is priced through dollars, in either direction of the quote', async () => {
  const tickers = {
    'USD/CHF': { bid: '0.88', ask: '0.88' },
    'GBP/USD': { bid: '1.25', ask: '1.25' },
    'ETH/USD': { bid: '3000', ask: '3000' },
    'USDC/USD': { bid: '0.999', ask: '1.001' },
  }
  expect(await ratesFrom(tickers)).toEqual({
    'GBP/CHF': '1.1',
    'USDC/CHF': '0.88',
    'USDC/GBP': '0.8',
    'ETH/CHF': '2640',
    'ETH/GBP': '2400',
  })
})

test('numbers are parsed as written, however small', async () => {
  expect(await ratesFrom({ 'CHF/GBP': { bid: 8e-7, ask: 8e-7 } })).toEqual({ 'GBP/CHF': '1250000' })
  expect(await ratesFrom({ 'GBP/CHF': { bid: '1.1234567890123456789', ask: '1.1234567890123456789' } })).toEqual({
    'GBP/CHF': '1.123456789012345678',
  })
})

test.each([
  ['one side', { bid: '1.1' }],
  ['nothing', { bid: undefined, ask: undefined }],
  ['zero', { bid: 0, ask: 0 }],
  ['no number', { bid: 'NaN', ask: NaN }],
  ['a crossed market', { bid: '1.2', ask: '1.1' }],
  ['a market that is too wide', { bid: '1', ask: '1.03' }],
])('%s is no price, and dollars are used instead', async (_, bad) => {
  const dollars = { 'GBP/USD': { bid: '1.25', ask: '1.25' }, 'USD/CHF': { bid: '0.8', ask: '0.8' } }
  expect(await ratesFrom({ ...dollars, 'GBP/CHF': bad })).toMatchObject({ 'GBP/CHF': '1' })
  expect(await ratesFrom({ 'GBP/CHF': bad })).toEqual({})
})

test('a rate is as old as the older of its markets, and never from the future', async () => {
  const at = async (tickers: Tickers) => (await exchangeRates(exchange(tickers), clock).rates())[0]?.at.getTime()
  const [bid, ask] = ['1', '1']
  expect(await at({ 'GBP/CHF': { bid, ask } })).toBe(wall)
  expect(await at({ 'GBP/CHF': { bid, ask, timestamp: wall + 60_000 } })).toBe(wall)
  const older = { bid, ask, timestamp: wall - 90_000 }
  expect(await at({ 'GBP/USD': { bid, ask, timestamp: wall - 1_000 }, 'USD/CHF': older })).toBe(wall - 90_000)
})

test('closed markets are not requested, and the list of markets is reloaded after a failure', async () => {
  const requests: (string[] | boolean)[] = []
  let fails = true
  const source = exchangeRates(
    exchange(
      {},
      {
        loadMarkets: async (reload) => {
          requests.push(reload)
          return { 'BTC/CHF': { active: true }, 'ETH/CHF': { active: false }, 'USDC/CHF': {}, 'DOGE/CHF': {} }
        },
        fetchTickers: async (symbols) => {
          requests.push(symbols)
          if (fails) throw new Error('Unknown asset pair')
          return { 'BTC/CHF': { bid: '92500', ask: '92500' } }
        },
      },
    ),
    clock,
  )
  await expect(source.rates()).rejects.toThrow('Unknown asset pair')
  fails = false
  expect(await source.rates()).toHaveLength(1)
  await source.rates()
  const open = ['USDC/CHF', 'BTC/CHF']
  expect(requests).toEqual([false, open, true, open, false, open])
})

test('an exchange is opened by its name in ccxt, and its digits stay strings', async () => {
  const load = async () => ({
    exchanges: ['kraken'],
    kraken: function kraken(this: object) {
      Object.assign(this, exchange({}))
    },
  })
  expect(await openExchange('kraken', load)).toMatchObject({ id: 'kraken', number: String })
  await expect(openExchange('exchanges', load)).rejects.toThrow(
    /must be an exchange that ccxt knows; it is "exchanges"/,
  )
})

test('without ccxt the error says how to install it', async () => {
  const absent = async () => Promise.reject(Object.assign(new Error(), { code: 'ERR_MODULE_NOT_FOUND' }))
  await expect(openExchange('kraken', absent)).rejects.toThrow(/is not installed: npm i ccxt@\d/)
})
