import { expect, test } from 'vitest'
import { withoutGroups } from './amount.ts'

test('groups of thousands are taken out', () => {
  for (const text of ['1,250,000.50', '1’250’000.50', "1'250'000.50", '1 250 000.50', '1\u202f250\u202f000.50'])
    expect(withoutGroups(text), text).toBe('1250000.50')
  expect(withoutGroups(' 1,000 ')).toBe('1000')
})

test('a decimal comma stays, so that the field refuses it instead of multiplying by a hundred', () => {
  for (const text of ['12,5', '1000,50', '1.000,50', '1,5000', '1,00,000', '1,000,5', ',500', '1000,500'])
    expect(withoutGroups(text), text).toBe(text)
})

test('other digits and exponents stay and are refused', () => {
  for (const text of ['1e3', '１０００', '-5', '0x10']) expect(withoutGroups(text)).toBe(text)
})
