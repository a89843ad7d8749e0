import { pairs } from '@specie/protocol/pairs.ts'
import type { Pair } from '../../shared/prices/figures.ts'

/** The terms of a pair. A past trade needs them even if the pair no longer trades. */
export function pairOf(symbol: string): Pair {
  const pair = pairs.find((one) => one.symbol === symbol)
  if (pair === undefined) throw new Error(`${symbol} is unknown to this version of the page. Reload the page.`)
  return { ...pair, status: 'online' }
}

export const decimalsOf = (symbol: string): number => pairOf(symbol).price_decimals
