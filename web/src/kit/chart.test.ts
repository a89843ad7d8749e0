import { expect, test } from 'vitest'
import { evenly, niceTicks } from './chart.tsx'

test('an axis has a few round values around all points', () => {
  expect(niceTicks([4_821_617, 6_566_214])).toEqual([4_000_000, 5_000_000, 6_000_000, 7_000_000])
  expect(niceTicks([0.9999, 1.0002])).toEqual([0.9999, 1, 1.0001, 1.0002])
  expect(niceTicks([5, 5]).length).toBeGreaterThan(1)
})

test('the first and the last day are labelled, and none twice', () => {
  expect(evenly(['a', 'b', 'c', 'd', 'e', 'f', 'g'], 4)).toEqual(['a', 'c', 'e', 'g'])
  expect(evenly(['a', 'b'], 4)).toEqual(['a', 'b'])
  expect(evenly(['a'], 4)).toEqual(['a'])
})
