import fc from 'fast-check'
import { by, compare, minus, plus, type Ratio, ratio, scaled, size, times } from '@specie/test/trading/ratio.ts'
import { worth } from '@specie/test/trading/smallest.ts'
import { expect, test } from 'vitest'
import { deskBook } from './desk.ts'
import type { Quote } from './fill-or-kill.ts'
import { allPairs, type Pair, pairOf } from './pair.ts'

const reference = fc.record({
  pair: fc.constantFrom(...allPairs),
  decimals: fc.integer({ min: 0, max: 18 }),
  units: fc.oneof(fc.bigInt(1n, 100n), fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, 10n ** 24n)),
})
type Reference = typeof reference extends fc.Arbitrary<infer T> ? T : never

const book = ({ pair, units, decimals }: Reference) =>
  deskBook(pair, { base: pair.base, quote: pair.quote, units, decimals })

const away = (from: Ratio, price: Ratio): Ratio => by(size(minus(price, from)), from)

/** The desk's distance from the reference at its best and at its worst level. */
const spreads = ({ base, quote }: Pair): [bigint, bigint] => (base === `V${quote}` ? [1n, 10n] : [12n, 40n])

test('for any reference: bids below it, asks above it, best first, never nearer than the spread', () => {
  fc.assert(
    fc.property(reference, (one) => {
      const { pair } = one
      const middle = scaled(one.units, one.decimals)
      const { bids, asks } = book(one)
      const prices = (quotes: typeof bids) => quotes.map(({ price }) => scaled(price, pair.priceDecimals))
      const [low, high] = [prices(bids), prices(asks)]
      for (const bid of low) expect(compare(bid, middle)).toBeLessThan(0)
      for (const ask of high) expect(compare(ask, middle)).toBeGreaterThan(0)
      expect(low).toEqual(low.toSorted((a, b) => compare(b, a)))
      expect(high).toEqual(high.toSorted(compare))
      const [nearest] = spreads(pair)
      for (const price of [...low, ...high]) {
        expect(compare(away(middle, price), ratio(nearest, 10_000n))).toBeGreaterThanOrEqual(0)
      }
      expect(asks).toHaveLength(3)
    }),
    { numRuns: 2_000 },
  )
})

/** A price of the usual size: a cent of the smallest order is less than the spread. */
const usual = fc
  .record({ pair: fc.constantFrom(...allPairs), permille: fc.bigInt(500n, 2_000n), decimals: fc.constant(15) })
  .map(({ pair, permille, decimals }): Reference => {
    const price = pair.par === null ? (worth[pair.base]! / worth[pair.quote]!) * Number(permille) : 1_000
    return { pair, decimals, units: BigInt(Math.round(price * 1e12)) }
  })

test('its prices are the stated ones to within one unit of the last decimal', () => {
  fc.assert(
    fc.property(usual, (one) => {
      const middle = scaled(one.units, one.decimals)
      const unit = scaled(1n, one.pair.priceDecimals)
      const [near, far] = spreads(one.pair).map((bps) => times(middle, ratio(bps, 10_000n))) as [Ratio, Ratio]
      const { bids, asks } = book(one)
      const at = (quote: Quote) => scaled(quote.price, one.pair.priceDecimals)
      expect(compare(minus(at(asks[0]!), plus(middle, near)), unit)).toBeLessThan(0)
      expect(compare(minus(at(asks.at(-1)!), plus(middle, far)), unit)).toBeLessThan(0)
      expect(compare(minus(minus(middle, near), at(bids[0]!)), unit)).toBeLessThan(0)
      expect(compare(minus(minus(middle, far), at(bids.at(-1)!)), unit)).toBeLessThan(0)
    }),
    { numRuns: 2_000 },
  )
})

test('a price so small that it has no bid is still never zero', () => {
  fc.assert(
    fc.property(reference, (one) => {
      const { bids, asks } = book(one)
      for (const { price } of [...bids, ...asks]) expect(price).toBeGreaterThan(0n)
    }),
    { numRuns: 2_000 },
  )
  const pair = pairOf('VCHF/BTC')
  // 10^-10 is the last decimal of the pair; a bid below it would be zero.
  const tiny = deskBook(pair, { base: 'VCHF', quote: 'BTC', units: 1n, decimals: 10 })
  expect(tiny.bids).toEqual([])
  expect(tiny.asks.map(({ price }) => price)).toEqual([5n, 5n, 5n])
})

test('when a cent of the smallest order exceeds the spread, it quotes that much further away', () => {
  const pair = pairOf('BTC/CHF')
  const { bids, asks } = deskBook(pair, { base: 'BTC', quote: 'CHF', units: 5_000n, decimals: 0 })
  // 0.01 CHF by 0.0004 BTC: 25.00; the widest level is 40 basis points away, 20.00.
  expect(asks.map(({ price }) => price)).toEqual([5_025_00n, 5_025_00n, 5_025_00n])
  expect(bids.map(({ price }) => price)).toEqual([4_975_00n, 4_975_00n, 4_975_00n])
})

test.each([0n, -1n])('the desk refuses a reference price of %s', (units) => {
  const nothing = { base: 'VCHF', quote: 'BTC', units, decimals: 10 } as const
  expect(() => deskBook(pairOf('VCHF/BTC'), nothing)).toThrow('has no reference price')
})

test('its quotes have its name and a number each', () => {
  const { bids, asks } = deskBook(pairOf('VCHF/CHF'), { base: 'VCHF', quote: 'CHF', units: 1n, decimals: 0 })
  for (const quotes of [bids, asks]) {
    expect(quotes.map(({ provider }) => provider)).toEqual(['desk', 'desk', 'desk'])
    expect(quotes.map(({ quoteid }) => quoteid)).toEqual(['desk-0', 'desk-1', 'desk-2'])
  }
})

test('it offers a whole number of steps, together as much as the largest order', () => {
  for (const pair of allPairs) {
    const { bids, asks } = deskBook(pair, { base: pair.base, quote: pair.quote, units: 100n, decimals: 0 })
    for (const quotes of [bids, asks]) {
      expect(quotes.every(({ qty, lot }) => qty > 0n && lot === pair.step && qty % pair.step === 0n)).toBe(true)
      expect(quotes.reduce((sum, { qty }) => sum + qty, 0n)).toBe(pair.maximum)
    }
  }
})
