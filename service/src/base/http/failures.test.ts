import { expect, test } from 'vitest'
import { failures } from './failures.ts'

function counting(perSecond: number) {
  let now = 1_000_000
  const counts = failures(perSecond, { elapsed: () => now })
  const arrives = (block: string, key: string) => {
    try {
      return counts.arrive(block, key)
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate_limited' })
      return null
    }
  }
  return { ...counts, arrives, pass: (ms: number) => (now += ms) }
}

test('calls count when they arrive, and no longer once their signature is verified', () => {
  const { arrives, succeed, refund, pass } = counting(2)
  const [first, second] = [arrives('a', 'k'), arrives('a', 'k')]
  expect(arrives('a', 'k')).toBeNull()
  expect(arrives('b', 'k')).not.toBeNull()
  refund(second!)
  expect(arrives('a', 'other')).not.toBeNull()
  expect(arrives('a', 'k')).toBeNull()
  succeed(first!)
  expect(arrives('a', 'k')).not.toBeNull()
  pass(1_000)
  expect(arrives('a', 'other')).not.toBeNull()
})

test('a verified key is not locked out by others at its address, nor they by it', () => {
  const { arrives, succeed } = counting(2)
  succeed(arrives('a', 'good')!)
  expect([arrives('a', 'bad'), arrives('a', 'worse'), arrives('a', 'bad')].map((one) => one !== null)).toEqual([
    true,
    true,
    false,
  ])
  for (let n = 0; n < 10; n += 1) succeed(arrives('a', 'good')!)
  expect([arrives('a', 'good'), arrives('a', 'good'), arrives('a', 'good')].map((one) => one !== null)).toEqual([
    true,
    true,
    false,
  ])
  // From another address it is not verified.
  expect([arrives('b', 'bad'), arrives('b', 'bad'), arrives('b', 'good')].map((one) => one !== null)).toEqual([
    true,
    true,
    false,
  ])
})
