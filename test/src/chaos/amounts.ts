import { assets, type AssetCode } from '@specie/protocol/assets.ts'

// Amounts as integers of the smallest unit, parsed and formatted without the service's code.

const decimalsOf = (asset: string): number => assets[asset as AssetCode].decimals

/** `-12.5` CHF is -1250. Throws if it is finer than the asset. */
export function minor(text: string, asset: string): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined) throw new Error(`${text} is not an amount of ${asset}`)
  const decimals = decimalsOf(asset)
  if (fraction.length > decimals) throw new Error(`${text} is finer than a unit of ${asset}`)
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  return sign === '-' ? -units : units
}

export const shown = (units: bigint, asset: string): string => `${plainText(units, asset)} ${asset}`

export function plainText(units: bigint, asset: string): string {
  const decimals = decimalsOf(asset)
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  const text = `${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`
  return `${units < 0n ? '-' : ''}${text.replace(/\.?0+$/, '')}`
}

export const fiatOf = (coin: string): string => coin.slice(1)

/** Minor units of a coin in cents of its currency: six decimals against two. */
export const cents = (coins: bigint): bigint => coins / 10_000n

/** Addresses on EVM chains are the same in capitals; those of Solana are not. */
export const plain = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address)

export const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n)
