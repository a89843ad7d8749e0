import { drawnSeed } from '@specie/test/seeded-random.ts'
import { compare, ratio } from '@specie/test/trading/ratio.ts'
import { tradeSmallest } from '@specie/test/trading/smallest.ts'
import { expect, test } from 'vitest'
import { allPairs, pairOf } from './pair.ts'
import { amountFor, nearestAnySize, reserveIn, servesAnySize } from './rounding.ts'

// Rounding for a million of the smallest orders: rounding.slow.test.ts.

test.each([1, 1_955_436_926, drawnSeed()])(
  'an order at exactly the displayed price is filled; rounding never breaks a limit or causes the house a loss (seed %i)',
  (seed) => {
    const found = tradeSmallest(20_000, seed)
    expect(found).toMatchObject({ beyondLimit: [], disagreeing: [], losses: [], unfilled: [], gifts: [] })
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

const quotes = (...prices: bigint[]) => prices.map((price) => ({ price }))

test('the reserve of quotes is the mid price of their own book; without one it is their price', () => {
  const pair = pairOf('USDC/CHF')
  const both = reserveIn(pair, { bids: quotes(9_998n, 9_990n), asks: quotes(10_001n, 10_010n) })
  expect([both('bids', 9_990n), both('asks', 10_010n)]).toEqual([9_999n, 10_000n])
  const oneSided = reserveIn(pair, { bids: [], asks: quotes(10_001n) })
  expect(oneSided('asks', 10_001n)).toBe(10_001n)
  const touching = reserveIn(pair, { bids: quotes(10_000n), asks: quotes(10_000n) })
  expect([touching('bids', 10_000n), touching('asks', 10_000n)]).toEqual([10_000n, 10_000n])
})

test('the reserve of a coin against its fiat is par, as long as par lies between bids and asks', () => {
  const pair = pairOf('VCHF/CHF')
  const around = reserveIn(pair, { bids: quotes(10_000n), asks: quotes(10_003n) })
  expect([around('bids', 10_000n), around('asks', 10_003n)]).toEqual([10_000n, 10_000n])
  expect(reserveIn(pair, { bids: [], asks: quotes(10_001n) })('asks', 10_001n)).toBe(10_000n)
  const above = reserveIn(pair, { bids: quotes(10_001n), asks: quotes(10_003n) })
  expect([above('bids', 10_001n), above('asks', 10_003n)]).toEqual([10_002n, 10_002n])
})

test('a price is valid for every size when a cent of the smallest order fits between it and the reserve', () => {
  // 0.01 CHF by 30 USDC
  const pair = pairOf('USDC/CHF')
  expect(nearestAnySize(pair, 'asks', 88_000n)).toBe(88_034n)
  expect(nearestAnySize(pair, 'bids', 88_000n)).toBe(87_966n)
  const terms = { reserve: 88_000n, lot: pair.step, minimum: pair.minimum }
  expect([88_034n, 88_033n].map((price) => servesAnySize(pair, 'asks', { ...terms, price }))).toEqual([true, false])
  expect([87_966n, 87_967n].map((price) => servesAnySize(pair, 'bids', { ...terms, price }))).toEqual([true, false])
  const wide = { ...terms, price: 89_000n }
  expect(servesAnySize(pair, 'asks', { ...wide, lot: pair.step * 10n })).toBe(false)
  expect(servesAnySize(pair, 'asks', { ...wide, minimum: pair.minimum + 1n })).toBe(false)
  // At par every step is a whole cent.
  expect(nearestAnySize(pairOf('VCHF/CHF'), 'asks', 10_000n)).toBe(10_000n)
})
