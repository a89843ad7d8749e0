import { expect, test } from 'vitest'
import type { Exit } from './guard.ts'
import { keepRunning, type Running } from './supervise.ts'

type Worker = Running & { die(): void }

/** A task that runs until it is ended. */
function worker(): Worker {
  const { promise, resolve } = Promise.withResolvers<Exit>()
  return {
    exited: promise,
    die: () => resolve({ code: null, signal: 'SIGKILL' }),
    stop: async () => resolve({ code: 0, signal: null }),
  }
}

function kept(start: (n: number) => Promise<Worker>) {
  const output: string[] = []
  const gaveUp = Promise.withResolvers<string>()
  let starts = 0
  const keeper = keepRunning({
    name: 'The worker',
    start: () => start(++starts),
    say: (line) => output.push(line),
    giveUp: gaveUp.resolve,
  })
  return { ...keeper, said: output, gaveUp: gaveUp.promise, starts: () => starts }
}

test('a dead task is started again, with a message', async () => {
  const second = Promise.withResolvers<void>()
  const { ready, stop, said } = kept(async (n) => {
    if (n === 2) second.resolve()
    return worker()
  })
  ;(await ready).die()
  await second.promise
  await stop(false)
  expect(said[0]).toBe('The worker ended unexpectedly (SIGKILL); starting it again.')
})

test('a task that dies repeatedly at once is given up', async () => {
  const { gaveUp, starts } = kept(async () => {
    const one = worker()
    one.die()
    return one
  })
  expect(await gaveUp).toBe('The worker died 5 times in a row (SIGKILL); giving up.')
  expect(starts()).toBe(5)
})

test('a first start that fails is reported, not retried', async () => {
  const { ready, starts, stop } = kept(() => Promise.reject(new Error('The port is taken.')))
  await expect(ready).rejects.toThrow('The port is taken.')
  await stop(false)
  expect(starts()).toBe(1)
})

test('a stopped task is not restarted', async () => {
  const { ready, stop, starts } = kept(async () => worker())
  await ready
  await stop(false)
  expect(starts()).toBe(1)
})
