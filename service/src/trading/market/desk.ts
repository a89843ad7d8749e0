import type { Price } from '@specie/protocol/money.ts'
import type { Book, Quote } from './fill-or-kill.ts'
import { nearestAnySize } from './rounding.ts'
import { allPairs, type Pair } from './pair.ts'

// The house's own desk. It quotes around the reference price, and quotes again after every fill. It can deliver only its
// inventory: the ledger checks that at settlement.

export const deskName = 'desk'

/** The distance of each level from the reference in basis points, and its share of the pair's largest order. */
type Ladder = readonly { readonly bps: bigint; readonly percent: bigint }[]

/** A coin against its own fiat. It can be issued and redeemed at par, so clients will not pay much for speed. */
const parLadder: Ladder = [
  { bps: 1n, percent: 20n },
  { bps: 3n, percent: 30n },
  { bps: 10n, percent: 50n },
]
const marketLadder: Ladder = [
  { bps: 12n, percent: 10n },
  { bps: 20n, percent: 30n },
  { bps: 40n, percent: 60n },
]

const ladders = new Map(allPairs.map((pair) => [pair.symbol, pair.par === null ? marketLadder : parLadder]))

/**
 * The desk's quotes around this price, rounded against the client. The amount of an order may be rounded in the client's
 * favour, but only up to the reference, so that the desk never trades at a loss. So each quote is at least a rounding step from the
 * reference, and every order is filled at exactly the quoted price.
 */
export function deskBook(pair: Pair, { units, decimals }: Price): Book {
  if (units <= 0n) throw new Error(`${pair.symbol} has no reference price: ${units}`)
  const scale = 10n ** BigInt(decimals)
  const ladder = ladders.get(pair.symbol)!
  const quote = (n: number, percent: bigint, price: bigint, reserve: bigint): Quote => ({
    provider: deskName,
    quoteid: `${deskName}-${n}`,
    price,
    qty: (pair.maximum * percent) / 100n,
    lot: pair.step,
    minimum: 0n,
    reserve,
    anySize: true,
  })
  const at = (bps: bigint) => units * 10n ** BigInt(pair.priceDecimals) * bps
  const cut = scale * 10_000n
  const below = (bps: bigint) => at(bps) / cut
  const above = (bps: bigint) => (at(bps) + cut - 1n) / cut
  const [low, high] = [below(10_000n), above(10_000n)]
  const [highestBid, lowestAsk] = [nearestAnySize(pair, 'bids', low), nearestAnySize(pair, 'asks', high)]
  return {
    bids: ladder
      .map(({ bps, percent }, n) => quote(n, percent, lesser(below(10_000n - bps), highestBid), low))
      .filter(({ price }) => price > 0n),
    asks: ladder.map(({ bps, percent }, n) => quote(n, percent, greater(above(10_000n + bps), lowestAsk), high)),
  }
}

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b)
