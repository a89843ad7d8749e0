import type { AssetCode } from './assets.ts'

// The tradable pairs, one row each. Sizes are in the base asset; a price is quote per base.

type Terms = {
  readonly min_order_size: string
  readonly max_order_size: string
  readonly qty_decimals: number
  readonly price_decimals: number
  /** The maximum distance of a limit from the market, in basis points. */
  readonly price_band_bps: number
  readonly fee_bps: number
}

type Pair = Terms & { readonly symbol: string; readonly base: AssetCode; readonly quote: AssetCode }

/** The minimum order in this base: about 30 VCHF. Pairs at par have a smaller minimum. See there. */
const bases = {
  VCHF: { min_order_size: '30', max_order_size: '5000000', qty_decimals: 2 },
  VGBP: { min_order_size: '25', max_order_size: '5000000', qty_decimals: 2 },
  USDC: { min_order_size: '30', max_order_size: '5000000', qty_decimals: 2 },
  BTC: { min_order_size: '0.0004', max_order_size: '50', qty_decimals: 8 },
  ETH: { min_order_size: '0.01', max_order_size: '1500', qty_decimals: 8 },
}

function pair(base: keyof typeof bases, quote: AssetCode, price_decimals: number, price_band_bps: number): Pair {
  return { symbol: `${base}/${quote}`, base, quote, ...bases[base], price_decimals, price_band_bps, fee_bps: 0 }
}

/** A coin against its own fiat. */
function par(base: 'VCHF' | 'VGBP', quote: 'CHF' | 'GBP'): Pair {
  return { ...pair(base, quote, 4, 100), min_order_size: '0.1' }
}

export const pairs: readonly Pair[] = [
  par('VCHF', 'CHF'),
  par('VGBP', 'GBP'),
  pair('VCHF', 'USDC', 5, 300),
  pair('VGBP', 'USDC', 5, 300),
  pair('VCHF', 'VGBP', 5, 300),
  pair('VCHF', 'BTC', 10, 1000),
  pair('VCHF', 'ETH', 9, 1000),
  pair('VGBP', 'BTC', 10, 1000),
  pair('VGBP', 'ETH', 9, 1000),
  pair('USDC', 'CHF', 5, 300),
  pair('USDC', 'GBP', 5, 300),
  pair('BTC', 'CHF', 2, 1000),
  pair('ETH', 'CHF', 2, 1000),
  pair('BTC', 'GBP', 2, 1000),
  pair('ETH', 'GBP', 2, 1000),
]
