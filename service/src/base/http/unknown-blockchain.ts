import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { ApiError } from './errors.ts'

/** The refusal of a chain that does not carry the asset, with those that do. The chain as sent may contain anything. */
export function unknownBlockchain(asset: AssetCode, blockchain: string): ApiError {
  const blockchains = assets[asset].blockchains.map((one) => one.blockchain)
  const message = `This blockchain does not carry ${asset}.`
  const cure = { cure: `Take one of these: ${blockchains.join(', ')}.` }
  return new ApiError('unknown_blockchain', { field: 'blockchain', asset, blockchain, blockchains }, message, {}, cure)
}

/** The refusal of a chain where the bank pays. */
export const paidByBank = (asset: AssetCode): ApiError =>
  new ApiError(
    'unknown_blockchain',
    { field: 'blockchain', asset },
    `${asset} moves by the bank.`,
    {},
    {
      cure: 'Leave `blockchain` out.',
    },
  )
