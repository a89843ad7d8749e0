import { expect, test } from 'vitest'
import { crash } from './crash.ts'

test('what was acknowledged survives three kills, once (D1)', async () => {
  const aftermath = await crash({ kills: 3, seed: 5 })
  expect(aftermath).toMatchObject({ lost: [], surplus: 0n, broken: [] })
  expect(aftermath.acknowledged).toBeGreaterThan(0)
})
