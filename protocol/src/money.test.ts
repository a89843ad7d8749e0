import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AssetCode, assets } from './assets.ts'
import {
  amount,
  amountText,
  formatAmount,
  formatMinor,
  formatPrice,
  minus,
  MoneyError,
  parseAmount,
  parsePrice,
  type Rounding,
  times,
} from './money.ts'

const assetCode = fc.constantFrom(...(Object.keys(assets) as AssetCode[]))

/** Any amount of a caller: at most 18 digits before the point, within the bookable range. */
const anyAmount = assetCode.chain((asset) => {
  const digits = Math.min(18 + assets[asset].decimals, 29)
  return fc.bigInt(0n, 10n ** BigInt(digits) - 1n).map((minor) => amount(asset, minor))
})

function ruleOf(parse: () => unknown): string {
  try {
    parse()
  } catch (error) {
    if (error instanceof MoneyError && error.name === 'MoneyError') return error.rule
    throw error
  }
  return 'accepted'
}

test('a written amount can be read back, to the last minor unit', () => {
  fc.assert(
    fc.property(anyAmount, (money) => {
      expect(parseAmount(formatAmount(money), money.asset)).toEqual(money)
    }),
  )
})

test('an amount is written in one way only: no trailing zeros, no bare point', () => {
  fc.assert(
    fc.property(anyAmount, (money) => {
      expect(formatAmount(money)).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
    }),
  )
})

test.each([
  ['1000.50', 'CHF', 100050n, '1000.5'],
  ['1000', 'CHF', 100000n, '1000'],
  ['0', 'VCHF', 0n, '0'],
  ['0.000001', 'VCHF', 1n, '0.000001'],
  ['0.000000000000000001', 'ETH', 1n, '0.000000000000000001'],
  ['999999999999999999.99', 'GBP', 99999999999999999999n, '999999999999999999.99'],
] as const)('%s %s is %s minor units and is written %s', (text, asset, minor, written) => {
  expect(parseAmount(text, asset).minor).toBe(minor)
  expect(formatAmount(amount(asset, minor))).toBe(written)
})

const notNumbers = [
  '',
  ' 1',
  '1 ',
  '+1',
  '-1',
  '.5',
  '1.',
  '01',
  '00',
  '1e3',
  '1,000',
  '0x1',
  'NaN',
  '١',
  '1\n',
  '1.2.3',
]
test.each([...notNumbers, '1000000000000000000', '0.0000000000000000001'])('%j is not an amount', (text) => {
  expect(ruleOf(() => parseAmount(text, 'ETH'))).toBe('format')
})

test('an amount finer than the asset is refused, not rounded, even if the rest is zeros', () => {
  expect(ruleOf(() => parseAmount('1.001', 'CHF'))).toBe('decimals')
  expect(parseAmount('100000000000', 'ETH').minor).toBe(10n ** 29n)
  expect(ruleOf(() => parseAmount('100000000000.000000000000000001', 'ETH'))).toBe('range')
  expect(() => parseAmount('999999999999999999', 'ETH')).toThrow('Too large: at most 100000000000 ETH.')
  expect(ruleOf(() => parseAmount('1.000', 'CHF'))).toBe('decimals')
  expect(ruleOf(() => parseAmount('1.0000001', 'VCHF'))).toBe('decimals')
})

test('people are shown groups of three digits and at least two decimals', () => {
  const shown = (text: string, asset: AssetCode) => amountText(parseAmount(text, asset))
  expect(shown('180000', 'VGBP')).toBe('180,000.00 VGBP')
  expect(shown('1234567.5', 'CHF')).toBe('1,234,567.50 CHF')
  expect(shown('999', 'CHF')).toBe('999.00 CHF')
  expect(shown('1000.123456', 'VCHF')).toBe('1,000.123456 VCHF')
})

test('an error about a wrong amount says how to write it', () => {
  expect(() => parseAmount('1e3', 'CHF')).toThrow(
    'Not a decimal number. Write digits with at most one point, such as 1000.50.',
  )
  expect(() => parseAmount('1.001', 'CHF')).toThrow('Too fine: CHF has at most 2 decimals.')
})

test('a negative amount can be shown', () => {
  expect(formatMinor(-5n, 2)).toBe('-0.05')
  expect(formatMinor(-1000n, 0)).toBe('-1000')
})

test('a price has the decimals of its pair', () => {
  expect(formatPrice(parsePrice('1.0002', 'VCHF', 'CHF', 4))).toBe('1.0002')
  expect(ruleOf(() => parsePrice('1.00021', 'VCHF', 'CHF', 4))).toBe('decimals')
  expect(() => parsePrice('1.00021', 'VCHF', 'CHF', 4)).toThrow('Too fine: a VCHF/CHF price has at most 4 decimals.')
})

const roundings: [Rounding, string][] = [
  ['up', '1000.71'],
  ['down', '1000.7'],
  ['half_even', '1000.7'],
]
test.each(roundings)('1000.50 VCHF at 1.0002 rounded %s is %s CHF', (rounding, cost) => {
  // exactly 1000.7001
  expect(formatAmount(times(parseAmount('1000.50', 'VCHF'), parsePrice('1.0002', 'VCHF', 'CHF', 4), rounding))).toBe(
    cost,
  )
})

test('from the exact middle, half_even goes to the even neighbour', () => {
  const at = (price: string) =>
    formatAmount(times(parseAmount('1', 'VCHF'), parsePrice(price, 'VCHF', 'CHF', 4), 'half_even'))
  expect([at('0.005'), at('0.015'), at('0.025'), at('0.0251')]).toEqual(['0', '0.02', '0.02', '0.03'])
})

test('a product in a finer asset is exact', () => {
  const ether = times(parseAmount('30', 'VCHF'), parsePrice('0.000333333', 'VCHF', 'ETH', 9), 'down')
  expect(formatAmount(ether)).toBe('0.00999999')
})

test('rounding never moves a product by a whole minor unit, and goes in the stated direction', () => {
  const price = fc.record({ base: assetCode, quote: assetCode, units: fc.bigInt(0n, 10n ** 20n), decimals: fc.nat(18) })
  fc.assert(
    fc.property(price, fc.bigInt(-(10n ** 24n), 10n ** 24n), (price, minor) => {
      const exact = minor * price.units * 10n ** BigInt(assets[price.quote].decimals)
      const one = 10n ** BigInt(assets[price.base].decimals + price.decimals)
      const off = (rounding: Rounding) => times(amount(price.base, minor), price, rounding).minor * one - exact
      const away = minor < 0n ? -1n : 1n
      expect(off('up') * away >= 0n && off('up') * away < one).toBe(true)
      expect(off('down') * away <= 0n && off('down') * away > -one).toBe(true)
      const nearest = off('half_even')
      expect(2n * (nearest < 0n ? -nearest : nearest) <= one).toBe(true)
    }),
  )
})

test('amounts of two assets do not mix', () => {
  const chf = amount('CHF', 1n)
  expect(() => minus(chf, amount('GBP', 1n))).toThrow('CHF and GBP')
  expect(() => times(chf, parsePrice('1', 'VCHF', 'CHF', 0), 'down')).toThrow('CHF')
  expect(minus(chf, amount('CHF', 3n))).toEqual(amount('CHF', -2n))
})
