import { expect, test } from 'vitest'
import { momentsOf, presets } from './period.ts'

test('months end on their last day, over the turn of the year', () => {
  const [thisMonth, lastMonth, year] = presets(Date.parse('2027-01-05T10:00:00Z')).map(({ period }) => period)
  expect(thisMonth).toEqual({ from: '2027-01-01', to: '2027-01-05' })
  expect(lastMonth).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(year).toEqual({ from: '2027-01-01', to: '2027-01-05' })
})

test('the last day is part of the period', () => {
  expect(momentsOf({ from: '2026-02-01', to: '2026-02-28' })).toEqual({
    from: '2026-02-01T00:00:00.000Z',
    to: '2026-03-01T00:00:00.000Z',
  })
})
