import { pairs } from '@specie/protocol/pairs.ts'
import type { Pair } from '../../shared/prices/figures.ts'

/** The terms of a pair; what trades now does not matter to what has traded. */
export function pairOf(symbol: string): Pair {
  const pair = pairs.find((one) => one.symbol === symbol)
  if (pair === undefined) throw new Error(`${symbol} is no pair of this version of the page. Load it again.`)
  return { ...pair, status: 'online' }
}

export const decimalsOf = (symbol: string): number => pairOf(symbol).price_decimals
