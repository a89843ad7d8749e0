import { compare, minus, ratio, times } from '@specie/test/trading/ratio.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeOf, orderMaximum, pairOf, priceOf, quantityOf, sideOf } from './pair.ts'

const vchf = pairOf('VCHF/CHF')
const refusal = (details: object, message: string) =>
  expect.objectContaining({ code: 'invalid_order', details, message })

test('the terms of a pair are integers', () => {
  expect(vchf).toEqual({
    symbol: 'VCHF/CHF',
    base: 'VCHF',
    quote: 'CHF',
    minimum: 100_000n,
    maximum: 5_000_000_000_000n,
    step: 10_000n,
    qtyDecimals: 2,
    priceDecimals: 4,
    bandBps: 100n,
    feeBps: 0n,
    par: 10_000n,
    up: 1n,
    down: 100_000_000n,
  })
  // Ether is finer than quantity × price.
  expect(pairOf('VCHF/ETH')).toMatchObject({ up: 1_000n, down: 1n })
})

test('an unknown pair is named', () => {
  expect(() => pairOf('VCHF/EUR')).toThrow(
    expect.objectContaining({ code: 'unknown_symbol', details: { field: 'symbol', symbol: 'VCHF/EUR' } }),
  )
})

test('the maximum of an order is given in units of the base', () => {
  expect(orderMaximum(pairOf('BTC/GBP'))).toEqual({
    limit: 'order_maximum',
    asset: 'BTC',
    left: '50',
    resets_at: null,
  })
})

describe('a side', () => {
  test('is one of two words', () => expect(['Buy', 'Sell'].map(sideOf)).toEqual(['Buy', 'Sell']))

  test.each(['buy', 'SELL', ''])('%o is refused', (text) => {
    expect(() => sideOf(text)).toThrow(refusal({ field: 'side', rule: 'enum' }, 'Send Buy or Sell as `side`.'))
  })
})

describe('a quantity', () => {
  test.each([
    ['0.1', 100_000n],
    ['0.11', 110_000n],
    ['5000000', 5_000_000_000_000n],
  ])('%s, from the minimum to the maximum', (text, minor) => expect(quantityOf(vchf, text)).toBe(minor))

  const range = '`orderqty` must be from 0.1 to 5000000 VCHF.'
  test.each([
    ['0.09', 'range', range],
    ['5000000.01', 'range', range],
    ['0.101', 'decimals', '`orderqty` has at most 2 decimals here.'],
    ['0.1000001', 'decimals', '`orderqty`: Too fine: VCHF has at most 6 decimals.'],
    ['1e3', 'format', '`orderqty`: Not a decimal number. Write digits with at most one point, such as 1000.50.'],
  ])('%s is refused by the rule %s', (text, rule, message) => {
    expect(() => quantityOf(vchf, text)).toThrow(refusal({ field: 'orderqty', rule }, message))
  })
})

describe('a price', () => {
  test('is above zero, with at most the pair’s decimals', () => expect(priceOf(vchf, '0.0001')).toBe(1n))

  test.each([
    ['0', 'positive', '`price` must be above zero.'],
    ['1.00001', 'decimals', '`price`: Too fine: a VCHF/CHF price has at most 4 decimals.'],
    ['-1', 'format', '`price`: Not a decimal number. Write digits with at most one point, such as 1000.50.'],
  ])('%s is refused by the rule %s', (text, rule, message) => {
    expect(() => priceOf(vchf, text)).toThrow(refusal({ field: 'price', rule }, message))
  })
})

test('an internal error is not reported as a client error', () => {
  const unknown = { ...vchf, base: 'XAU' as 'VCHF' }
  expect(() => quantityOf(unknown, '1')).toThrow(TypeError)
})

test('a fee is rounded up, by less than one minor unit', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10_000n), fc.bigInt(1n, 10n ** 30n), (feeBps, amount) => {
      const off = minus(
        ratio(feeOf({ ...pairOf('VCHF/CHF'), feeBps }, amount)),
        times(ratio(amount), ratio(feeBps, 10_000n)),
      )
      expect(compare(off, ratio(0n))).toBeGreaterThanOrEqual(0)
      expect(compare(off, ratio(1n))).toBeLessThan(0)
    }),
  )
})
