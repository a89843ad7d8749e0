import { expect, test } from 'vitest'
import { automaticEnd, placedBy } from './automatic-end.ts'

const hold = {
  reason: 'debt_review',
  state: 'rejected',
  maker: 'institution',
  automatic: true,
  placed_by_name: null,
} as const

test('a review because of a debt was placed by the service, whoever acted when the debt arose', () => {
  expect(placedBy({ ...hold, placed_by_name: 'Nora Keller' })).toBe('the service, because of a debt')
  expect(placedBy({ ...hold, reason: 'aml_review', placed_by_name: 'Nora Keller' })).toBe('Nora Keller')
})

test('what its institution canceled was decided by nobody', () => {
  expect(automaticEnd(hold)).toMatch(/its institution canceled/)
  expect(automaticEnd({ ...hold, reason: 'account_suspended', state: 'released' })).toMatch(/could act again/)
  expect(automaticEnd({ ...hold, reason: 'account_suspended' })).toMatch(/offboarded/)
  expect(automaticEnd({ ...hold, maker: 'person:1' })).toBe(null)
  expect(automaticEnd({ ...hold, state: 'placed', maker: null })).toBe(null)
})
