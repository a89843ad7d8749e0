import { drawnSeed } from '@specie/test/chance.ts'
import { compare, ratio } from '@specie/test/trading/ratio.ts'
import { tradeSmallest } from '@specie/test/trading/smallest.ts'
import { expect, test } from 'vitest'
import { allPairs, pairOf } from '../market/pair.ts'
import { amountFor, reserveIn } from './rounding.ts'

// Rounding for a million of the smallest orders: rounding.slow.test.ts.

test.each([1, 1_955_436_926, drawnSeed()])(
  'rounding never breaks a limit, and never costs the house anything (seed %i)',
  (seed) => {
    const found = tradeSmallest(20_000, seed)
    expect(found).toMatchObject({ beyondLimit: [], disagreeing: [], losses: [], unfilled: [] })
    expect(Math.min(found.fills, found.conversions * 5, found.atVenue * 10)).toBeGreaterThan(5_000)
    expect([...found.gains.keys()].toSorted()).toEqual(allPairs.map(({ symbol }) => symbol).toSorted())
    for (const gained of found.gains.values()) expect(compare(gained, ratio(0n))).toBeGreaterThanOrEqual(0)
  },
)

test('an amount is rounded in the client’s favour up to the reserve, and no further', () => {
  const pair = pairOf('USDC/CHF')
  const thirty = 30_000_000n
  // 30 × 0.88044 = 26.4132
  expect(amountFor(pair, 'Buy', { price: 88_044n, reserve: 88_000n }, thirty)).toBe(26_41n)
  expect(amountFor(pair, 'Buy', { price: 88_044n, reserve: 88_034n }, thirty)).toBe(26_42n)
  expect(amountFor(pair, 'Sell', { price: 88_044n, reserve: 88_067n }, thirty)).toBe(26_42n)
  expect(amountFor(pair, 'Sell', { price: 88_044n, reserve: 88_066n }, thirty)).toBe(26_41n)
  expect(amountFor(pair, 'Buy', { price: 88_000n, reserve: 88_000n }, thirty)).toBe(26_40n)
})

test('the reserve of quotes is the mid price of their own book; without one it is their price', () => {
  const quotes = (...prices: bigint[]) => prices.map((price) => ({ price }))
  const both = reserveIn({ bids: quotes(9_998n, 9_990n), asks: quotes(10_001n, 10_010n) })
  expect([both('bids', 9_990n), both('asks', 10_010n)]).toEqual([9_999n, 10_000n])
  const oneSided = reserveIn({ bids: [], asks: quotes(10_001n) })
  expect(oneSided('asks', 10_001n)).toBe(10_001n)
  const touching = reserveIn({ bids: quotes(10_000n), asks: quotes(10_000n) })
  expect([touching('bids', 10_000n), touching('asks', 10_000n)]).toEqual([10_000n, 10_000n])
})
