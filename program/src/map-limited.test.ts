import { expect, test } from 'vitest'
import { mapLimited } from './map-limited.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('exactly the limit runs at once; results are in the order of the items', async () => {
  let running = 0
  let most = 0
  const doubled = await mapLimited([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    running += 1
    most = Math.max(most, running)
    for (let left = 7 - item; left >= 0; left -= 1) await turn()
    running -= 1
    return item * 2
  })
  expect(doubled).toEqual([2, 4, 6, 8, 10, 12, 14])
  expect(most).toBe(3)
})

test('a free slot is used at once: one slow item does not delay the others', async () => {
  const slow = Promise.withResolvers<void>()
  const seen: number[] = []
  const all = mapLimited([0, 1, 2, 3], 2, async (item) => {
    if (item === 0) await slow.promise
    seen.push(item)
    if (item === 3) slow.resolve()
  })
  await all
  expect(seen).toEqual([1, 2, 3, 0])
})

test('after a failure no further item is started', async () => {
  const started: number[] = []
  const work = async (item: number) => {
    started.push(item)
    await turn()
    if (item === 1) throw new Error('lost')
  }
  await expect(mapLimited([1, 2, 3, 4], 2, work)).rejects.toThrow('lost')
  await turn()
  await turn()
  expect(started).toEqual([1, 2])
})

test('an empty list starts nothing', async () => {
  expect(await mapLimited([], 8, () => Promise.reject(new Error('asked')))).toEqual([])
})
