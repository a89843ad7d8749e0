import { type AssetCode, assets } from './assets.ts'
import type { ChainCode } from './chains.ts'

// The allow list of a coin on a chain. While it is on, the coin moves between listed holders only.

export const allowListModes = ['on', 'off'] as const
export type AllowListMode = (typeof allowListModes)[number]

/** Our coins on each of their chains: `VCHF/ETH`. */
export const coinsOnChains = Object.values(assets)
  .filter(({ fiat }) => fiat !== null)
  .flatMap(({ symbol, blockchains }) => blockchains.map(({ blockchain }) => `${symbol}/${blockchain}`))

/** The parts of `VCHF/ETH`. */
export function coinOnChain(text: string): { asset: AssetCode; blockchain: ChainCode } {
  const [asset, blockchain] = text.split('/')
  return { asset: asset as AssetCode, blockchain: blockchain as ChainCode }
}
