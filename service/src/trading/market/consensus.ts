import type { Ladder } from '../../base/ports/venue.ts'

// Selects the quotes to use. Pure. One venue's absurd quote must not move the mid price, the price band or any client's
// price, nor take the pair offline. It is excluded, and trading continues with the others.

export type Offer = { readonly venue: string; readonly ladder: Ladder }

export type Consensus = {
  readonly used: readonly Offer[]
  /** The excluded venues, with the reason. */
  readonly out: ReadonlyMap<string, string>
  /** Two or more venues agree on a price far from the reference. We cannot know which is right, so the pair goes offline. */
  readonly isDisputed: boolean
}

/**
 * Takes the median of the reference and all venues, and excludes venues further from it than `deviationBps`. With a single
 * venue the reference decides. Of two venues whose books cross, the one further from the reference is excluded; both when
 * they are equally far. `reference` is in units of the pair's price.
 */
export function consensusOf(reference: bigint, offers: readonly Offer[], deviationBps: bigint): Consensus {
  const quoting = offers.filter(({ ladder }) => ladder.bids.length + ladder.asks.length > 0)
  const center = middleOf(reference, quoting)
  const isNear = (price: bigint | undefined) =>
    price === undefined || distance(price, center) * 10_000n <= center * deviationBps
  const out = new Map<string, string>()
  const near = quoting.filter(({ venue, ladder }) => {
    const isIn = isNear(ladder.bids[0]?.price) && isNear(ladder.asks[0]?.price)
    if (!isIn) out.set(venue, 'its prices are too far from those of the others')
    return isIn
  })
  for (const venue of crossing(reference, near)) out.set(venue, 'its book crosses that of another venue')
  return { used: near.filter(({ venue }) => !out.has(venue)), out, isDisputed: !isNear(reference) }
}

/** The median. With an even number of values. The one of the middle two that is nearer to the reference. */
function middleOf(reference: bigint, offers: readonly Offer[]): bigint {
  if (offers.length < 2) return reference
  const sorted = [reference, ...offers.map(({ ladder }) => midOf(ladder))].toSorted((a, b) =>
    a < b ? -1 : a > b ? 1 : 0,
  )
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)]!, sorted[Math.ceil((sorted.length - 1) / 2)]!]
  return distance(low, reference) <= distance(high, reference) ? low : high
}

/** For a one-sided ladder: its best price. */
function midOf({ bids, asks }: Ladder): bigint {
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  return bid === undefined ? ask! : ask === undefined ? bid : (bid + ask) / 2n
}

function crossing(reference: bigint, offers: readonly Offer[]): Set<string> {
  const excluded = new Set<string>()
  for (const buyer of offers) {
    for (const seller of offers) {
      const [bid, ask] = [buyer.ladder.bids[0]?.price, seller.ladder.asks[0]?.price]
      if (buyer === seller || bid === undefined || ask === undefined || bid <= ask) continue
      const [offBuyer, offSeller] = [buyer, seller].map(({ ladder }) => distance(midOf(ladder), reference)) as [
        bigint,
        bigint,
      ]
      if (offBuyer >= offSeller) excluded.add(buyer.venue)
      if (offSeller >= offBuyer) excluded.add(seller.venue)
    }
  }
  return excluded
}

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a)
