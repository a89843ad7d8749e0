import type { Facts } from '../facts.ts'
import type { Parts } from '../markup/markdown.ts'
import { table } from '../markup/parts.ts'
import { conceptPictures } from '../pictures/concepts.ts'

/** The pictures and limits of docs/concepts. */
export function conceptParts({ publicPerSecond, failuresPerSecond }: Facts): Parts {
  const rows = [
    ['Signed calls', '1 per second and key, polling included'],
    ['Public calls', `${publicPerSecond} per second and address`],
    ['Calls that fail before their signature is verified', `${failuresPerSecond} per second and address`],
  ].map((cells) => ({ cells }))
  return { ...conceptPictures, limits: () => table('Limits', ['What', 'At most'], rows, 'wordy') }
}
