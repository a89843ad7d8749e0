import { expect, test } from 'vitest'
import { slots } from './slots.ts'

/** A service with a fixed rate, first in first out, and callers that retry at once. */
function run(perSecond: number, callers: number, seconds: number, { maximum = 2_000, from = 0.5 } = {}) {
  let now = 0
  const underWay = { requests: 0 }
  const room = slots({ maximum: maximum, perAddress: maximum, slowMs: 300 }, { elapsed: () => now }, underWay)
  const queue: number[] = []
  const took: number[] = []
  let shed = 0
  for (let done = 0; now < seconds * 1_000; now += 1) {
    for (; done < (now * perSecond) / 1_000 && queue.length > 0; done += 1) {
      const since = queue.shift()!
      room.leave('a', since)
      if (now >= seconds * 1_000 * from) took.push(now - since)
    }
    if (queue.length === 0) done = (now * perSecond) / 1_000
    for (let idle = callers - queue.length; idle > 0; idle -= 1) {
      if (!room.hasRoom('a')) {
        shed += 1
        break
      }
      room.take('a')
      queue.push(now)
    }
  }
  return { longest: Math.max(...took), answered: took.length, shed, underWay: underWay.requests }
}

test.each([
  [300, 3_000],
  [1_500, 15_000],
  [4_000, 40_000],
])(
  'a service that answers %i a second, with %i callers: who is let in waits less than half a second',
  (each, callers) => {
    const { longest, answered, shed } = run(each, callers, 20)
    expect(longest).toBeLessThan(450)
    expect(shed).toBeGreaterThan(0)
    // The service is never idle.
    expect(answered).toBeGreaterThan(each * 9.5)
  },
)

test('an unexpected burst: admitted requests wait less than a second', () => {
  const { longest, answered, shed } = run(500, 5_000, 3, { from: 0 })
  expect(answered).toBeGreaterThan(500)
  expect(longest).toBeLessThan(1_000)
  expect(shed).toBeGreaterThan(0)
})

test('a load that can be served is admitted completely', () => {
  expect(run(1_500, 300, 10)).toMatchObject({ shed: 0, underWay: 300 })
})

test('a minimum is admitted, however slow the answers are', () => {
  expect(run(1, 80, 60)).toMatchObject({ shed: 0, underWay: 80 })
})

test('an address has its share, and may take released slots again', () => {
  const underWay = { requests: 0 }
  const room = slots({ maximum: 10, perAddress: 3, slowMs: 300 }, { elapsed: () => 0 }, underWay)
  for (let n = 0; n < 3; n += 1) room.take('a')
  expect([room.hasRoom('a'), room.hasRoom('b')]).toEqual([false, true])
  room.leave('a', 0)
  expect([room.hasRoom('a'), underWay.requests]).toEqual([true, 2])
})
