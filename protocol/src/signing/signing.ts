import { type Json, canonical } from '../encoding/json.ts'

// The signing string, and the texts of keys and signatures. The curve arithmetic is left to a crypto library of the caller;
// both the browser's and Node's verify IEEE P1363 signatures.

/** The signature is ECDSA P-256 over SHA-256 of exactly this text, in UTF-8; `body` is one of `signedBodies`. */
export function signingString(path: string, body: string, nonce: string): string {
  return path + body + nonce
}

/**
 * The accepted signing texts of a body: its canonical JSON. A body without parameters is the empty string, or equivalently
 * `{}`.
 */
export function signedBodies(body: Json): readonly [string, ...string[]] {
  const text = canonical(body)
  return text === '{}' ? ['', '{}'] : [text]
}

const maxNonce = 2n ** 64n - 1n

export function parseNonce(text: string): bigint | null {
  if (!/^(0|[1-9]\d{0,19})$/.test(text)) return null
  const nonce = BigInt(text)
  return nonce <= maxNonce ? nonce : null
}

/** The bytes of a signature header; null if it is not base64 or longer than any P-256 signature. */
export function decodeSignature(text: string): Uint8Array | null {
  return decodeBase64(text, 72)
}

/** The DER bytes of a public key (SPKI); null if it is not base64. The curve is not checked. */
export function decodePublicKey(text: string): Uint8Array | null {
  return decodeBase64(text, 1024)
}

/**
 * The possible signatures, in P1363 form, of these bytes; none if they are malformed. Sixty-four bytes are most likely P1363,
 * but a DER signature with a very short integer has that length too, and a P1363 one may be valid DER by chance: a verifier
 * tries both, in this order.
 */
export function signatureForms(bytes: Uint8Array): Uint8Array[] {
  const fromDer = derToP1363(bytes)
  return [...(bytes.length === 64 ? [bytes] : []), ...(fromDer ? [fromDer] : [])]
}

/** Strict DER of SEQUENCE { r INTEGER, s INTEGER }: minimal, positive, without trailing bytes. */
function derToP1363(der: Uint8Array): Uint8Array | null {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return null
  const r = derInteger(der, 2)
  const s = r && derInteger(der, r.end)
  if (!r || !s || s.end !== der.length) return null
  const raw = new Uint8Array(64)
  raw.set(r.digits, 32 - r.digits.length)
  raw.set(s.digits, 64 - s.digits.length)
  return raw
}

/** The same signature as DER. */
export function p1363ToDer(raw: Uint8Array): Uint8Array {
  const [r, s] = [positive(raw.subarray(0, 32)), positive(raw.subarray(32))]
  return Uint8Array.of(0x30, r.length + s.length, ...r, ...s)
}

/** A DER INTEGER: without leading zeros, except one if the first digit would read as a sign. */
function positive(digits: Uint8Array): Uint8Array {
  const first = digits.findIndex((digit) => digit !== 0)
  const rest = first < 0 ? digits.subarray(-1) : digits.subarray(first)
  const zero = rest[0]! >= 0x80 ? [0] : []
  return Uint8Array.of(0x02, rest.length + zero.length, ...zero, ...rest)
}

function derInteger(der: Uint8Array, at: number): { digits: Uint8Array; end: number } | null {
  const length = der[at + 1]
  if (der[at] !== 0x02 || length === undefined || length === 0) return null
  const end = at + 2 + length
  const first = der[at + 2]
  if (end > der.length || first === undefined || first >= 0x80) return null
  const padded = first === 0 && length > 1
  if (padded && der[at + 3]! < 0x80) return null
  const digits = der.subarray(padded ? at + 3 : at + 2, end)
  return digits.length <= 32 ? { digits, end } : null
}

const noLetter = 0xff
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const standardAlphabet = sextets(`${letters}+/`)
const urlAlphabet = sextets(`${letters}-_`)

/** The value of each letter, by its code. */
function sextets(alphabet: string): Uint8Array {
  const values = new Uint8Array(128).fill(noLetter)
  for (let i = 0; i < alphabet.length; i += 1) values[alphabet.charCodeAt(i)] = i
  return values
}

/**
 * base64 or base64url, never a mixture; padding is optional but must be right; the unused bits of the last letter must be zero,
 * so that one signature has one text per alphabet.
 */
function decodeBase64(text: string, maxBytes: number): Uint8Array | null {
  if (text.length === 0 || text.length > Math.ceil(maxBytes / 3) * 4) return null
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  if (padding > 0 && text.length % 4 !== 0) return null
  const length = text.length - padding
  if (length % 4 === 1 || length === 0) return null
  const isStandard = text.includes('+') || text.includes('/')
  return decodeLetters(text, length, isStandard ? standardAlphabet : urlAlphabet)
}

/** Reads letter by letter, without a regular expression, because every request passes here. */
function decodeLetters(text: string, length: number, values: Uint8Array): Uint8Array | null {
  const bytes = new Uint8Array(Math.floor((length * 3) / 4))
  let bits = 0
  let held = 0
  let at = 0
  for (let i = 0; i < length; i += 1) {
    const value = values[text.charCodeAt(i)] ?? noLetter
    if (value === noLetter) return null
    bits = ((bits << 6) | value) & 0xffff
    held += 6
    if (held < 8) continue
    held -= 8
    bytes[at] = (bits >> held) & 0xff
    at += 1
  }
  return (bits & ((1 << held) - 1)) === 0 ? bytes : null
}
