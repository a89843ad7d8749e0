import { signatureForms } from '@specie/protocol/signing/signing.ts'
import { pkcs8OfPem, spkiOf, toBase64, toBase64url } from './pem.ts'
import { InvalidArgument } from '../invalid-argument.ts'

// Converts the caller's key, in any of its forms, to what a request needs: its public key and signatures.

/** A P-256 private key as JSON. */
export interface PrivateJwk {
  kty?: string
  crv?: string
  x?: string
  y?: string
  d?: string
}

/** A `CryptoKey`, with the fields common to Node and browsers. */
export interface WebCryptoKey {
  readonly type: string
  readonly extractable: boolean
  readonly algorithm: { readonly name: string }
}

/** A `CryptoKeyPair`; the private key need not be exportable. */
export interface WebCryptoKeyPair {
  readonly privateKey: WebCryptoKey
  readonly publicKey: WebCryptoKey
}

/** A key that never leaves its hardware. */
export interface ExternalKey {
  /** SPKI, as PEM or in base64. */
  publicKey: string
  /** ECDSA P-256 with SHA-256 over these bytes; DER or r‖s (64 bytes). */
  sign(bytes: Uint8Array): Promise<Uint8Array | ArrayBuffer> | Uint8Array | ArrayBuffer
}

/** PEM (PKCS #8 or SEC1), JWK, a pair of WebCrypto, or a callback for an HSM. */
export type Key = string | PrivateJwk | WebCryptoKeyPair | ExternalKey

export interface Signer {
  /** SPKI in base64, for `x-app-public-key`. */
  readonly publicKey: string
  /** In base64url, for `x-app-signed-data`. */
  sign(text: string): Promise<string>
}

const p256 = { name: 'ECDSA', namedCurve: 'P-256' } as const
const { subtle } = globalThis.crypto
type Jwk = Extract<Parameters<typeof subtle.importKey>[1], { kty?: string }>
type CryptoKey = Parameters<typeof subtle.sign>[1]

export async function signerOf(key: Key): Promise<Signer> {
  if (typeof key === 'string') return ofPrivateKey(await importPem(key))
  if ('sign' in key) return external(key)
  if ('privateKey' in key) return ofPair(key)
  return ofPrivateKey(await importJwk(key))
}

async function importPem(pem: string): Promise<CryptoKey> {
  const der = pkcs8OfPem(pem)
  try {
    return await subtle.importKey('pkcs8', der, p256, true, ['sign'])
  } catch (cause) {
    throw new InvalidArgument('The key cannot be read. It must be an EC private key on the curve P-256 (prime256v1).', {
      cause,
    })
  }
}

async function importJwk({ kty = '', crv, x, y, d }: PrivateJwk): Promise<CryptoKey> {
  try {
    return await subtle.importKey('jwk', { kty, crv, x, y, d } as Jwk, p256, true, ['sign'])
  } catch (cause) {
    throw new InvalidArgument('The JWK is not a private key. It needs kty EC, crv P-256, x, y and d.', { cause })
  }
}

async function ofPrivateKey(privateKey: CryptoKey): Promise<Signer> {
  const { kty, crv, x, y } = await subtle.exportKey('jwk', privateKey)
  const publicKey = await subtle.importKey('jwk', { kty, crv, x, y } as Jwk, p256, true, ['verify'])
  return ofPair({ privateKey, publicKey })
}

async function ofPair({ privateKey, publicKey }: WebCryptoKeyPair): Promise<Signer> {
  const sign = (bytes: Uint8Array) => subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey as CryptoKey, bytes)
  return signer(toBase64(new Uint8Array(await subtle.exportKey('spki', publicKey as CryptoKey))), sign)
}

const external = (key: ExternalKey): Signer => signer(toBase64(spkiOf(key.publicKey)), (bytes) => key.sign(bytes))

function signer(publicKey: string, signBytes: ExternalKey['sign']): Signer {
  return {
    publicKey,
    sign: async (text) => {
      const made = await signBytes(new TextEncoder().encode(text))
      const [signature] = signatureForms(made instanceof Uint8Array ? made : new Uint8Array(made))
      if (signature === undefined)
        throw new InvalidArgument('The key’s sign() must return an ECDSA signature: DER, or r and s in 64 bytes.')
      return toBase64url(signature)
    },
  }
}
