import { decodePublicKey } from '@specie/protocol/signing/signing.ts'

// Key pairs in the browser (WebCrypto, P-256). A private key made here leaves the page only as the file that the person
// saves. The key in memory can sign, but cannot be exported.

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const
export const ecdsa = { name: 'ECDSA', hash: 'SHA-256' } as const

export type Pair = {
  /** SPKI DER, base64. */
  readonly publicKey: string
  readonly privateKey: CryptoKey
  /** PKCS#8, to be saved once. */
  readonly pem: string
}

/** Browsers offer it on secure addresses only. */
export const canMakeKeys = (): boolean => (globalThis.crypto as Crypto | undefined)?.subtle !== undefined

export async function makePair(): Promise<Pair> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(curve, true, ['sign', 'verify'])
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey))
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey))
  return { publicKey: base64(spki), privateKey: await importPrivate(pkcs8), pem: pemOf(pkcs8) }
}

/** The private key in a PEM file, for signing alone. */
export async function readPrivateKey(pem: string): Promise<CryptoKey> {
  if (pem.includes('BEGIN EC PRIVATE KEY'))
    throw new Error('This file is in the older SEC1 form. Convert it: openssl pkcs8 -topk8 -nocrypt -in key.pem')
  const [, body] = /-----BEGIN PRIVATE KEY-----([\s\S]*?)-----END PRIVATE KEY-----/.exec(pem) ?? []
  if (body === undefined) throw new Error('This file holds no private key in PKCS#8 form (BEGIN PRIVATE KEY).')
  try {
    return await importPrivate(Uint8Array.from(atob(body.replaceAll(/\s/g, '')), (letter) => letter.charCodeAt(0)))
  } catch {
    throw new Error('This is not a private key of the curve P-256, or the file is damaged.')
  }
}

/** ECDSA over SHA-256 of the text, base64url. */
export async function signText(privateKey: CryptoKey, text: string): Promise<string> {
  const signature = await crypto.subtle.sign(ecdsa, privateKey, new TextEncoder().encode(text))
  return base64(new Uint8Array(signature)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

type PublicKeyText = { publicKey: string } | { problem: string }

/** A pasted public key: PEM, or base64 of its SPKI. */
export function readPublicKey(text: string): PublicKeyText {
  if (text.includes('PRIVATE KEY'))
    return {
      problem: 'This is a private key. Do not share it. Paste the public key: openssl pkey -in key.pem -pubout',
    }
  const plain = text.replaceAll(/-----[A-Z ]+-----|\s/g, '')
  const bytes = decodePublicKey(plain)
  if (bytes === null) return { problem: 'This is neither PEM nor base64 of a public key.' }
  if (bytes.length !== 91) return { problem: `A P-256 public key (SPKI) has 91 bytes. This has ${bytes.length}.` }
  return { publicKey: plain }
}

const importPrivate = (pkcs8: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('pkcs8', pkcs8, curve, false, ['sign'])

/** The key for verification; null if the bytes are no key of this curve. */
export const importPublic = (spki: Uint8Array): Promise<CryptoKey | null> =>
  crypto.subtle.importKey('spki', new Uint8Array(spki), curve, false, ['verify']).catch(() => null)

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

const pemOf = (pkcs8: Uint8Array): string =>
  ['-----BEGIN PRIVATE KEY-----', ...(base64(pkcs8).match(/.{1,64}/g) ?? []), '-----END PRIVATE KEY-----', ''].join(
    '\n',
  )
