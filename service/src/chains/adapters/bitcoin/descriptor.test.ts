import { expect, test } from 'vitest'
import { watchedAddress } from './descriptor.ts'

// That nodes take them is shown by chain.test.ts: they refuse a descriptor whose checksum is wrong.

test.each([
  ['mkmZxiEcEd8ZqjQWVZuC6so5dFMKEFpN2j', '#02wpgw69'],
  ['a', '#0knudhn9'],
])('the descriptor of %s ends with the checksum that a node gives it', (address, checksum) => {
  expect(watchedAddress(address)).toBe(`addr(${address})${checksum}`)
})

test('what has letters that no descriptor has is refused', () => {
  expect(() => watchedAddress('é')).toThrow('is no descriptor')
})
