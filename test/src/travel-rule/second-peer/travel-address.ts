import { createHash } from 'node:crypto'

// A travel address: `ta`, and base58 of a URL without its scheme and of the first four bytes of its double SHA-256.

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

export function travelAddress(url: string): string {
  const payload = Buffer.from(url.replace(/^https?:\/\//, ''))
  const bytes = Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)])
  let number = BigInt(`0x${bytes.toString('hex')}`)
  let encoded = ''
  for (; number > 0n; number /= 58n) encoded = alphabet[Number(number % 58n)] + encoded
  return `ta${encoded}`
}
