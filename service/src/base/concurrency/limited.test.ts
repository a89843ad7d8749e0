import { expect, test } from 'vitest'
import { limited } from './limited.ts'

test('some work runs at once, some waits in turn, and the rest is refused', async () => {
  const limit = limited(2, 2, () => new Error('full'))
  const began: number[] = []
  const ends: (() => void)[] = []
  const run = (n: number) =>
    limit(() => {
      began.push(n)
      return new Promise<number>((resolve) => ends.push(() => resolve(n)))
    })
  const four = [1, 2, 3, 4].map(run)
  await expect(run(5)).rejects.toThrow('full')
  expect(began).toEqual([1, 2])
  ends[0]!()
  expect(await four[0]).toBe(1)
  expect(began).toEqual([1, 2, 3])
  ends[1]!()
  ends[2]!()
  await Promise.all(four.slice(1, 3))
  ends[3]!()
  expect(await four[3]).toBe(4)
  expect(await limit(async () => 6)).toBe(6)
})

test('failed work frees its place too', async () => {
  const limit = limited(1, 0, () => new Error('full'))
  await expect(limit(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(await limit(async () => 'next')).toBe('next')
})
