import { expect, test } from 'vitest'
import { rangeOf, stepText } from './price-points.ts'

const now = Date.parse('2026-03-02T12:00:00Z')

test('the axis covers the span, even if the first price is minutes old', () => {
  expect(rangeOf('24h', { at: '2026-03-02T11:55:00Z', value: 1 }, now)).toEqual({ from: now - 86_400_000, to: now })
  const ahead = { at: '2026-03-02T12:00:01Z', value: 1 }
  expect(rangeOf('1h', ahead, now).to).toBe(now + 1_000)
})

test('each span names the interval of its prices', () => {
  expect((['1h', '24h', '7d', '30d'] as const).map(stepText)).toEqual([
    'a minute',
    'every 5 minutes',
    'every 30 minutes',
    'every 2 hours',
  ])
})
