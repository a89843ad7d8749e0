import { countOf } from '@specie/test/seeded-random.ts'
import { compare, ratio } from '@specie/test/trading/ratio.ts'
import { tradeSmallest } from '@specie/test/trading/smallest.ts'
import { expect, test } from 'vitest'

// SLOW=1 npx vitest run service/src/trading/market/rounding.slow.test.ts: about twenty seconds.

const orders = countOf('ORDERS', 1_000_000, 50_000)
const seed = Number(process.env['SEED'] ?? 14)

test(`none of ${orders} smallest orders exceeds its limit or causes the house a loss`, { timeout: 1_800_000 }, () => {
  const found = tradeSmallest(orders, seed)
  expect(found).toMatchObject({ beyondLimit: [], disagreeing: [], losses: [], unfilled: [], gifts: [] })
  expect(found.fills).toBeGreaterThan(orders / 3)
  for (const gained of found.gains.values()) expect(compare(gained, ratio(0n))).toBeGreaterThanOrEqual(0)
})
