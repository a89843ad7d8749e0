import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { parseAmount } from '@specie/protocol/money.ts'

/** The least that can be paid out of an asset, with its fee, on the chain where that is least. */
export function smallestPayout(asset: AssetCode): bigint {
  const terms = assets[asset].blockchains.map(({ min_withdraw, withdraw_fee }) =>
    [min_withdraw, withdraw_fee].reduce((sum, text) => sum + parseAmount(text, asset).minor, 0n),
  )
  return terms.reduce((least, one) => (one < least ? one : least), terms[0] ?? 1n)
}
