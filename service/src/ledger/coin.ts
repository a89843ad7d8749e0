import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { CoinCode } from '../base/ports/chain.ts'
import type { OwnAccount } from '../base/ports/bank.ts'

/** The fiat in which a coin is redeemed. */
export const fiatOf = (coin: CoinCode): OwnAccount['currency'] => assets[coin].fiat!

/** Minor units of a coin in one minor unit of its fiat. */
const scale = 10_000n

/**
 * The value of coins at par. Only whole minor units of the fiat are ever issued or redeemed; otherwise L4 could not
 * hold.
 */
export function par(quantity: bigint): bigint {
  if (quantity % scale !== 0n)
    throw new Error(`${quantity} minor units of a coin are not a whole number of minor units of its fiat`)
  return quantity / scale
}

/** Whole minor units of the fiat in an amount of coins; the rest is dropped. */
export const wholeFiat = (quantity: bigint): bigint => quantity / scale

export const coinsFor = (fiat: bigint): bigint => fiat * scale

/** True for the coins that we issue. */
export function isCoin(symbol: string): symbol is CoinCode {
  return Object.hasOwn(assets, symbol) && assets[symbol as AssetCode].fiat !== null
}

export const coinCodes = (Object.keys(assets) as AssetCode[]).filter(isCoin)

/** Basis points of an amount, rounded up to a whole minor unit. */
export const chargeOf = (amount: bigint, bps: number | bigint): bigint => (amount * BigInt(bps) + 9_999n) / 10_000n
