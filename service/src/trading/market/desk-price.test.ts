import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  affordable,
  deskQuotes,
  deliveredByClient,
  notQuoted,
  receivedByClient,
  type Terms,
  termsOf,
} from './desk-price.ts'
import { deskName } from './desk.ts'
import { fillOrKill, type Quote } from './fill-or-kill.ts'
import { allPairs, type Pair, pairOf } from './pair.ts'

const runs = { numRuns: 2_000 }

const anyPair = fc
  .tuple(fc.constantFrom(...allPairs), fc.bigInt(0n, 500n))
  .map(([pair, feeBps]): Pair => ({ ...pair, feeBps }))

/** The desk's asks in whole steps of the pair, best price first. */
const asksOf = (pair: Pair) =>
  fc
    .array(fc.tuple(fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, pair.maximum / pair.step), fc.bigInt(0n, 100n)), {
      minLength: 1,
      maxLength: 6,
    })
    .map((levels) =>
      levels
        .map(([price, steps, bps], n): Quote => ({
          provider: deskName,
          quoteid: `desk-${n}`,
          price,
          qty: steps * pair.step,
          lot: pair.step,
          minimum: 0n,
          reserve: (price * (10_000n - bps)) / 10_000n || 1n,
          anySize: true,
        }))
        .toSorted((a, b) => Number(a.price - b.price)),
    )

/** The same quote on the other side: its reserve is mirrored. */
const asBid = (quote: Quote): Quote => ({ ...quote, reserve: 2n * quote.price - quote.reserve })

const quantityIn = (pair: Pair) => fc.bigInt(1n, (2n * pair.maximum) / pair.step).map((steps) => steps * pair.step)

const market = anyPair.chain((pair) =>
  fc.record({ pair: fc.constant(pair), asks: asksOf(pair), qty: quantityIn(pair) }),
)
const sides = fc.constantFrom('Buy' as const, 'Sell' as const)

/** The parts round up to 1 each and break the limit together; the order takes the second quote alone, for 1. */
const roundedPastTheLimit = (): [{ pair: Pair; asks: Quote[]; qty: bigint }, 'Buy'] => {
  const pair: Pair = { ...pairOf('ETH/CHF'), feeBps: 454n }
  const ask = (n: bigint, qty: bigint): Quote => ({
    provider: deskName,
    quoteid: `desk-${n}`,
    price: n,
    qty,
    lot: pair.step,
    minimum: 0n,
    reserve: n,
    anySize: true,
  })
  const qty = 500_000_000_000_000_000n
  return [{ pair, asks: [ask(1n, pair.step), ask(2n, qty)], qty }, 'Buy']
}

test('the desk gives a conversion the price of an order without a limit', () => {
  const seen = { equal: 0, passedOver: 0, tooMuch: 0 }
  fc.assert(
    fc.property(market, sides, ({ pair, asks, qty }, side) => {
      const quotes = side === 'Buy' ? asks : asks.toReversed().map(asBid)
      const book = side === 'Buy' ? { bids: [], asks: quotes } : { bids: quotes, asks: [] }
      const order = { pair: { ...pair, bandBps: 10n ** 30n }, side, qty, price: quotes.at(-1)!.price }
      const decision = fillOrKill(order, book)
      const terms = termsOf(pair, side, deskQuotes(book, side), qty)
      if (decision.kind === 'fill' && terms) {
        // An order skips a quote when its part would round to zero, or when the sum of rounded parts breaks its limit.
        const passedOver = decision.legs.some(({ quote }, n) => quote !== quotes[n])
        seen[passedOver ? 'passedOver' : 'equal'] += 1
        if (!passedOver) expect(terms.amount).toBe(decision.amount)
        // The desk's price is then the best one, except for rounding of less than one minor unit for each part.
        const worse = side === 'Buy' ? terms.amount - decision.amount : decision.amount - terms.amount
        expect(worse).toBeLessThan(BigInt(quotes.length + decision.legs.length))
      }
      const depth = asks.reduce((sum, quote) => sum + quote.qty, 0n)
      if (qty <= depth) return
      seen.tooMuch += 1
      expect([decision.kind, terms]).toEqual(['kill', null])
    }),
    { ...runs, examples: [roundedPastTheLimit()] },
  )
  expect(Math.min(seen.equal, seen.tooMuch)).toBeGreaterThan(100)
})

test('rounding is less than one minor unit per level, and never past the desk’s reserve', () => {
  let priced = 0
  fc.assert(
    fc.property(market, sides, ({ pair, asks, qty }, side) => {
      const quotes = side === 'Buy' ? asks : asks.toReversed().map(asBid)
      const terms = termsOf(pair, side, quotes, qty)
      if (terms === null) return
      priced += 1
      let [left, exact, reserved, levels] = [qty, 0n, 0n, 0n]
      for (const quote of quotes) {
        const part = left < quote.qty ? left : quote.qty
        exact += part * quote.price
        reserved += part * quote.reserve
        if (part > 0n) levels += 1n
        left -= part
      }
      const off = terms.amount * pair.down - exact * pair.up
      expect((off < 0n ? -off : off) < levels * pair.down).toBe(true)
      const gain = terms.amount * pair.down - reserved * pair.up
      expect(side === 'Buy' ? gain >= 0n : gain <= 0n).toBe(true)
      const feeOff = terms.fee * 10_000n - terms.amount * pair.feeBps
      expect(feeOff >= 0n && feeOff < 10_000n).toBe(true)
      expect(receivedByClient(side, terms)).toBeGreaterThan(0n)
    }),
    runs,
  )
  expect(priced).toBeGreaterThan(100)
})

test('a budget is never exceeded, but one more step would exceed it', () => {
  const spent = ({ amount, fee }: Terms) => amount + fee
  const seen = { within: 0, beyond: 0 }
  fc.assert(
    fc.property(market, fc.bigInt(0n, 10_500n), ({ pair, asks, qty: some }, share) => {
      const budget = ((termsOf(pair, 'Buy', asks, some)?.amount ?? 10n ** 12n) * share) / 10_000n
      const qty = affordable(pair, asks, budget)
      expect(qty % pair.step).toBe(0n)
      const terms = qty === 0n ? null : termsOf(pair, 'Buy', asks, qty)
      if (terms) expect(spent(terms)).toBeLessThanOrEqual(budget)
      if (terms) seen.within += 1
      const more = qty > pair.maximum ? null : termsOf(pair, 'Buy', asks, qty + pair.step)
      if (more) expect(spent(more)).toBeGreaterThan(budget)
      if (more) seen.beyond += 1
    }),
    runs,
  )
  expect(Math.min(seen.within, seen.beyond)).toBeGreaterThan(100)
})

test('without quotes nothing is affordable; with too few the result exceeds their quantity', () => {
  const pair = pairOf('VCHF/CHF')
  const ask: Quote = {
    provider: deskName,
    quoteid: 'a',
    price: 10_000n,
    qty: 100_000_000n,
    lot: pair.step,
    minimum: 0n,
    reserve: 10_000n,
    anySize: true,
  }
  expect(affordable(pair, [], 100_00n)).toBe(0n)
  expect(affordable(pair, [ask], 100_00n)).toBe(100_000_000n)
  expect(affordable(pair, [ask], 150_00n)).toBe(150_000_000n)
  expect(termsOf(pair, 'Buy', [ask], 150_000_000n)).toBe(null)
  expect(affordable(pair, [ask], 10n ** 15n)).toBe(pair.maximum + pair.step)
  // The last price continues as one level: 2.0002 centimes are rounded once, to 3, not 1.0001 twice, to 4.
  const little: Quote = { ...ask, price: 10_001n, reserve: 10_001n, qty: 10_000n }
  expect(affordable({ ...pair, feeBps: 0n }, [little], 3n)).toBeGreaterThanOrEqual(20_000n)
})

test('a buyer pays the fee on top, a seller gets that much less', () => {
  const terms = { qty: 1_000n, amount: 500n, fee: 3n }
  expect([deliveredByClient('Buy', terms), receivedByClient('Buy', terms)]).toEqual([503n, 1_000n])
  expect([deliveredByClient('Sell', terms), receivedByClient('Sell', terms)]).toEqual([1_000n, 497n])
})

test('an amount that does not exceed the fee gets no terms', () => {
  const pair: Pair = { ...pairOf('VCHF/CHF'), feeBps: 500n }
  const quote: Quote = {
    provider: deskName,
    quoteid: 'a',
    price: 10_000n,
    qty: pair.maximum,
    lot: pair.step,
    minimum: 0n,
    reserve: 10_000n,
    anySize: true,
  }
  // A fee of one centime applies to one centime and to two.
  for (const side of ['Buy', 'Sell'] as const) {
    expect(termsOf(pair, side, [quote], 10_000n)).toBe(null)
    expect(termsOf(pair, side, [quote], 20_000n)).toEqual({ qty: 20_000n, amount: 2n, fee: 1n })
  }
})

test('a refusal says why there are no terms', () => {
  const pair = pairOf('VCHF/CHF')
  const quote: Quote = {
    provider: deskName,
    quoteid: 'a',
    price: 1n,
    qty: 1n,
    lot: 1n,
    minimum: 0n,
    reserve: 1n,
    anySize: true,
  }
  expect(notQuoted(pair, 'Buy', [])).toBe('The desk does not quote VCHF/CHF at the moment.')
  expect(notQuoted(pair, 'Buy', [quote])).toBe('The desk does not sell this quantity of VCHF at the moment.')
  expect(notQuoted(pair, 'Sell', [quote])).toBe('The desk does not buy this quantity of VCHF at the moment.')
})

test('the quotes of venues are not the desk’s', () => {
  const quote = (provider: string): Quote => ({
    provider,
    quoteid: 'q',
    price: 1n,
    qty: 1n,
    lot: 1n,
    minimum: 0n,
    reserve: 1n,
    anySize: true,
  })
  const book = { bids: [quote('alpha'), quote(deskName)], asks: [quote('alpha')] }
  expect(deskQuotes(book, 'Sell')).toEqual([quote(deskName)])
  expect(deskQuotes(book, 'Buy')).toEqual([])
})
