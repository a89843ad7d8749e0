import { createHash } from 'node:crypto'
import { Refusal } from '../refusal.ts'

// `ta`, then base58 of the address without its scheme and of four bytes of its double SHA-256.

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
const checksum = (bytes: Buffer): Buffer => sha256(sha256(bytes)).subarray(0, 4)

export function toTravelAddress(place: string): string {
  const bytes = Buffer.from(place)
  let value = BigInt(`0x${Buffer.concat([bytes, checksum(bytes)]).toString('hex')}`)
  let letters = ''
  for (; value > 0n; value /= 58n) letters = alphabet[Number(value % 58n)] + letters
  return `ta${letters}`
}

export function fromTravelAddress(travelAddress: string): string {
  const letters = /^ta([1-9A-HJ-NP-Za-km-z]+)$/.exec(travelAddress)?.[1]
  if (letters === undefined) throw new Refusal(400, '`travel_address` is no travel address.')
  let value = 0n
  for (const letter of letters) value = value * 58n + BigInt(alphabet.indexOf(letter))
  const hex = value.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  const place = bytes.subarray(0, -4)
  if (!bytes.subarray(-4).equals(checksum(place))) throw new Refusal(400, '`travel_address` was mistyped.')
  return place.toString('utf8')
}
