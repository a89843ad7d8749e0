import {
  BaseError,
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  getAddress,
  type Hex,
  isErc6492Signature,
  keccak256,
  type PublicClient,
} from 'viem'
import type { SignedDigest, WalletAnswer } from '../../../base/ports/chain.ts'
import type { BlockId, Nodes } from './nodes.ts'
import { revertReason } from './refusal.ts'

// Smart wallets verify signatures themselves: EIP-1271, and ERC-6492 before their deployment. All nodes answer for the same
// block. The validator is the code of a contract that exists only in the call, so only the wallet's own code on the chain is
// trusted. The call has no recipient, so viem follows no address that a wallet names (EIP-3668).

/** Enough to deploy a wallet and to verify a passkey's signature without a precompile. */
const gas = 3_000_000n

export async function askWallet(
  nodes: Nodes,
  at: BlockId,
  { address, ...signed }: SignedDigest,
): Promise<WalletAnswer> {
  const account = getAddress(address)
  const [digest, signature] = [signed.digest as Hex, signed.signature as Hex]
  const block = { blockNumber: at.height }
  const readCode = async (client: PublicClient) => (await client.getCode({ address: account, ...block })) ?? '0x'
  const [code] = await nodes.agree('the code of an account', readCode, (found) => keccak256(found))
  const hasCode = code !== '0x'
  if (!hasCode && !isErc6492Signature(signature)) return { ...at, hasCode, accepts: null }
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [account, digest, signature],
  })
  const accepted = (client: PublicClient) => isTrue(client.call({ data, gas, ...block }))
  const [accepts] = await nodes.agree('whether a wallet accepts a signature', accepted)
  return { ...at, hasCode, accepts: accepts! }
}

/** A revert means that the wallet refuses. Any other error is a failure of the node. */
async function isTrue(call: ReturnType<PublicClient['call']>): Promise<boolean> {
  try {
    return (await call).data === '0x01'
  } catch (error) {
    if (error instanceof BaseError && revertReason(error) !== null) return false
    throw error
  }
}
