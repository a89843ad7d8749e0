import { expect, test } from 'vitest'
import { batcher } from './batcher.ts'

test('an idle batcher runs at once; items that arrive meanwhile share the next batch', async () => {
  const sizes: number[] = []
  let finish = () => {}
  const { submit } = batcher(async (items: number[]) => {
    sizes.push(items.length)
    if (sizes.length === 1) await new Promise<void>((resolve) => (finish = resolve))
    return items.map((item) => item * 2)
  }, 100)
  const first = submit(1)
  await Promise.resolve().then(() => {})
  const rest = [2, 3, 4].map((item) => submit(item))
  finish()
  expect(await first).toBe(2)
  expect(await Promise.all(rest)).toEqual([4, 6, 8])
  expect(sizes).toEqual([1, 3])
})

test('no batch is larger than the maximum', async () => {
  const sizes: number[] = []
  const { submit } = batcher(async (items: number[]) => {
    sizes.push(items.length)
    return items
  }, 4)
  await Promise.all(Array.from({ length: 10 }, (_, i) => submit(i)))
  expect(sizes).toEqual([4, 4, 2])
})

test('a failed batch rejects its own callers and no others', async () => {
  const { submit, drained } = batcher(async (items: string[]) => {
    if (items.includes('bad')) throw new Error('lost')
    return items
  }, 1)
  const bad = submit('bad')
  const good = submit('good')
  await expect(bad).rejects.toThrow('lost')
  expect(await good).toBe('good')
  await drained()
})

test('drained waits for everything that was submitted', async () => {
  let answered = 0
  const { submit, drained } = batcher(async (items: number[]) => {
    await new Promise((resolve) => setImmediate(resolve))
    return items
  }, 1)
  for (let i = 0; i < 5; i += 1) void submit(i).then(() => (answered += 1))
  await drained()
  expect(answered).toBe(5)
})

test('the next batch starts before the callers of the last one are notified', async () => {
  const seen: string[] = []
  const { submit } = batcher(async (items: string[]) => {
    seen.push(`asked ${items.join('+')}`)
    await new Promise((resolve) => setImmediate(resolve))
    return items
  }, 2)
  const record = async (item: string) => seen.push(`told ${await submit(item)}`)
  await Promise.all(['a', 'b', 'c'].map(record))
  expect(seen).toEqual(['asked a+b', 'asked c', 'told a', 'told b', 'told c'])
})

test('a value that the database refuses rejects only its own caller', async () => {
  const refused = Object.assign(new Error('value too long'), { code: '22001' })
  const { submit } = batcher(async (items: string[]) => {
    if (items.includes('bad')) throw refused
    return items
  }, 10)
  const results = await Promise.allSettled(['a', 'bad', 'b'].map((item) => submit(item)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
