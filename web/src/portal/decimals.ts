import type { AssetCode } from '@specie/protocol/assets.ts'
import { formatAmount, parseAmount } from '@specie/protocol/money.ts'

// Exact sums of the service's decimal strings.

/** In minor units; may be negative. */
const minorOf = (amount: string, asset: AssetCode): bigint =>
  amount.startsWith('-') ? -parseAmount(amount.slice(1), asset).minor : parseAmount(amount, asset).minor

const textOf = (minor: bigint, asset: AssetCode): string =>
  minor < 0n ? `-${formatAmount({ asset, minor: -minor })}` : formatAmount({ asset, minor })

export const add = (a: string, b: string, asset: AssetCode): string =>
  textOf(minorOf(a, asset) + minorOf(b, asset), asset)
export const subtract = (a: string, b: string, asset: AssetCode): string =>
  textOf(minorOf(a, asset) - minorOf(b, asset), asset)
export const isNegative = (amount: string): boolean => amount.startsWith('-')
