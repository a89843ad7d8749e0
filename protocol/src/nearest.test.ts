import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

test.each([
  ['tow', ['on', 'one', 'two'], 'two'],
  ['o', ['on', 'asset'], 'on'],
  ['wire', ['wires', 'deposits'], 'wires'],
  ['private/mint', ['private/mintTokens', 'private/cancelMint', 'private/statement'], 'private/mintTokens'],
  ['bank imprt file.xml', ['bank import', 'bank cases'], 'bank import'],
  ['f0', ['on', 'asset'], null],
  ['xyz', ['one', 'two'], null],
  ['anything', [], null],
])('%j of %j is %j', (typed, names, meant) => {
  expect(nearest(typed, names)).toBe(meant)
})
