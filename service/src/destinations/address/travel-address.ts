import { createHash } from 'node:crypto'
import { getBase58Decoder, getBase58Encoder } from '@solana/kit'

// A travel address names the place where a service provider receives Travel Rule data: `ta`, then base58 of the URL
// without its scheme and of the first four bytes of its double SHA-256.

const prefix = 'ta'
const base58 = /^[1-9A-HJ-NP-Za-km-z]{8,700}$/

export function travelAddressOf(url: string): string {
  const bytes = Buffer.from(url, 'utf8')
  return prefix + getBase58Decoder().decode(Buffer.concat([bytes, checksumOf(bytes)]))
}

/** The URL in it, without a scheme; null if it is not a travel address or was mistyped. */
export function urlIn(travelAddress: string): string | null {
  const encoded = travelAddress.slice(prefix.length)
  if (!travelAddress.startsWith(prefix) || !base58.test(encoded)) return null
  const bytes = Buffer.from(getBase58Encoder().encode(encoded))
  const [url, checksum] = [bytes.subarray(0, -4), bytes.subarray(-4)]
  return checksum.equals(checksumOf(url)) && isUrl(url) ? url.toString('utf8') : null
}

const isUrl = (bytes: Buffer): boolean => {
  const text = bytes.toString('utf8')
  // A host with a dot, and no character that could name another host.
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?(\/[!-~]*)?$/i.test(text) && URL.canParse(`https://${text}`)
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
const checksumOf = (bytes: Uint8Array): Buffer => sha256(sha256(bytes)).subarray(0, 4)
