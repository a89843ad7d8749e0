import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useChains } from '../bench/start.ts'
import { isSample } from './chance.ts'
import { npmStart, processesOf, type Started } from './start.ts'

// Alone on the machine: other tests beside it would be measured with it.

/** A machine that is busy with other things for a while makes a start slower. */
const measured = { retry: 2 }
const inUse = { ...measured, timeout: 300_000 }

const transactions = Number(process.env['TRANSACTIONS'] ?? (isSample ? 2_000 : 6_000))

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

async function startAgain(): Promise<number> {
  await expect.poll(() => processesOf(folder), { timeout: 20_000 }).toEqual([])
  running = await npmStart(folder)
  return running.tookMs
}

test('the second start is ready within five seconds', { ...measured, timeout: 120_000 }, async () => {
  await running.stop()
  expect(await startAgain()).toBeLessThan(5_000)
})

test(`after ${transactions} transactions on the chains and a kill of all: within twelve`, inUse, async () => {
  await useChains(readFileSync(join(folder, 'devnet.url'), 'utf8').trim(), transactions)
  for (const { pid } of processesOf(folder)) process.kill(pid, 'SIGKILL')
  // PostgreSQL recovers first, and the chains read what came after their last snapshot.
  const tookMs = await startAgain()
  console.log(`the start after a kill: ${Math.round(tookMs)} ms`)
  expect(tookMs).toBeLessThan(12_000)
})

test(`after ${transactions} transactions and an end in order: within six`, inUse, async () => {
  await running.stop()
  const tookMs = await startAgain()
  console.log(`the start after an end in order: ${Math.round(tookMs)} ms`)
  expect(tookMs).toBeLessThan(6_000)
})
