// Signing with WebCrypto, written from docs/signing.md.

type CryptoKey = Parameters<typeof globalThis.crypto.subtle.exportKey>[1]
export type KeyPair = { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey }

/** The encoding of a signature: DER or r‖s, in base64url or base64. */
export type SignatureForm = { readonly bytes: 'der' | 'p1363'; readonly text: 'base64url' | 'base64' | 'padded' }

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
const { subtle } = globalThis.crypto

export const newKeyPair = (): Promise<KeyPair> => subtle.generateKey(algorithm, true, ['sign', 'verify'])

/** The key pair of a private key, PKCS #8 in PEM. */
export async function keyPairOf(pem: string): Promise<KeyPair> {
  const body = /-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----/.exec(pem)?.[1]
  if (body === undefined)
    throw new Error('The key is not PKCS #8 in PEM. Convert it with openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW.')
  const privateKey = await subtle.importKey('pkcs8', fromBase64(body.replace(/\s/g, '')), algorithm, true, ['sign'])
  const { d: _, key_ops: _ops, ...point } = await subtle.exportKey('jwk', privateKey)
  return { privateKey, publicKey: await subtle.importKey('jwk', point, algorithm, true, ['verify']) }
}

export const publicKeyText = async ({ publicKey }: KeyPair): Promise<string> =>
  toBase64(new Uint8Array(await subtle.exportKey('spki', publicKey)))

/** Canonical JSON: keys sorted at every depth, no white space. Empty for an object without fields. */
export function canonical(value: unknown): string {
  const text = sorted(value)
  return text === '{}' ? '' : text
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${sorted(member)}`).join(',')}}`
}

export async function signature(
  { privateKey }: KeyPair,
  text: string,
  form: SignatureForm = { bytes: 'der', text: 'base64url' },
): Promise<string> {
  const signed = await subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, new TextEncoder().encode(text))
  const raw = new Uint8Array(signed)
  const base64 = toBase64(form.bytes === 'der' ? der(raw) : raw)
  if (form.text === 'base64') return base64
  const url = base64.replaceAll('+', '-').replaceAll('/', '_')
  return form.text === 'padded' ? url : url.replace(/=+$/, '')
}

/** WebCrypto signs as r‖s. */
function der(raw: Uint8Array): Uint8Array {
  const [r, s] = [integer(raw.subarray(0, 32)), integer(raw.subarray(32))]
  return Uint8Array.of(0x30, r.length + s.length, ...r, ...s)
}

function integer(digits: Uint8Array): Uint8Array {
  const first = digits.findIndex((digit) => digit !== 0)
  const rest = digits.subarray(first)
  return Uint8Array.of(0x02, rest.length + (rest[0]! >= 0x80 ? 1 : 0), ...(rest[0]! >= 0x80 ? [0] : []), ...rest)
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
