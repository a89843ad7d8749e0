import { assets } from '@specie/protocol/assets.ts'
import type { Currency } from '../banking/payout/row.ts'

/** True for currencies that banks pay. */
export function isFiat(symbol: string): symbol is Currency {
  return Object.values(assets).some((asset) => asset.type === 'fiat' && asset.symbol === symbol)
}
