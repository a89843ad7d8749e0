import fc from 'fast-check'
import { expect, test } from 'vitest'
import { affordable, deskQuotes, receivedIn, type Terms, termsOf } from './desk-price.ts'
import { deskName } from './desk.ts'
import { fillOrKill, type Quote } from './fok.ts'
import { allPairs, type Pair, pairOf } from './pair.ts'

const runs = { numRuns: 2_000 }

const anyPair = fc
  .tuple(fc.constantFrom(...allPairs), fc.bigInt(0n, 500n))
  .map(([pair, feeBps]): Pair => ({ ...pair, feeBps }))

/** Asks of the desk in whole steps of the pair, best price first. */
const asksOf = (pair: Pair) =>
  fc
    .array(fc.tuple(fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, pair.most / pair.step)), { minLength: 1, maxLength: 6 })
    .map((levels) =>
      levels
        .map(([price, steps], n): Quote => ({
          provider: deskName,
          quoteid: `desk-${n}`,
          price,
          qty: steps * pair.step,
          lot: pair.step,
          minimum: 0n,
        }))
        .toSorted((a, b) => Number(a.price - b.price)),
    )

const quantityIn = (pair: Pair) => fc.bigInt(1n, (2n * pair.most) / pair.step).map((steps) => steps * pair.step)

const market = anyPair.chain((pair) =>
  fc.record({ pair: fc.constant(pair), asks: asksOf(pair), qty: quantityIn(pair) }),
)
const sides = fc.constantFrom('Buy' as const, 'Sell' as const)

test('the desk gives a conversion the price of an order without a limit', () => {
  fc.assert(
    fc.property(market, sides, ({ pair, asks, qty }, side) => {
      const quotes = side === 'Buy' ? asks : asks.toReversed()
      const book = side === 'Buy' ? { bids: [], asks: quotes } : { bids: quotes, asks: [] }
      const order = { pair: { ...pair, bandBps: 10n ** 30n }, side, qty, price: quotes.at(-1)!.price }
      const decision = fillOrKill(order, book)
      const terms = termsOf(pair, side, deskQuotes(book, side), qty)
      if (decision.kind === 'fill' && terms) {
        // An order passes over a quote of which it would take too little to come to anything.
        const passedOver = decision.legs.some(({ quote }, n) => quote !== quotes[n])
        if (!passedOver) expect(terms.amount).toBe(decision.amount)
        else if (side === 'Buy') expect(terms.amount).toBeLessThanOrEqual(decision.amount)
        else expect(terms.amount).toBeGreaterThanOrEqual(decision.amount)
      }
      const depth = asks.reduce((sum, quote) => sum + quote.qty, 0n)
      if (qty > depth) expect([decision.kind, terms]).toEqual(['kill', null])
    }),
    runs,
  )
})

test('what is rounded is less than one minor unit, and in favour of the house', () => {
  fc.assert(
    fc.property(market, sides, ({ pair, asks, qty }, side) => {
      const terms = termsOf(pair, side, asks, qty)
      if (terms === null) return
      let left = qty
      let exact = 0n
      for (const quote of asks) {
        const part = left < quote.qty ? left : quote.qty
        exact += part * quote.price
        left -= part
      }
      const off = terms.amount * pair.down - exact * pair.up
      if (side === 'Buy') expect(off >= 0n && off < pair.down).toBe(true)
      else expect(off <= 0n && off > -pair.down).toBe(true)
      const feeOff = terms.fee * 10_000n - terms.amount * pair.feeBps
      expect(feeOff >= 0n && feeOff < 10_000n).toBe(true)
      expect(receivedIn(side, terms)).toBeGreaterThan(0n)
    }),
    runs,
  )
})

test('a budget is never exceeded, and would be by one step more', () => {
  const spent = ({ amount, fee }: Terms) => amount + fee
  fc.assert(
    fc.property(market, fc.bigInt(0n, 10_500n), ({ pair, asks, qty: some }, share) => {
      const budget = ((termsOf(pair, 'Buy', asks, some)?.amount ?? 10n ** 12n) * share) / 10_000n
      const qty = affordable(pair, asks, budget)
      expect(qty % pair.step).toBe(0n)
      const terms = qty === 0n ? null : termsOf(pair, 'Buy', asks, qty)
      if (terms) expect(spent(terms)).toBeLessThanOrEqual(budget)
      const more = qty > pair.most ? null : termsOf(pair, 'Buy', asks, qty + pair.step)
      if (more) expect(spent(more)).toBeGreaterThan(budget)
    }),
    runs,
  )
})

test('without a market nothing can be afforded, and with too small a one more than there is', () => {
  const pair = pairOf('VCHF/CHF')
  const ask: Quote = {
    provider: deskName,
    quoteid: 'a',
    price: 10_000n,
    qty: 100_000_000n,
    lot: pair.step,
    minimum: 0n,
  }
  expect(affordable(pair, [], 100_00n)).toBe(0n)
  expect(affordable(pair, [ask], 100_00n)).toBe(100_000_000n)
  expect(affordable(pair, [ask], 150_00n)).toBe(150_000_000n)
  expect(termsOf(pair, 'Buy', [ask], 150_000_000n)).toBe(null)
  expect(affordable(pair, [ask], 10n ** 15n)).toBe(pair.most + pair.step)
})

test('the quotes of venues are not the desk’s', () => {
  const quote = (provider: string): Quote => ({ provider, quoteid: 'q', price: 1n, qty: 1n, lot: 1n, minimum: 0n })
  const book = { bids: [quote('alpha'), quote(deskName)], asks: [quote('alpha')] }
  expect(deskQuotes(book, 'Sell')).toEqual([quote(deskName)])
  expect(deskQuotes(book, 'Buy')).toEqual([])
})
