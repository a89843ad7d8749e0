import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useChains } from '../bench/start.ts'
import { npmStart, processesOf } from './start.ts'

// Alone on the machine: other tests beside it would be measured with it.

/** A machine that is busy with other things for a while makes a start slower. */
const measured = { retry: 2 }

const transactions = Number(process.env['TRANSACTIONS'] ?? 6_000)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-start-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('the second start is ready within five seconds', { ...measured, timeout: 120_000 }, async () => {
  await (await npmStart(folder)).stop()
  const second = await npmStart(folder)
  await second.stop()
  expect(second.tookMs).toBeLessThan(5_000)
})

// After a kill PostgreSQL recovers first, and the chains read what came after their last snapshot.
test.each([
  ['stopped', 6_000],
  ['killed', 12_000],
] as const)(
  `also after ${transactions} transactions on the chains, when it was %s: within %i ms`,
  { ...measured, timeout: 300_000 },
  async (how, limit) => {
    const first = await npmStart(folder)
    await useChains(readFileSync(join(folder, 'devnet.url'), 'utf8').trim(), transactions)
    if (how === 'stopped') await first.stop()
    else for (const { pid } of processesOf(folder)) process.kill(pid, 'SIGKILL')
    await expect.poll(() => processesOf(folder), { timeout: 20_000 }).toEqual([])
    const second = await npmStart(folder)
    await second.stop()
    console.log(`the second start when it was ${how}: ${Math.round(second.tookMs)} ms`)
    expect(second.tookMs).toBeLessThan(limit)
  },
)
