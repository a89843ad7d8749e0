import { assets } from '@specie/protocol/assets.ts'
import { allPairs, type Order, type Pair, pairOf } from '@specie/service/trading/market/pair.ts'
import type { Book, Quote } from '@specie/service/trading/market/fill-or-kill.ts'
import fc from 'fast-check'
import { type ModelBook, type ModelOrder, rounded } from './model.ts'
import { type Ratio, scaled } from './ratio.ts'

// Orders and books of quotes drawn by fast-check, and the same in exact fractions.

export const price = ({ priceDecimals }: Pair, units: bigint): Ratio => scaled(units, priceDecimals)
export const quantity = ({ base }: Pair, minor: bigint): Ratio => scaled(minor, assets[base].decimals)
export const quotesFor = ({ side }: Order, { bids, asks }: Book): readonly Quote[] => (side === 'Buy' ? asks : bids)

export function modelOrder({ pair, side, qty, price: limit }: Order): ModelOrder {
  return { symbol: pair.symbol, side, qty: quantity(pair, qty), price: price(pair, limit) }
}

export function modelBook(pair: Pair, { bids, asks }: Book): ModelBook {
  const quote = (one: Quote) => ({ price: price(pair, one.price), qty: quantity(pair, one.qty) })
  return { bids: bids.map(quote), asks: asks.map(quote) }
}

/** The amount for a quantity of a quote, in minor units. */
export const amountOf = ({ pair, side }: Order, quote: Quote, qty: bigint): bigint =>
  rounded(pair.symbol, side, quantity(pair, qty), price(pair, quote.price), price(pair, quote.reserve))

const centre = (pair: Pair) =>
  fc.oneof(
    fc.bigInt(1n, 20n),
    fc.bigInt(1n, 10n ** BigInt(pair.priceDecimals + 2)),
    fc.constantFrom(10n ** BigInt(pair.priceDecimals), 10n ** 18n),
  )

type Terms = Pick<Quote, 'qty' | 'lot' | 'minimum'>

const positive = (units: bigint): bigint => (units > 0n ? units : 1n)

/** Sorted like books; equal prices, and bids above asks, occur too. */
function book(pair: Pair, middle: bigint, terms: fc.Arbitrary<Terms>): fc.Arbitrary<Book> {
  const near = fc.oneof(fc.constant(0n), fc.bigInt(-3n, 3n), fc.bigInt(-middle / 50n, middle / 50n))
  const quote = (to: 1n | -1n) =>
    fc
      .record({ terms, off: near, give: near, provider: fc.constantFrom('desk', 'alpha', 'beta'), quoteid: fc.uuid() })
      .map(({ terms: given, off, give, ...whose }): Quote => {
        const at = positive(middle + off)
        const reserve = positive(at + to * (give < 0n ? -give : give))
        return { ...whose, ...given, price: at, reserve, anySize: false }
      })
  const ladder = (to: 1n | -1n) => fc.array(quote(to), { maxLength: 5 })
  return fc.record({ bids: ladder(1n), asks: ladder(-1n) }).map(({ bids, asks }) => ({
    bids: bids.toSorted((a, b) => Number(b.price - a.price)),
    asks: asks.toSorted((a, b) => Number(a.price - b.price)),
  }))
}

export const side = fc.constantFrom<Order['side']>('Buy', 'Sell')

/** On a level, next to one, at the edge of the band, or elsewhere. */
function limit(pair: Pair, middle: bigint, { bids, asks }: Book): fc.Arbitrary<bigint> {
  const levels = [middle, ...bids.map((one) => one.price), ...asks.map((one) => one.price)]
  const edge = (middle * pair.bandBps) / 10_000n
  return fc
    .oneof(
      { weight: 6, arbitrary: fc.constantFrom(...levels) },
      { weight: 2, arbitrary: fc.constantFrom(...levels).chain((at) => fc.bigInt(at - 2n, at + 2n)) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(1n, -1n).chain((to) => fc.bigInt(-1n, 1n).map((d) => middle + to * edge + d)),
      },
      { weight: 1, arbitrary: fc.bigInt(1n, middle * 3n) },
    )
    .map(positive)
}

export type Case = { order: Order; book: Book; without: ReadonlySet<string> }

function cases(
  terms: (pair: Pair) => fc.Arbitrary<Terms>,
  qty: (pair: Pair) => fc.Arbitrary<bigint>,
): fc.Arbitrary<Case> {
  const drawn = fc.constantFrom(...allPairs).chain((pair) =>
    centre(pair).chain((middle) =>
      book(pair, middle, terms(pair)).chain((quotes) =>
        fc.record({
          order: fc.record({ pair: fc.constant(pair), side, qty: qty(pair), price: limit(pair, middle, quotes) }),
          book: fc.constant(quotes),
          without: fc.oneof(
            { weight: 5, arbitrary: fc.constant(new Set<string>()) },
            { weight: 1, arbitrary: fc.constantFrom('desk', 'alpha').map((name) => new Set([name])) },
          ),
        }),
      ),
    ),
  )
  return drawn
}

/** Any lots, minimums and sizes of quotes, and any order. */
export const anyCase = cases(
  (pair) =>
    fc.record({
      qty: fc.oneof(
        fc.constant(0n),
        fc.bigInt(1n, pair.minimum * 3n),
        fc.bigInt(1n, pair.maximum),
        fc.constant(10n ** 30n),
      ),
      lot: fc.oneof(fc.constant(pair.step), fc.bigInt(1n, pair.step * 5n), fc.constant(pair.minimum)),
      minimum: fc.oneof(fc.constant(0n), fc.bigInt(1n, pair.minimum * 2n)),
    }),
  (pair) =>
    fc
      .oneof(fc.bigInt(pair.minimum / pair.step, pair.maximum / pair.step), fc.bigInt(1n, 300n))
      .map((n) => n * pair.step),
)

/** Small enough to try every split. */
export const small = cases(
  (pair) =>
    fc
      .record({ qty: fc.bigInt(0n, 6n), lot: fc.bigInt(1n, 3n), minimum: fc.bigInt(0n, 4n) })
      .map(({ qty, lot, minimum }) => ({ qty: qty * pair.step, lot: lot * pair.step, minimum: minimum * pair.step })),
  (pair) => fc.bigInt(1n, 12n).map((n) => n * pair.step),
)

/** Found by seed 1537322914: the rest of a quote beyond its whole lots is not used. */
export const notInWholeLots: Case = {
  order: { pair: pairOf('VCHF/USDC'), side: 'Buy', qty: 709_770_600_000n, price: 64_052n },
  book: {
    bids: [],
    asks: [38_775_728n, 20_406_742n, 10n ** 30n].map((qty, n) => ({
      provider: n === 2 ? 'beta' : 'desk',
      quoteid: String(n),
      qty,
      lot: 10_000n,
      minimum: 0n,
      price: 64_052n,
      reserve: n === 2 ? 62_771n : 64_052n,
      anySize: false,
    })),
  },
  without: new Set(),
}
