import { machines } from '@specie/protocol/machines.ts'
import { expect, test } from 'vitest'
import { pathAhead } from './timeline.tsx'

test('what comes next is the way on which nothing goes wrong', () => {
  expect(pathAhead(machines.mint, 'screening')).toEqual(['funded', 'sending', 'confirming', 'settled'])
  expect(pathAhead(machines.mint, 'settled')).toEqual([])
  expect(pathAhead(machines.api_key, 'registered', 'active')).toEqual(['active'])
})

test('a machine that goes in circles has an end', () => {
  expect(pathAhead(machines.kyb_case, 'in_review')).toEqual(['approved', 'periodic_review'])
})
