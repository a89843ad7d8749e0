import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import { ApiError, badRequest } from '../base/http/errors.ts'

/** How an asset travels on a chain; amounts in minor units. */
export type Carrier = {
  chain: ChainCode
  minDeposit: bigint
  minWithdraw: bigint
  withdrawFee: bigint
}

/** The chain that a caller names, if it carries the asset. */
export function carrierOf(asset: AssetCode, blockchain: string | undefined): Carrier {
  if (blockchain === undefined) throw badRequest('required', `Say on which blockchain ${asset} goes.`, 'blockchain')
  const carrier = assets[asset].blockchains.find((one) => one.blockchain === blockchain)
  if (!carrier) throw new ApiError('unknown_blockchain', { field: 'blockchain', asset, blockchain })
  const minor = (text: string) => parseAmount(text, asset).minor
  return {
    chain: carrier.blockchain,
    minDeposit: minor(carrier.min_deposit),
    minWithdraw: minor(carrier.min_withdraw),
    withdrawFee: minor(carrier.withdraw_fee),
  }
}

export const isAsset = (symbol: string): symbol is AssetCode => Object.hasOwn(assets, symbol)
