import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, getAddress, hashMessage, hexToBytes, isAddressEqual, isErc6492Signature, keccak256 } from 'viem'
import type { Chain } from '../../../base/ports/chain.ts'
import { hexBytes } from './bytes.ts'
import { otherSigner, type RefusedProof, type Verdict } from './verdict.ts'

// A text signed by an EVM account (EIP-191). An account with code is a smart wallet, which judges for itself; an
// account without code has a key.

/** Longer than the signatures of any wallet in use, including deployment code. */
const maxBytes = 7_000

const malformed: RefusedProof = { rule: 'format', message: 'A signature of this chain is hex that begins with 0x.' }
const refusedByWallet: RefusedProof = {
  rule: 'mismatch',
  message: 'The smart wallet at this address does not accept this signature of this text (EIP-1271).',
}

/** Verifies the signature of an account; `height` names an earlier block at which a smart wallet was asked. */
export async function verifyEvm(
  chain: Chain,
  address: string,
  text: string,
  signature: string,
  height?: bigint,
): Promise<Verdict> {
  const bytes = hexBytes(signature)
  if (bytes === null || bytes.length === 0 || bytes.length > maxBytes) return malformed
  const hex = bytesToHex(bytes)
  const answer = await chain.askWallet!({ address, digest: hashMessage(text), signature: hex }, height)
  const checkedAt = { chainId: answer.chainId, height: answer.height, block: answer.hash }
  if (answer.accepts === null) {
    const verdict = verifyKey(address, text, bytes)
    return 'rule' in verdict ? verdict : { ...verdict, checkedAt }
  }
  return answer.accepts ? { method: isErc6492Signature(hex) ? 'erc6492' : 'eip1271', checkedAt } : refusedByWallet
}

/** EIP-191 by the key of the account alone. Strict: 65 bytes, v is 27 or 28, s is low. */
export function verifyKey(address: string, text: string, signature: Uint8Array): Verdict {
  const v = signature[64]
  if (signature.length !== 65) {
    const message =
      'A signature by the key of an account has 65 bytes. A smart wallet must be deployed, and its block final.'
    return { rule: 'format', message }
  }
  if (v !== 27 && v !== 28) return { rule: 'format', message: 'The last byte of the signature is 27 or 28 (1b or 1c).' }
  try {
    const given = secp256k1.Signature.fromBytes(Uint8Array.from([v - 27, ...signature.subarray(0, 64)]), 'recovered')
    if (given.hasHighS()) return { rule: 'malleable', message: 'The s of the signature is in its high form.' }
    const key = given.recoverPublicKey(hexToBytes(hashMessage(text)))
    return isAddressEqual(addressOf(key.toBytes(false)), getAddress(address)) ? { method: 'eip191' } : otherSigner
  } catch {
    // r or s is out of range, or no key fits.
    return otherSigner
  }
}

/** The last 20 bytes of the hash of the key, without its format byte. */
const addressOf = (key: Uint8Array) => getAddress(`0x${keccak256(key.subarray(1)).slice(-40)}`)
