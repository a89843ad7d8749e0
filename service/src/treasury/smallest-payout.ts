import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { parseAmount } from '@specie/protocol/money.ts'

/** The smallest payout of an asset, fee included, on its cheapest chain. */
export function smallestPayout(asset: AssetCode): bigint {
  const terms = assets[asset].blockchains.map(({ min_withdraw, withdraw_fee }) =>
    [min_withdraw, withdraw_fee].reduce((sum, text) => sum + parseAmount(text, asset).minor, 0n),
  )
  return terms.reduce((least, one) => (one < least ? one : least), terms[0] ?? 1n)
}
