import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import { pairs } from '@specie/protocol/pairs.ts'

// How the two venues trade. Alpha close to the market and small, beta wider and larger.

export type Pair = (typeof pairs)[number]

export const pairOf: ReadonlyMap<string, Pair> = new Map(pairs.map((pair) => [pair.symbol, pair]))

type Terms = {
  /** From the middle to the best price, in millionths; each further level adds the same distance. */
  readonly halfSpread: { readonly par: bigint; readonly other: bigint }
  /** The size of each level, from the best price on, in shares of `size`. */
  readonly shares: readonly bigint[]
  readonly coarse: boolean
}

export const terms = {
  alpha: { halfSpread: { par: 100n, other: 500n }, shares: [1n, 2n, 4n], coarse: false },
  beta: { halfSpread: { par: 200n, other: 1_200n }, shares: [4n, 6n, 8n, 12n, 20n], coarse: true },
} as const satisfies Record<string, Terms>

export type VenueName = keyof typeof terms

export const venueNames = Object.keys(terms) as VenueName[]

/** Worth some ten thousand francs: alpha's size at its best price. */
const size: { readonly [code in AssetCode]: string } = {
  VCHF: '10000',
  VGBP: '10000',
  CHF: '10000',
  GBP: '10000',
  USDC: '10000',
  BTC: '0.1',
  ETH: '5',
}

export const sizeOf = ({ base }: Pair): bigint => parseAmount(size[base], base).minor

/** In minor units of the base; the tick of a price is the pair's own. */
export type Instrument = { readonly lot: bigint; readonly minimum: bigint }

export function instrumentOf(name: VenueName, pair: Pair): Instrument {
  if (terms[name].coarse) return { lot: sizeOf(pair) / 1_000n, minimum: sizeOf(pair) / 100n }
  return {
    lot: 10n ** BigInt(assets[pair.base].decimals - pair.qty_decimals),
    minimum: parseAmount(pair.min_order_size, pair.base).minor,
  }
}
