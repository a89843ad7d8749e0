import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPrograms, type Program, programIn, programs } from '@specie/local/programs.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useChains } from '../../bench/start.ts'
import { countOf } from '../seeded-random.ts'
import { compiled } from './process.ts'
import { npmStart, processesOf, type Started } from './start.ts'

// Alone on the machine: parallel tests would affect the measurement.

/** A busy machine makes a start slower. */
const measured = { retry: 2 }
const inUse = { ...measured, timeout: 300_000 }

const transactions = countOf('TRANSACTIONS', 6_000, 2_000)

let folder: string
let running: Started
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-start-'))
  running = await npmStart(folder)
})
afterAll(async () => {
  await running.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The duration of `loading` on the reference machine: two idle cores. */
const usualMs = 650

/**
 * A start without its waits: the three programs load all their code at once and end, because a port is invalid. It loads the
 * machine like a start, so it slows down equally; Node alone would be too short.
 */
async function loading(): Promise<number> {
  const built = await buildPrograms(() => {})
  const env = { NODE_COMPILE_CACHE: compiled, PORT: 'x', DEVNET_PORT: 'x', COUNTERPARTS_PORT: 'x' }
  const began = performance.now()
  await Promise.all(
    (Object.keys(programs) as Program[]).map((name) =>
      once(spawn(process.execPath, [programIn(built, name)], { env, stdio: 'ignore' }), 'exit'),
    ),
  )
  return performance.now() - began
}

/** The current slowdown of this machine. */
async function slowness(): Promise<number> {
  const taken = [await loading(), await loading(), await loading()].toSorted((a, b) => a - b)
  return Math.max(1, taken[1]! / usualMs)
}

async function expectSoon(limitMs: number): Promise<void> {
  await expect.poll(() => processesOf(folder), { timeout: 20_000 }).toEqual([])
  const before = await slowness()
  running = await npmStart(folder)
  const times = Math.max(before, await slowness())
  console.log(`ready after ${Math.round(running.tookMs)} ms, on a machine ${times.toFixed(1)} times as slow as usual`)
  expect(running.tookMs).toBeLessThan(limitMs * times)
}

test('the second start is ready within five seconds', { ...measured, timeout: 120_000 }, async () => {
  await running.stop()
  await expectSoon(5_000)
})

test(`after ${transactions} transactions on the chains and a kill of all: within six`, inUse, async () => {
  const [url, token] = ['devnet.url', 'uat.token'].map((name) => readFileSync(join(folder, name), 'utf8').trim())
  await useChains(url!, transactions, token)
  for (const { pid } of processesOf(folder)) process.kill(pid, 'SIGKILL')
  // PostgreSQL recovers first, and the chains replay the events after their last snapshot.
  await expectSoon(6_000)
})

test(`after ${transactions} transactions and an orderly end: within six`, inUse, async () => {
  await running.stop()
  await expectSoon(6_000)
})
