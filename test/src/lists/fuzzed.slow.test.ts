import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOf, drawnSeed, seeded } from '../seeded-random.ts'
import { type Followed, followLists, lists, peakMegabytes, stateOf } from './followed.ts'
import { problemsIn, publishAll, roundsOf } from './rounds.ts'

// Damaged files of every list in a running service that is killed in the middle of a load. ROUNDS files for each list.

const seed = drawnSeed()
const rounds = countOf('ROUNDS', 60, 10)
/** Loads of such files take long enough to be killed in the middle. */
const parties = 300

let followed: Followed
beforeAll(async () => {
  followed = await followLists()
  await publishAll(followed, parties)
})
afterAll(() => followed.end())

test(`${rounds} rounds of damaged files with kills: refused with a reason or read whole, and never half, SEED=${seed}`, async () => {
  const pick = seeded(seed)
  const problems: unknown[] = []
  let peak = 0
  const killed = async (): Promise<void> => {
    await sleep(pick(4_000))
    peak = Math.max(peak, peakMegabytes(followed.service))
    await followed.restart()
    for (const list of lists) {
      const { rows, entries } = await stateOf(followed.database, list)
      if (rows !== entries) problems.push({ list, killed: { rows, entries } })
    }
  }
  for (const cases of roundsOf(pick, rounds, parties)) {
    problems.push(...(await problemsIn(followed, cases, pick(2) === 0 ? killed : undefined)))
    if (pick(5) === 0) await publishAll(followed, parties + pick(50))
  }
  peak = Math.max(peak, peakMegabytes(followed.service))
  console.log(`at most ${peak} MB`)
  expect(problems).toEqual([])
  expect(peak).toBeLessThan(900)
})

test('ten gigabytes in a small gzip file are refused before they fill disk or memory', async () => {
  const part = gzipSync(Buffer.alloc(100_000_000, ' '))
  await publishAll(followed, parties)
  const before = await stateOf(followed.database, 'un')
  await followed.publish('un', Buffer.concat(Array.from({ length: 100 }, () => part)))
  await followed.refresh(['un'])
  await followed.wasRead(['un'])
  const { failure, version } = await stateOf(followed.database, 'un')
  expect([failure, version]).toEqual([expect.stringContaining('longer than'), before.version])
  expect(peakMegabytes(followed.service)).toBeLessThan(900)
})
