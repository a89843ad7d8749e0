import { randomBytes, randomUUID } from 'node:crypto'

// The only file that reads the machine's clock and its randomness.

/** Wall time in milliseconds. */
export const wall = (): number => Date.now()

/** A monotonic number of milliseconds, for measuring durations. */
export const elapsed = (): number => performance.now()

/** Six letters and digits without ambiguous ones. */
export function shortId(): string {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  return Array.from(randomBytes(6), (byte) => alphabet[byte % alphabet.length]).join('')
}

export const newId = (): string => randomUUID()

/** A part of an address that only its receiver knows. */
export const newToken = (): string => randomBytes(24).toString('base64url')
