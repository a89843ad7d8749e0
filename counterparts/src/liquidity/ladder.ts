import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { Price } from '@specie/protocol/money.ts'
import { symbols, type Pair as Rate, walk } from '../provider/prices.ts'
import { type Pair, sizeOf, terms, type VenueName } from './terms.ts'

/** In units of the pair's last decimal, and in minor units of its base. */
export type Level = { readonly price: bigint; readonly qty: bigint }

/** Best price first. */
export type Ladder = { readonly bids: readonly Level[]; readonly asks: readonly Level[] }

const million = 1_000_000n
const stepMs = 1_000

/** A venue's own opinion deviates from the provider's by at most 2.5 basis points; the walk itself deviates by 20. */
const opinion = (name: VenueName, { symbol }: Pair, wall: number): bigint =>
  walk(`${name}/${symbol}`, Math.floor(wall / stepMs)) / 8n

/** The ladder at that wall time. The same time and rates give the same ladder, in every process. */
export function ladderAt(name: VenueName, pair: Pair, rateOf: (symbol: Rate) => Price, wall: number): Ladder {
  const mid = midOf(pair, rateOf)
  const { halfSpread, shares } = terms[name]
  const away = mid === par ? halfSpread.par : halfSpread.other
  const middle = million + (mid === par ? 0n : opinion(name, pair, wall))
  const scale = 10n ** BigInt(pair.price_decimals)
  const levels = shares.map((share, i) => ({ off: away * BigInt(i + 1), qty: share * sizeOf(pair) }))
  // On a tick, in the venue's favour.
  const bids = levels.map(({ off, qty }) => ({
    price: (mid.above * scale * (middle - off)) / (mid.below * million),
    qty,
  }))
  const asks = levels.map(({ off, qty }) => ({
    price: dividedUp(mid.above * scale * (middle + off), mid.below * million),
    qty,
  }))
  return { bids: bids.filter(({ price }) => price > 0n), asks }
}

/** Exactly `above / below`. */
type Ratio = { readonly above: bigint; readonly below: bigint }

const par: Ratio = { above: 1n, below: 1n }

/** A coin counts as its fiat. */
const valued = (asset: AssetCode): AssetCode => assets[asset].fiat ?? asset

function midOf(pair: Pair, rateOf: (symbol: Rate) => Price): Ratio {
  const [base, quote] = [valued(pair.base), valued(pair.quote)]
  if (base === quote) return par
  const direct = symbols.find((symbol) => symbol === `${base}/${quote}`)
  if (direct) return ratioOf(rateOf(direct))
  const inverse = symbols.find((symbol) => symbol === `${quote}/${base}`)
  if (!inverse) throw new Error(`the provider has no rate for ${base}/${quote}`)
  const { above, below } = ratioOf(rateOf(inverse))
  return { above: below, below: above }
}

const ratioOf = ({ units, decimals }: Price): Ratio => ({ above: units, below: 10n ** BigInt(decimals) })

const dividedUp = (value: bigint, by: bigint): bigint => (value + by - 1n) / by
