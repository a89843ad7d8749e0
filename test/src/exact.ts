import type { AssetCode } from '@specie/protocol/assets.ts'
import { formatAmount, parseAmount } from '@specie/protocol/money.ts'

// Amounts in the service's notation, without floats.

/** In the smallest unit. */
export const minorOf = (asset: AssetCode, amount: string): bigint =>
  amount.startsWith('-') ? -parseAmount(amount.slice(1), asset).minor : parseAmount(amount, asset).minor

/** Amounts with a minus are subtracted. */
export const sumOf = (asset: AssetCode, ...amounts: string[]): string =>
  formatAmount({ asset, minor: amounts.reduce((sum, one) => sum + minorOf(asset, one), 0n) })
