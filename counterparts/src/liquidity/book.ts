import { parseAmount, parsePrice } from '@specie/protocol/money.ts'
import { Refusal } from '../refusal.ts'
import type { Ladder, Level } from './ladder.ts'
import { instrumentOf, type Pair, type VenueName } from './terms.ts'

/** A venue's ladder for a pair, set manually: prices and quantities as decimal strings. */
export type Book = { bids: [string, string][]; asks: [string, string][] }

/** Best price first, in any input order. */
export const bookLadder = (pair: Pair, { bids, asks }: Book): Ladder => ({
  bids: bids.map(levelOf(pair)).toSorted((a, b) => Number(b.price - a.price)),
  asks: asks.map(levelOf(pair)).toSorted((a, b) => Number(a.price - b.price)),
})

const levelOf =
  ({ base, quote, price_decimals }: Pair) =>
  ([price, qty]: [string, string]): Level => ({
    price: parsePrice(price, base, quote, price_decimals).units,
    qty: parseAmount(qty, base).minor,
  })

/** Refuses levels that cannot be traded. A test that sets them would wait forever. */
export function checkBook(name: VenueName, pair: Pair, book: Book): void {
  const { lot, minimum } = instrumentOf(name, pair)
  const { bids, asks } = bookLadder(pair, book)
  for (const { price, qty } of [...bids, ...asks]) {
    if (price === 0n) throw new Refusal(400, 'A price must be above zero.')
    if (qty % lot !== 0n || qty < minimum)
      throw new Refusal(400, `A quantity must fit lot and minimum of ${pair.symbol}: see /lp/${name}/v1/instruments.`)
  }
  if (bids[0] && asks[0] && bids[0].price > asks[0].price) throw new Refusal(400, 'The book is crossed.')
}
