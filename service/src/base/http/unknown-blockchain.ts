import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { ApiError } from './errors.ts'

/** Refuses a chain that does not carry the asset, and names those that do. The chain as sent may contain any text. */
export function unknownBlockchain(asset: AssetCode, blockchain: string): ApiError {
  const blockchains = assets[asset].blockchains.map((one) => one.blockchain)
  const message = `This blockchain does not carry ${asset}.`
  const cure = { cure: `Take one of these: ${blockchains.join(', ')}.` }
  return new ApiError('unknown_blockchain', { field: 'blockchain', asset, blockchain, blockchains }, message, {}, cure)
}

/** Refuses a chain for an asset that the bank pays. */
export const paidByBank = (asset: AssetCode): ApiError =>
  new ApiError(
    'unknown_blockchain',
    { field: 'blockchain', asset },
    `The bank pays ${asset}, not a blockchain.`,
    {},
    {
      cure: 'Leave `blockchain` out.',
    },
  )
