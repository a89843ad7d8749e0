import { expect, test } from 'vitest'
import { watchedAddress } from './descriptor.ts'

// chain.test.ts shows that nodes accept them: a node refuses a descriptor with a wrong checksum.

test.each([
  ['mkmZxiEcEd8ZqjQWVZuC6so5dFMKEFpN2j', '#02wpgw69'],
  ['a', '#0knudhn9'],
])('the descriptor of %s has the same checksum as a node computes', (address, checksum) => {
  expect(watchedAddress(address)).toBe(`addr(${address})${checksum}`)
})

test('a text with characters that descriptors do not allow is refused', () => {
  expect(() => watchedAddress('é')).toThrow('is not a descriptor')
})
