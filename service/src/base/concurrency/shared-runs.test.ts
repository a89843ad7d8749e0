import { setTimeout } from 'node:timers/promises'
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

test('a failed run rejects its own callers, and the next run still begins', async () => {
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

test('a caller that calls again after each run does not delay the others', async () => {
  let runs = 0
  let isAnswered = false
  const call = sharedRuns(async () => {
    runs += 1
    await setTimeout(1)
  })
  const busy = (async () => {
    while (!isAnswered && runs < 50) await call()
  })()
  await call()
  isAnswered = true
  expect(runs).toBe(2)
  await busy
})

test('calls at any moment are answered by the first run that begins after them', async () => {
  let begun = 0
  const call = sharedRuns(async () => {
    begun += 1
    await Promise.resolve()
  })
  const asked = Array.from({ length: 40 }, async (_, n) => {
    for (let turn = 0; turn < n; turn += 1) await Promise.resolve()
    const before = begun
    await call()
    // One more run may begin before the caller gets its turn.
    expect(begun - before).toBeOneOf([1, 2])
  })
  await Promise.all(asked)
})
