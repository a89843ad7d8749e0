import { expect, test } from 'vitest'
import { automaticEnd, placedBy } from './automatic-end.ts'

const hold = {
  reason: 'debt_review',
  state: 'rejected',
  maker: 'institution',
  automatic: true,
  placed_by_name: null,
} as const

test('a review because of a debt is placed by the service', () => {
  expect(placedBy({ ...hold, placed_by_name: 'Nora Keller' })).toBe('the service, because of a debt')
  expect(placedBy({ ...hold, reason: 'aml_review', placed_by_name: 'Nora Keller' })).toBe('Nora Keller')
})

test('a hold for the Travel Rule is placed and ended by the service', () => {
  expect(placedBy({ ...hold, reason: 'travel_rule' })).toBe('the service, because of the Travel Rule')
  expect(placedBy({ ...hold, reason: 'travel_rule', automatic: false })).toBe('staff')
  expect(automaticEnd({ ...hold, reason: 'travel_rule', maker: 'travel_rule' })).toMatch(/has not approved/)
})

test('a hold on a canceled transaction ended without a decision', () => {
  expect(automaticEnd(hold)).toMatch(/the institution canceled/)
  expect(automaticEnd({ ...hold, reason: 'account_suspended', state: 'released' })).toMatch(/could act again/)
  expect(automaticEnd({ ...hold, reason: 'account_suspended' })).toMatch(/offboarded/)
  expect(automaticEnd({ ...hold, maker: 'person:1' })).toBe(null)
  expect(automaticEnd({ ...hold, state: 'placed', maker: null })).toBe(null)
})
