import { expect, test } from 'vitest'
import { drawnSeed } from '../seeded-random.ts'
import { crash } from './crash.ts'

test.each([drawnSeed()])('acknowledged journals survive three kills, once (D1, seed %i)', async (seed) => {
  const aftermath = await crash({ kills: 3, seed })
  expect(aftermath).toMatchObject({ lost: [], surplus: 0n, broken: [] })
  expect(aftermath.acknowledged).toBeGreaterThan(0)
})
