import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { consensusOf, type Offer } from './consensus.ts'

// Prices in centimes: the reference of ETH/CHF is 2,950.
const reference = 295_000n
const deviation = 300n

const offer = (venue: string, bid: number | null, ask: number | null): Offer => {
  const levels = (price: number | null) =>
    price === null ? [] : [{ quoteid: `${venue}-${price}`, price: BigInt(Math.round(price * 100)), qty: 1n }]
  return { venue, ladder: { bids: levels(bid), asks: levels(ask), expires: Infinity } }
}
const decided = (...offers: Offer[]) => {
  const { used, out, isDisputed } = consensusOf(reference, offers, deviation)
  return { used: used.map(({ venue }) => venue), out: [...out.keys()], isDisputed }
}
const alpha = offer('alpha', 2948, 2952)
const beta = offer('beta', 2946, 2954)

test('venues that quote around the reference are used', () => {
  expect(decided(alpha, beta)).toEqual({ used: ['alpha', 'beta'], out: [], isDisputed: false })
})

describe('only the absurd venue is excluded', () => {
  test.each([
    ['a bid of three times the price', offer('beta', 9000, null)],
    ['an ask of a thousandth', offer('beta', null, 3)],
    ['both sides far below', offer('beta', 2, 3)],
    ['both sides far above', offer('beta', 8999, 9000)],
    ['a spread as wide as the market', offer('beta', 1, 5899)],
  ])('%s', (_what, absurd) => {
    expect(decided(alpha, absurd)).toEqual({ used: ['alpha'], out: ['beta'], isDisputed: false })
    expect(decided(absurd)).toEqual({ used: [], out: ['beta'], isDisputed: false })
  })
})

test('two venues that agree against the reference exclude the desk', () => {
  expect(decided(offer('alpha', 3100, 3104), offer('beta', 3098, 3106))).toEqual({
    used: ['alpha', 'beta'],
    out: [],
    isDisputed: true,
  })
})

describe('of two venues whose books cross,', () => {
  test('the one further from the reference is excluded', () => {
    expect(decided(alpha, offer('beta', 2960, 2964))).toEqual({ used: ['alpha'], out: ['beta'], isDisputed: false })
    expect(decided(offer('alpha', 2930, 2934), offer('beta', 2947, 2951))).toMatchObject({ out: ['alpha'] })
  })

  test('both are excluded when they are equally far', () => {
    expect(decided(offer('alpha', 2940, 2944), offer('beta', 2956, 2960))).toMatchObject({
      used: [],
      isDisputed: false,
    })
  })
})

test('for any quotes of a single venue, all used prices are within the limit of the reference, and the other venues stay', () => {
  const price = fc.option(fc.double({ min: 0.01, max: 1e7, noNaN: true }))
  fc.assert(
    fc.property(price, price, (bid, ask) => {
      const { used, isDisputed } = consensusOf(reference, [alpha, beta, offer('gamma', bid, ask)], deviation)
      expect(isDisputed).toBe(false)
      const names = used.map(({ venue }) => venue)
      if (!names.includes('gamma') || (bid ?? 0) <= 2952) expect(names).toContain('alpha')
      for (const { ladder } of used) {
        for (const { price: used } of [...ladder.bids, ...ladder.asks]) {
          const off = used > reference ? used - reference : reference - used
          expect(off * 10_000n <= reference * (deviation + 10n)).toBe(true)
        }
      }
    }),
  )
})
