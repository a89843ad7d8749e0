import type { Address, Rpc, SolanaRpcApi } from '@solana/kit'

export type Commitment = 'confirmed' | 'finalized'

/** The owner program and data of an account; null if it does not exist. */
export async function accountAt(rpc: Rpc<SolanaRpcApi>, at: Address, commitment: Commitment) {
  const { value } = await rpc.getAccountInfo(at, { commitment, encoding: 'base64' }).send()
  return value && { programAddress: value.owner, data: Uint8Array.from(Buffer.from(value.data[0], 'base64')) }
}
