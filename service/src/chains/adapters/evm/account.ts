import assert from 'node:assert/strict'
import { ECDH } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import {
  type Address,
  bytesToHex,
  type Hex,
  hashMessage,
  hashTypedData,
  hexToBytes,
  keccak256,
  serializeSignature,
  serializeTransaction,
  type Signature,
} from 'viem'
import { type LocalAccount, publicKeyToAddress, toAccount } from 'viem/accounts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { KeyName, RawSigner, SigningPurpose } from '../../../base/ports/chain.ts'

/** The checksummed address of a compressed public key (33 bytes). */
export function evmAddressOf(publicKey: Uint8Array): Address {
  const point = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed')
  return publicKeyToAddress(bytesToHex(point as Buffer))
}

export async function evmAddress(signer: RawSigner, key: KeyName): Promise<Address> {
  return evmAddressOf(await signer.publicKey(key, 'secp256k1'))
}

type SigningReason = Pick<SigningPurpose, 'requestId' | 'intent'>

/** One of our keys as a viem account. The signer receives the purpose of every signature. */
export async function evmAccount(
  signer: RawSigner,
  key: KeyName,
  chain: ChainCode,
  reason: SigningReason = { requestId: 'none', intent: 'set up the chain' },
): Promise<LocalAccount> {
  const address = await evmAddress(signer, key)
  const signHash = async (hash: Hex): Promise<Signature> => {
    const bytes = await signer.sign(key, 'secp256k1', hexToBytes(hash), { ...reason, chain })
    const signature = signatureOf(bytes)
    const recovered = Uint8Array.of(bytes[64]!, ...bytes.subarray(0, 64))
    const found = secp256k1.recoverPublicKey(recovered, hexToBytes(hash), { prehash: false })
    assert.equal(evmAddressOf(found), address, `the signer signed for ${key} with the key of another address`)
    return signature
  }
  const sign = async (hash: Hex): Promise<Hex> => serializeSignature(await signHash(hash))
  return toAccount({
    address,
    sign: ({ hash }) => sign(hash),
    signMessage: ({ message }) => sign(hashMessage(message)),
    signTypedData: (data) => sign(hashTypedData(data)),
    signTransaction: async (transaction, { serializer = serializeTransaction } = {}) =>
      serializer(transaction, await signHash(keccak256(await serializer(transaction)))),
  })
}

function signatureOf(bytes: Uint8Array): Signature {
  assert.equal(bytes.length, 65, 'a signature is r, s and the parity')
  const yParity = bytes[64]!
  assert(yParity < 2, 'the parity is 0 or 1')
  return { r: bytesToHex(bytes.subarray(0, 32)), s: bytesToHex(bytes.subarray(32, 64)), yParity }
}
