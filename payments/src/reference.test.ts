import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isQrReference, isScorReference, qrReference, scorReference } from './reference.ts'

test('the published examples are valid', () => {
  expect(qrReference('21000000000313947143000901')).toBe('210000000003139471430009017')
  expect(isQrReference('210000000003139471430009017')).toBe(true)
  expect(scorReference('539007547034')).toBe('RF18539007547034')
  expect(isScorReference('RF18539007547034')).toBe(true)
})

test('a generated reference is valid, and with any one digit mistyped it is not', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 26n - 1n), fc.nat(26), fc.integer({ min: 1, max: 9 }), (body, at, shift) => {
      const reference = qrReference(String(body))
      const typo = (Number(reference[at]) + shift) % 10
      expect(isQrReference(reference)).toBe(true)
      expect(isQrReference(reference.slice(0, at) + typo + reference.slice(at + 1))).toBe(false)
    }),
  )
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{1,21}$/), fc.nat(20), (body, at) => {
      const reference = scorReference(body)
      const position = 4 + (at % body.length)
      const typo = reference[position] === '7' ? '8' : '7'
      expect(isScorReference(reference)).toBe(true)
      expect(isScorReference(reference.slice(0, position) + typo + reference.slice(position + 1))).toBe(false)
    }),
  )
})

test('letters in a SCOR reference count as their numbers', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z0-9]{1,21}$/), (body) => {
      expect(isScorReference(scorReference(body))).toBe(true)
    }),
  )
})

test.each(['21000000000313947143000901', '21 00000 00003 13947 14300 09017', '', 'RF18539007547034'])(
  '"%s" is not a QR reference',
  (text) => {
    expect(isQrReference(text)).toBe(false)
  },
)

test('an unsuitable body is refused', () => {
  expect(() => qrReference('1'.repeat(27))).toThrow('1 to 26 digits')
  expect(() => qrReference('12a')).toThrow('1 to 26 digits')
  expect(() => scorReference('abc')).toThrow('capitals and digits')
})
