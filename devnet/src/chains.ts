/** Chain ids of our own. A transaction signed for UAT must mean nothing in production, and vice versa. */
export type EvmSpec = {
  code: string
  chainId: number
  blockMs: number
  /** The distance of the `safe` and the `finalized` block from the latest. */
  safe: number
  finalized: number
}

export const evmChains: EvmSpec[] = [
  { code: 'ETH', chainId: 7_730_001, blockMs: 1_000, safe: 4, finalized: 8 },
  { code: 'BASE', chainId: 7_730_002, blockMs: 500, safe: 2, finalized: 6 },
  { code: 'ARB', chainId: 7_730_003, blockMs: 250, safe: 2, finalized: 6 },
  { code: 'AVAX', chainId: 7_730_004, blockMs: 500, safe: 1, finalized: 2 },
  { code: 'POL', chainId: 7_730_005, blockMs: 500, safe: 2, finalized: 6 },
  { code: 'CELO', chainId: 7_730_006, blockMs: 500, safe: 1, finalized: 4 },
]

export type SolanaSpec = { code: string; slotMs: number; confirmed: number; finalized: number; blockhashSlots: number }

/** A slot is 400 ms; finality and the life of a blockhash count in slots, as on Solana. */
export const solanaChain: SolanaSpec = { code: 'SOL', slotMs: 250, confirmed: 1, finalized: 32, blockhashSlots: 150 }

export const bitcoinChain = { code: 'BTC', blockMs: 2_000 }

export const codes: readonly string[] = [...evmChains.map(({ code }) => code), solanaChain.code, bitcoinChain.code]
