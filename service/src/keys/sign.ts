import { createECDH, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'

// Signing with a secret in this process. Measured on one arm64 core, messages of 300 bytes: ed25519 with node:crypto
// 19,800/s, with @noble/curves 990/s; secp256k1 with @noble/curves 1,180/s. node:crypto cannot be used for secp256k1. It
// always hashes the digest again, chooses its own k and returns no parity.

/** r, s (low) and the parity: 65 bytes over a digest of 32. */
export function signDigest(secret: Uint8Array, digest: Uint8Array): Uint8Array {
  if (digest.length !== 32) throw new Error(`secp256k1 signs a digest of 32 bytes; this one has ${digest.length}`)
  const recovered = secp256k1.sign(digest, secret, { prehash: false, lowS: true, format: 'recovered' })
  return Uint8Array.of(...recovered.subarray(1), recovered[0]!)
}

/** The public key in 33 bytes. With node:crypto: @noble/curves needs a quarter of a second to initialise at every start. */
export function compressedPoint(secret: Uint8Array): Uint8Array {
  const key = createECDH('secp256k1')
  key.setPrivateKey(secret)
  return Uint8Array.from(key.getPublicKey(null, 'compressed') as unknown as Buffer)
}

const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

export function ed25519Key(secret: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, secret]), format: 'der', type: 'pkcs8' })
}

/** 64 bytes over the message itself (not a digest). */
export function signMessage(key: KeyObject, message: Uint8Array): Uint8Array {
  return new Uint8Array(sign(null, message, key))
}

export function ed25519Point(key: KeyObject): Uint8Array {
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return new Uint8Array(spki.subarray(-32))
}
