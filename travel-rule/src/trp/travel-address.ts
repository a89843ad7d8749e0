import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'

// A travel address names the place where a service provider receives Travel Rule data: `ta`, then base58 of the URL
// without its scheme and of the first four bytes of its double SHA-256. There is no version byte.

const prefix = 'ta'
const maxLetters = 700
const base58check = createBase58check(sha256)

export function travelAddressOf(url: string): string {
  return prefix + base58check.encode(new TextEncoder().encode(url))
}

/** The URL in it, without a scheme; null when it is not a travel address or was mistyped. */
export function urlIn(travelAddress: string): string | null {
  if (!travelAddress.startsWith(prefix) || travelAddress.length > maxLetters) return null
  const url = decoded(travelAddress.slice(prefix.length))
  return url !== null && isUrl(url) ? url : null
}

function decoded(letters: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(base58check.decode(letters))
  } catch {
    return null
  }
}

/** A host with a dot, and no character that could name another host. */
const isUrl = (text: string): boolean =>
  /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?([/?][!-~]*)?$/i.test(text) && URL.canParse(`https://${text}`)
