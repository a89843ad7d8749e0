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
/** Coins are issued and redeemed in steps of 0.01. */
export const wholeCents = (amount: string): string => amount.replace(/(\.\d\d)\d+$/, '$1')

/** The largest whole quantity of a coin for a balance, at the price of a known quantity. */
export function affordable(
  known: { quantity: string; price: string },
  coin: AssetCode,
  balance: string,
  in_: AssetCode,
) {
  const price = minorOf(known.price, in_)
  if (price <= 0n) return null
  return wholeCents(textOf((minorOf(balance, in_) * minorOf(known.quantity, coin)) / price, coin))
}
export const isZero = (amount: string): boolean => /^-?[0.]+$/.test(amount)
export const isNegative = (amount: string): boolean => amount.startsWith('-')
