import { expect, test } from 'vitest'
import { executionTime } from './days.ts'
import { resumed, settlementAt, wallUntil } from './clock.ts'

const minute = 60_000
const clock = { settlement: 1_000 * minute, wall: 10 * minute, speed: 60 }

test('settlement time is wall time until it is set, then runs at its own speed', () => {
  expect(settlementAt(null, 5)).toBe(5)
  expect(settlementAt(clock, 11 * minute)).toBe(1_060 * minute)
  expect(wallUntil(clock, 10 * minute, 1_120 * minute)).toBe(2 * minute)
  expect(wallUntil({ ...clock, speed: 0 }, 10 * minute, 1_120 * minute)).toBeNull()
})

test('a short absence is made up for, a long one is not', () => {
  expect(resumed(clock, 20 * minute, 20.2 * minute)).toBeNull()
  const back = resumed(clock, 11 * minute, 600 * minute)
  expect(back).toEqual({ settlement: 1_060 * minute, wall: 600 * minute, speed: 60 })
})

test.each([
  ['SIC', '2026-04-02', '2026-04-02T10:00:00Z', '2026-04-02T10:00:00.000Z', 'Thursday before the cut-off: at once'],
  ['SIC', '2026-04-02', '2026-04-02T15:00:00Z', '2026-04-07T06:15:00.000Z', 'after it: Easter lies between'],
  ['SIC', '2026-04-03', '2026-04-02T10:00:00Z', '2026-04-07T06:15:00.000Z', 'asked for Good Friday'],
  ['UK', '2026-04-03', '2026-04-03T10:00:00Z', '2026-04-07T08:40:00.000Z', 'on Good Friday itself'],
  [
    'SIC',
    '2026-12-31',
    '2026-12-31T16:00:00Z',
    '2027-01-04T07:15:00.000Z',
    "year's end; Berchtold's day is a Saturday",
  ],
  ['UK', '2026-03-30', '2026-03-27T10:00:00Z', '2026-03-30T08:40:00.000Z', 'over the change to summer time'],
] as const)('%s, for %s, given at %s: leaves at %s (%s)', (system, date, given, leaves, _why) => {
  expect(executionTime(system, date, new Date(given)).toISOString()).toBe(leaves)
})
