// The supported chains, one row each. `confirmations` is the depth at which a transaction counts as final.

export const chainFamilies = ['evm', 'solana', 'bitcoin'] as const

type Chain = {
  readonly name: string
  readonly family: (typeof chainFamilies)[number]
  /** EIP-155 id of the production network; null if the family has none. */
  readonly chainId: number | null
  readonly confirmations: number
}

export const chains = {
  ETH: { name: 'Ethereum', family: 'evm', chainId: 1, confirmations: 64 },
  BASE: { name: 'Base', family: 'evm', chainId: 8453, confirmations: 64 },
  ARB: { name: 'Arbitrum One', family: 'evm', chainId: 42161, confirmations: 64 },
  AVAX: { name: 'Avalanche C-Chain', family: 'evm', chainId: 43114, confirmations: 12 },
  POL: { name: 'Polygon PoS', family: 'evm', chainId: 137, confirmations: 128 },
  CELO: { name: 'Celo', family: 'evm', chainId: 42220, confirmations: 64 },
  SOL: { name: 'Solana', family: 'solana', chainId: null, confirmations: 32 },
  BTC: { name: 'Bitcoin', family: 'bitcoin', chainId: null, confirmations: 3 },
} as const satisfies Record<string, Chain>

export type ChainCode = keyof typeof chains
