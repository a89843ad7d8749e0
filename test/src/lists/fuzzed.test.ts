import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawnSeed, seeded } from '../seeded-random.ts'
import { type Followed, followLists, peakMegabytes } from './followed.ts'
import { problemsIn, publishAll, roundsOf } from './rounds.ts'

// Damaged files of every list, as their publishers could send them, in a running service.

const seed = drawnSeed()
const parties = 30

let followed: Followed
beforeAll(async () => {
  followed = await followLists()
  await publishAll(followed, parties)
})
afterAll(() => followed.end())

test(`a damaged file is refused with a reason or read whole, and never half, SEED=${seed}`, async () => {
  const problems: unknown[] = []
  for (const cases of roundsOf(seeded(seed), 4, parties)) problems.push(...(await problemsIn(followed, cases)))
  expect(problems).toEqual([])
  expect(followed.service.process.exitCode).toBe(null)
  expect(peakMegabytes(followed.service)).toBeLessThan(700)
})
