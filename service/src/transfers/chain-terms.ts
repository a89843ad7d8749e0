import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import { badRequest } from '../base/http/errors.ts'
import { unknownBlockchain } from '../base/http/unknown-blockchain.ts'

/** The terms of an asset on a chain; amounts in minor units. */
export type ChainTerms = {
  chain: ChainCode
  minDeposit: bigint
  minWithdraw: bigint
  withdrawFee: bigint
}

/** The terms of the asset on the named chain, if it exists there. */
export function chainTermsOf(asset: AssetCode, blockchain: string | undefined): ChainTerms {
  if (blockchain === undefined) throw badRequest('required', `Name the blockchain for ${asset}.`, 'blockchain')
  const terms = assets[asset].blockchains.find((one) => one.blockchain === blockchain)
  if (!terms) throw unknownBlockchain(asset, blockchain)
  const minor = (text: string) => parseAmount(text, asset).minor
  return {
    chain: terms.blockchain,
    minDeposit: minor(terms.min_deposit),
    minWithdraw: minor(terms.min_withdraw),
    withdrawFee: minor(terms.withdraw_fee),
  }
}
