import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal } from './decimal.ts'

describe('decimal', () => {
  test('is exact, unlike floats', () => {
    expect(String(decimal('0.1').plus('0.2'))).toBe('0.3')
    expect(String(decimal('1').minus('0.000000000000000001'))).toBe('0.999999999999999999')
    expect(String(decimal('1.001').times('1000.5'))).toBe('1001.5005')
  })

  test.each([
    ['1.50', '1.5'],
    ['1000', '1000'],
    ['0.00', '0'],
    ['-0.50', '-0.5'],
    ['10', '10'],
  ])('%s is written %s', (given, text) => {
    expect(String(decimal(given))).toBe(text)
    expect(JSON.stringify({ amount: decimal(given) })).toBe(`{"amount":"${text}"}`)
  })

  test('compares by value', () => {
    expect(decimal('1.50').equals('1.5')).toBe(true)
    expect(['10', '9.99', '-1'].toSorted((a, b) => decimal(a).compare(b))).toEqual(['-1', '9.99', '10'])
  })

  test('a number is refused, by the compiler and at run time', () => {
    // @ts-expect-error: a number is not an amount
    expect(() => decimal(1.5)).toThrow('floating-point number')
    // @ts-expect-error: a number is not an amount
    expect(() => decimal('1').plus(2)).toThrow('floating-point number')
  })

  test.each(['', '1,5', '1e3', '.5', '1.', '01', '+1', 'NaN', '1 000', ' 1'])(
    '«%s» is not a decimal number',
    (text) => {
      expect(() => decimal(text)).toThrow('not a decimal number')
    },
  )

  test('operators would treat it as text, and are refused', () => {
    const [amount, other] = [decimal('1'), decimal('2')] as unknown as [number, number]
    expect(() => amount + other).toThrow('Use plus')
    expect(() => amount < other).toThrow('Use plus')
    expect(String(decimal('1.50'))).toBe('1.5')
  })

  test('addition and subtraction are inverse', () => {
    const amount = fc
      .tuple(fc.bigInt(-(10n ** 30n), 10n ** 30n), fc.integer({ min: 0, max: 18 }))
      .map(([units, scale]) => {
        const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
        const point = digits.length - scale
        return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${scale === 0 ? '' : `.${digits.slice(point)}`}`
      })
    fc.assert(fc.property(amount, amount, (a, b) => decimal(a).plus(b).minus(b).equals(a)))
  })
})
