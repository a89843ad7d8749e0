import { expect, test } from 'vitest'
import { readInstruments, readLadders, writeExecutionRequest } from './ladders.ts'

const arrival = Date.parse('2026-03-02T10:00:00.000Z')
const soon = '2026-03-02T10:00:01.000Z'

const instruments = readInstruments(
  {
    instruments: [
      { symbol: 'BTC/CHF', tick: '0.5', lot: '0.001', minimum: '0.01' },
      { symbol: 'VCHF/CHF', tick: '0.0001', lot: '1', minimum: '0' },
      { symbol: 'DOGE/CHF', tick: '1', lot: '1', minimum: '1' },
    ],
  },
  () => expect.unreachable(),
)

function read(ladders: unknown[], expires_at = soon) {
  const problems: string[] = []
  const text = JSON.stringify({ at: soon, expires_at, ladders })
  const accepted = readLadders(text, instruments, arrival, (symbol, why) => problems.push(`${symbol} ${why}`))
  return { accepted, problems }
}

test('instruments are limited to our pairs and converted to our units', () => {
  expect([...instruments]).toEqual([
    ['BTC/CHF', { symbol: 'BTC/CHF', tick: 50n, lot: 100_000n, minimum: 1_000_000n }],
    ['VCHF/CHF', { symbol: 'VCHF/CHF', tick: 1n, lot: 1_000_000n, minimum: 0n }],
  ])
})

test('an unusable instrument is left out and reported', () => {
  const problems: string[] = []
  const of = (over: object) => [{ symbol: 'BTC/CHF', tick: '0.5', lot: '0.001', minimum: '0.01', ...over }]
  const doubt = (symbol: string, why: string) => problems.push(`${symbol} ${why}`)
  for (const over of [{ tick: '0.001' }, { tick: '0' }, { lot: '0' }, { minimum: '-1' }]) {
    expect(readInstruments({ instruments: of(over) }, doubt).size).toBe(0)
  }
  expect(problems).toHaveLength(4)
  expect(problems[0]).toMatch(/^BTC\/CHF its instrument cannot be used: Too fine/)
  expect(() => readInstruments({ instruments: 'none' }, doubt)).toThrow()
})

test('a ladder is parsed exactly', () => {
  const { accepted, problems } = read([
    { symbol: 'BTC/CHF', bids: [['b1', '92499.5', '0.01']], asks: [['a1', '92500', '1.5'], ['a2', '92500', '0.25']] }, // prettier-ignore
    { symbol: 'VCHF/CHF', bids: [], asks: [['v1', '1', '5000000']] },
    { symbol: 'DOGE/CHF', bids: [], asks: [['d1', '1', '1']] },
  ])
  expect(problems).toEqual([])
  expect([...accepted]).toEqual([
    [
      'BTC/CHF',
      {
        bids: [{ quoteid: 'b1', price: 9_249_950n, qty: 1_000_000n }],
        asks: [
          { quoteid: 'a1', price: 9_250_000n, qty: 150_000_000n },
          { quoteid: 'a2', price: 9_250_000n, qty: 25_000_000n },
        ],
        expires: arrival + 1_000,
      },
    ],
    [
      'VCHF/CHF',
      { bids: [], asks: [{ quoteid: 'v1', price: 10_000n, qty: 5_000_000_000_000n }], expires: arrival + 1_000 },
    ],
  ])
})

test('no quote is used for more than three seconds', () => {
  const asks = [['v1', '1', '5']]
  const until = (expires: string) => read([{ symbol: 'VCHF/CHF', bids: [], asks }], expires).accepted.get('VCHF/CHF')
  expect(until('2026-03-02T11:00:00.000Z')?.expires).toBe(arrival + 3_000)
  expect(until('2026-03-02T09:59:59.999Z')?.expires).toBe(arrival - 1)
})

const good = ['good', '92500', '0.01']
test.each([
  ['a price that is no number', ['x', '9e4', '0.01'], /Not a decimal number/],
  ['a price off the tick', ['x', '92500.25', '0.01'], /off its tick/],
  ['a price that is too fine', ['x', '92500.001', '0.01'], /Too fine/],
  ['a price of zero', ['x', '0', '0.01'], /off its tick/],
  ['a quantity off the lot', ['x', '92501', '0.0105'], /off its lot/],
  ['a quantity of zero', ['x', '92501', '0'], /off its lot/],
  ['a quantity that is too fine', ['x', '92501', '0.010000001'], /Too fine/],
  ['less than the venue executes', ['x', '92501', '0.009'], /below its minimum/],
  ['a price better than the one before', ['x', '92499', '0.01'], /better than the previous one/],
  ['a duplicate quoteid', ['good', '92501', '0.01'], /quoteid appears twice/],
  ['a quoteid that is no text', [7, '92501', '0.01'], /not quoteid, price and quantity/],
  ['a quoteid that cannot be stored', ['a\u0000b', '92501', '0.01'], /not quoteid, price and quantity/],
  ['a number for a text', ['x', 92501, '0.01'], /not quoteid, price and quantity/],
  ['no level at all', null, /not quoteid, price and quantity/],
])('%s drops only that level', (_, bad, why) => {
  const { accepted, problems } = read([{ symbol: 'BTC/CHF', bids: [], asks: [good, bad, ['last', '92502', '0.01']] }])
  expect(accepted.get('BTC/CHF')?.asks.map(({ quoteid }) => quoteid)).toEqual(['good', 'last'])
  expect(problems).toEqual([expect.stringMatching(why)])
})

test('a crossed or malformed ladder, or one without an instrument, is dropped whole', () => {
  const { accepted, problems } = read([
    { symbol: 'BTC/CHF', bids: [['b', '92500.5', '0.01']], asks: [good] },
    { symbol: 'VCHF/CHF', bids: 'none', asks: [] },
    { symbol: 'ETH/CHF', bids: [], asks: [] },
  ])
  expect(accepted.size).toBe(0)
  expect(problems).toEqual([
    'BTC/CHF its ladder is crossed',
    ' a ladder is malformed',
    'ETH/CHF it has a ladder but no instrument',
  ])
})

test('bid and ask may be equal: a venue may trade at par without a spread', () => {
  const { accepted } = read([{ symbol: 'VCHF/CHF', bids: [['b', '1', '5']], asks: [['a', '1', '5']] }])
  expect(accepted.get('VCHF/CHF')?.bids).toHaveLength(1)
})

test('an execution request is written in decimals', () => {
  const request = { symbol: 'BTC/CHF', side: 'Buy', quoteid: 'q', qty: 1_250_000n, price: 9_250_050n, amount: 115_626n }
  expect(JSON.parse(writeExecutionRequest('e1', { ...request, side: 'Buy' }))).toEqual({
    id: 'e1',
    symbol: 'BTC/CHF',
    side: 'Buy',
    quoteid: 'q',
    qty: '0.0125',
    price: '92500.5',
    amount: '1156.26',
  })
})
