import { expect, test } from 'vitest'
import { perAddress } from './per-address.ts'

function limited(perSecond: number) {
  let now = 1_000_000
  const limit = perAddress(perSecond, { elapsed: () => now })
  return { ...limit, pass: (ms: number) => (now += ms) }
}

test('the limit per second passes at once, then one per share of a second', () => {
  const { take, wait, pass } = limited(10)
  expect(Array.from({ length: 10 }, () => take('203.0.113.7'))).toEqual(Array.from({ length: 10 }, () => 0))
  expect(take('203.0.113.7')).toBe(100)
  expect(wait('203.0.113.7')).toBe(100)
  pass(100)
  expect(take('203.0.113.7')).toBe(0)
  expect(take('203.0.113.7')).toBe(100)
  pass(5_000)
  expect(take('203.0.113.7')).toBe(0)
})

test('one address does not use up the limit of another, but an IPv6 /64 counts as one', () => {
  const { take } = limited(1)
  expect(take('203.0.113.7')).toBe(0)
  expect(take('203.0.113.8')).toBe(0)
  expect(take('2001:db8:1:2::5')).toBe(0)
  expect(take('2001:db8:1:2:ffff::9')).toBeGreaterThan(0)
  expect(take('2001:db8:1:3::5')).toBe(0)
})

test('a /64 has one name in every spelling of its addresses, and shares it with no other', () => {
  const { take } = limited(1)
  expect(take('2001:db8::1')).toBe(0)
  expect(take('2001:db8:0:0:1::')).toBeGreaterThan(0)
  expect(take('2001:db8::5:1:2:3:4')).toBe(0) // 2001:db8:0:5
  expect(take('2001:db8::6:1:2:3:4')).toBe(0)
  expect(take('::1')).toBe(0)
})
