import { assets } from '@specie/protocol/assets.ts'
import { quantity, side } from '@specie/test/trading/drawn-orders.ts'
import { isWithin } from '@specie/test/trading/model.ts'
import { by, ceiling, decimal, floor, type Ratio, ratio, scaled, times } from '@specie/test/trading/ratio.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Leg } from '../market/fill-or-kill.ts'
import { averagePrice, dealOf, envelopeOf, filledOrder, rejectedOrder, orderView } from './row.ts'
import { allPairs, type Order, pairOf } from '../market/pair.ts'

// The stored form of a decision, and the client's view of it. The pair has a fee here; no real pair has one today.

const at = new Date('2026-03-02T08:00:00Z')
const identity = { id: 'o1', institutionId: 'acme', clordid: 'mine', version: 3n, at }
const pair = { ...pairOf('VCHF/CHF'), feeBps: 10n }
const buy: Order = { pair, side: 'Buy', qty: 300_000_000n, price: 10_005n }
const sell: Order = { ...buy, side: 'Sell' }

const leg = (provider: string, qty: bigint, amount: bigint): Leg => ({
  quote: {
    provider,
    quoteid: `${provider}-${qty}`,
    price: 10_001n,
    qty,
    lot: 1n,
    minimum: 0n,
    reserve: 10_000n,
    anySize: true,
  },
  qty,
  amount,
})
const legs = [leg('desk', 100_000_000n, 10_001n), leg('alpha', 50_000_000n, 5_002n), leg('desk', 150_000_000n, 15_007n)]
const answerTo = (order: Order) => envelopeOf(orderView(filledOrder(identity, order, legs, 30_010n)), at)

describe('a filled order', () => {
  test('is stored with its fee, and is its own trade', () => {
    expect(filledOrder(identity, buy, legs, 30_010n)).toEqual({
      ...identity,
      order: buy,
      state: 'Filled',
      amount: 30_010n,
      fee: 31n,
      legs,
      error: null,
      tradeId: 'o1',
    })
  })

  const envelope = (order: object) => ({
    timestamp: '2026-03-02T08:00:00.000Z',
    result: 'ok',
    order: { clordid: 'mine', ordid: 'o1', ordstatus: 'Filled', fee_currency: 'CHF', ...order },
    error: { code: null, message: null },
    validated: false,
  })

  test('shows a buyer what it bought and sold', () => {
    const exchange = { bought: '300', bought_currency: 'VCHF', sold: '300.1', sold_currency: 'CHF' }
    expect(answerTo({ ...buy, pair: pairOf('VCHF/CHF') })).toEqual(envelope({ ...exchange, fee: '0' }))
    expect(answerTo(buy)).toEqual(envelope({ ...exchange, fee: '0.31' }))
  })

  test('shows a seller the opposite', () => {
    const exchange = { bought: '300.1', bought_currency: 'CHF', sold: '300', sold_currency: 'VCHF' }
    expect(answerTo(sell)).toEqual(envelope({ ...exchange, fee: '0.31' }))
  })
})

describe('a rejected order', () => {
  const rejected = rejectedOrder(identity, buy, 'pair_offline')

  test('is stored without exchanged amounts', () => {
    expect(rejected).toEqual({
      ...identity,
      order: buy,
      state: 'Rejected',
      amount: 0n,
      fee: 0n,
      legs: [],
      error: 'pair_offline',
      tradeId: null,
    })
  })

  test('shows the reason, the cure, and zero amounts', () => {
    // Like an order that a venue did not fill: the row still has the planned amounts.
    const row = { ...orderView(rejected), amount: 30_010n, fee: 31n }
    expect(envelopeOf(row, at)).toMatchObject({
      result: 'error',
      order: { ordid: 'o1', ordstatus: 'Rejected', bought: '0', sold: '0', fee: '0' },
      error: { code: 'pair_offline', message: expect.stringMatching(/^\S.+\. \S.+\.$/) },
      validated: false,
    })
  })
})

test('the legs of one provider are one exchange, in the account that holds its inventory', () => {
  const books = { holderOf: (provider: string) => `inventory of ${provider}` }
  expect(dealOf(books, filledOrder(identity, buy, legs, 30_010n))).toEqual({
    pair,
    side: 'Buy',
    client: 'acme',
    fee: 31n,
    exchanges: [
      { holder: 'inventory of desk', qty: 250_000_000n, amount: 25_008n },
      { holder: 'inventory of alpha', qty: 50_000_000n, amount: 5_002n },
    ],
  })
})

describe('an average price', () => {
  test.each([
    ['VCHF/CHF', 'Buy', 100_000_000n, 10_001n, '1.0001'],
    ['VCHF/CHF', 'Sell', 100_000_000n, 10_001n, '1.0001'],
    // Two thirds: rounded up for the buyer and down for the seller, with as many decimals as needed.
    ['VCHF/CHF', 'Buy', 3_000_000_000n, 200_000n, '0.666667'],
    ['VCHF/CHF', 'Sell', 3_000_000_000n, 200_000n, '0.666666'],
    ['VCHF/ETH', 'Buy', 3_000_000n, 1_000_000_000_000_000n, '0.0003333333333333334'],
    ['VCHF/ETH', 'Sell', 3_000_000n, 1_000_000_000_000_000n, '0.0003333333333333333'],
  ] as const)('%s %s of %s for %s is %s', (symbol, side, qty, amount, price) => {
    expect(averagePrice({ symbol, side, qty, amount })).toBe(price)
  })
})

test('an average price times the quantity gives the amount, with as few decimals as possible', () => {
  const some = fc.oneof(fc.bigInt(1n, 1_000n), fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, 10n ** 24n))
  const one = fc.record({ pair: fc.constantFrom(...allPairs), side, qty: some, amount: some })
  fc.assert(
    fc.property(one, ({ pair, side: which, qty, amount }) => {
      const text = averagePrice({ symbol: pair.symbol, side: which, qty, amount })
      const decimals = text.split('.')[1]?.length ?? 0
      const isBuy = which === 'Buy'
      const minor = ratio(10n ** BigInt(assets[pair.quote].decimals))
      const again = (at: Ratio) => {
        const exact = times(times(quantity(pair, qty), at), minor)
        return isBuy ? floor(exact) : ceiling(exact)
      }
      expect(again(decimal(text))).toBe(amount)
      const exact = by(scaled(amount, assets[pair.quote].decimals), quantity(pair, qty))
      // No client paid more, or got less, than the price states.
      expect(isWithin({ side: which, price: decimal(text) }, exact)).toBe(true)
      if (decimals <= pair.priceDecimals) return
      const finer = times(exact, ratio(10n ** BigInt(decimals - 1)))
      expect(again(scaled(isBuy ? ceiling(finer) : floor(finer), decimals - 1))).not.toBe(amount)
    }),
    { numRuns: 2_000 },
  )
})
