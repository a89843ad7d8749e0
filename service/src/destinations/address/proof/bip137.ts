import { secp256k1 } from '@noble/curves/secp256k1.js'
import { OutScript } from '@scure/btc-signer'
import { concatBytes, equalBytes, hash160, sha256x2 } from '@scure/btc-signer/utils.js'
import { CompactSize } from '@scure/btc-signer/script.js'
import type { targetOf } from '../../../chains/adapters/bitcoin/address.ts'
import { otherSigner, type Verdict } from './verdict.ts'

// The older `signmessage`: 65 bytes, of which the first names the kind of address (BIP-137). Some wallets write the
// byte of a P2PKH address for every address; that is refused, because then the signature does not identify the address.

type Target = NonNullable<ReturnType<typeof targetOf>>

const kinds = [
  { from: 27, type: 'pkh', compressed: false },
  { from: 31, type: 'pkh', compressed: true },
  { from: 35, type: 'sh', compressed: true },
  { from: 39, type: 'wpkh', compressed: true },
] as const

export function verifyBip137(target: Target, text: string, signature: Uint8Array): Verdict {
  const header = signature[0]!
  const kind = kinds.find(({ from }) => header >= from && header < from + 4)
  if (!kind) return { rule: 'format', message: 'The first byte of a signed message is from 27 to 42 (BIP-137).' }
  if (kind.type !== target.type) {
    return { rule: 'format', message: 'The first byte names another kind of address (BIP-137). Sign with BIP-322.' }
  }
  const given = secp256k1Signature(Uint8Array.from([header - kind.from, ...signature.subarray(1)]))
  if (given === null) return otherSigner
  if (given.hasHighS()) return { rule: 'malleable', message: 'The s of the signature is in its high form.' }
  const key = recovered(given, messageHash(text))?.toBytes(kind.compressed)
  return key !== undefined && equalBytes(hashIn(kind.type, key), target.hash) ? { method: 'bip137' } : otherSigner
}

type Signature = ReturnType<typeof secp256k1.Signature.fromBytes>

function secp256k1Signature(bytes: Uint8Array): Signature | null {
  try {
    return secp256k1.Signature.fromBytes(bytes, 'recovered')
  } catch {
    return null
  }
}

function recovered(signature: Signature, digest: Uint8Array) {
  try {
    return signature.recoverPublicKey(digest)
  } catch {
    return undefined
  }
}

/** The hash of its key in an address of this kind. */
function hashIn(type: (typeof kinds)[number]['type'], key: Uint8Array): Uint8Array {
  const hash = hash160(key)
  return type === 'sh' ? hash160(OutScript.encode({ type: 'wpkh', hash })) : hash
}

const prefix = Buffer.from('\u0018Bitcoin Signed Message:\n', 'latin1')

export function messageHash(text: string): Uint8Array {
  const message = Buffer.from(text, 'utf8')
  return sha256x2(concatBytes(prefix, CompactSize.encode(BigInt(message.length)), message))
}
