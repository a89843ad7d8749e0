import { expect, test } from 'vitest'
import { sharedRuns } from './shared-runs.ts'

/** Work whose runs end when the test says so. */
function steered() {
  const runs: PromiseWithResolvers<void>[] = []
  const call = sharedRuns(() => {
    runs.push(Promise.withResolvers())
    return runs.at(-1)!.promise
  })
  return { runs, call }
}

test('calls during a run share the next one', async () => {
  const { runs, call } = steered()
  const first = call()
  const others = [call(), call(), call()]
  expect(runs).toHaveLength(1)
  runs[0]!.resolve()
  await first
  await expect.poll(() => runs.length).toBe(2)
  runs[1]!.resolve()
  await Promise.all(others)
  expect(runs).toHaveLength(2)
})

test('a run that fails is told to its own callers, and the next one begins all the same', async () => {
  const { runs, call } = steered()
  const first = call()
  const second = call()
  runs[0]!.reject(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  await expect.poll(() => runs.length).toBe(2)
  runs[1]!.resolve()
  await second
  const third = call()
  expect(runs).toHaveLength(3)
  runs[2]!.resolve()
  await third
})
