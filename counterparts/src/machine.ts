import { randomBytes } from 'node:crypto'

// The only file that reads the machine's clock and its randomness.

/** Wall time in milliseconds. */
export const wall = (): number => Date.now()

/** A steadily rising number of milliseconds, for measuring how long something took. */
export const elapsed = (): number => performance.now()

/** Six letters and digits that nobody mistakes for one another. */
export function shortId(): string {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  return Array.from(randomBytes(6), (byte) => alphabet[byte % alphabet.length]).join('')
}
