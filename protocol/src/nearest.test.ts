import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

test.each([
  ['blokchain', 'blockchain'],
  ['tow', 'two'],
  ['o', 'on'],
  ['f0', null],
  ['q', null],
  ['something', null],
])('%s is taken for %s', (typed, meant) => {
  expect(nearest(typed, ['on', 'two', 'asset', 'blockchain'])).toBe(meant)
})
