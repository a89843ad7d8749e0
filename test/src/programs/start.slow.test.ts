import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useChains } from '../../bench/start.ts'
import { countOf } from '../chance.ts'
import { npmStart, processesOf, type Started } from './start.ts'

// Alone on the machine: other tests beside it would be measured with it.

/** A machine that is busy with other things for a while makes a start slower. */
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

/** What Node alone takes to start, at best, on a machine that the limits are for. */
const usualMs = 60

/** How many times slower this machine is at the moment. */
async function slowness(): Promise<number> {
  let best = Infinity
  for (let n = 0; n < 5; n += 1) {
    const began = performance.now()
    await once(spawn(process.execPath, ['-e', '0']), 'exit')
    best = Math.min(best, performance.now() - began)
  }
  return Math.max(1, best / usualMs)
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
  await useChains(readFileSync(join(folder, 'devnet.url'), 'utf8').trim(), transactions)
  for (const { pid } of processesOf(folder)) process.kill(pid, 'SIGKILL')
  // PostgreSQL recovers first, and the chains read what came after their last snapshot.
  await expectSoon(6_000)
})

test(`after ${transactions} transactions and an end in order: within six`, inUse, async () => {
  await running.stop()
  await expectSoon(6_000)
})
