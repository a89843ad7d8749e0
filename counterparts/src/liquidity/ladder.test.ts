import { pairs } from '@specie/protocol/pairs.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anchors, priceAt, type Pair as Rate } from '../provider/prices.ts'
import { type Level, ladderAt } from './ladder.ts'
import { instrumentOf, type Pair, type VenueName, venueNames } from './terms.ts'

const aTime = fc.integer({ min: 1_700_000_000_000, max: 2_000_000_000_000 })

const at = (name: VenueName, pair: Pair, wall: number) =>
  ladderAt(name, pair, (symbol: Rate) => priceAt(symbol, anchors[symbol], wall), wall)

const isRising = (levels: readonly Level[], by: (level: Level) => bigint) =>
  levels.every((level, i) => i === 0 || by(level) > by(levels[i - 1]!))

const pairNamed = (symbol: string): Pair => pairs.find((pair) => pair.symbol === symbol)!

test('at any time every ladder is sorted, uncrossed, on tick and lot, larger with every level', () => {
  fc.assert(
    fc.property(aTime, fc.constantFrom(...venueNames), fc.constantFrom(...pairs), (wall, name, pair) => {
      const { bids, asks } = at(name, pair, wall)
      const { lot, minimum } = instrumentOf(name, pair)
      expect(bids.length).toBe(asks.length)
      expect(bids.length).toBeGreaterThanOrEqual(3)
      expect(bids[0]!.price).toBeLessThan(asks[0]!.price)
      expect(isRising(bids, ({ price }) => -price)).toBe(true)
      expect(isRising(asks, ({ price }) => price)).toBe(true)
      for (const side of [bids, asks]) {
        expect(isRising(side, ({ qty }) => qty)).toBe(true)
        for (const { qty } of side) expect(qty % lot === 0n && qty >= minimum).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

test('the same time gives the same ladder, and time moves it', () => {
  const pair = pairNamed('ETH/CHF')
  const walk = (name: VenueName) =>
    Array.from({ length: 200 }, (_, second) => at(name, pair, 1_750_000_000_000 + second * 1000))
  expect(walk('alpha')).toEqual(walk('alpha'))
  expect(new Set(walk('alpha').map(({ asks }) => asks[0]!.price)).size).toBeGreaterThan(50)
})

test('alpha is tighter and smaller than beta; together they are never crossed', () => {
  fc.assert(
    fc.property(aTime, fc.constantFrom(...pairs), (wall, pair) => {
      const [alpha, beta] = [at('alpha', pair, wall), at('beta', pair, wall)]
      expect(alpha.asks[0]!.price - alpha.bids[0]!.price).toBeLessThan(beta.asks[0]!.price - beta.bids[0]!.price)
      expect(alpha.asks[0]!.qty).toBeLessThan(beta.asks[0]!.qty)
      expect(alpha.bids[0]!.price).toBeLessThan(beta.asks[0]!.price)
      expect(beta.bids[0]!.price).toBeLessThan(alpha.asks[0]!.price)
    }),
  )
})

test('a coin against its own fiat is quoted around one, at any time', () => {
  const best = (name: VenueName) => {
    const { bids, asks } = at(name, pairNamed('VGBP/GBP'), 1_750_000_000_000)
    return [bids[0]!.price, asks[0]!.price]
  }
  expect(best('alpha')).toEqual([9_999n, 10_001n])
  expect(best('beta')).toEqual([9_998n, 10_002n])
})
