import type { AssetCode } from '@specie/protocol/assets.ts'
import { formatAmount, parseAmount } from '@specie/protocol/money.ts'

// Sums of decimals as the service writes them, exactly.

/** In minor units; what is left below zero stays there. */
const minorOf = (amount: string, asset: AssetCode): bigint =>
  amount.startsWith('-') ? -parseAmount(amount.slice(1), asset).minor : parseAmount(amount, asset).minor

const textOf = (minor: bigint, asset: AssetCode): string =>
  minor < 0n ? `-${formatAmount({ asset, minor: -minor })}` : formatAmount({ asset, minor })

export const add = (a: string, b: string, asset: AssetCode): string =>
  textOf(minorOf(a, asset) + minorOf(b, asset), asset)
export const subtract = (a: string, b: string, asset: AssetCode): string =>
  textOf(minorOf(a, asset) - minorOf(b, asset), asset)
export const isNegative = (amount: string): boolean => amount.startsWith('-')
