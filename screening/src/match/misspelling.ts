import type { Token } from '../names/token.ts'
import { isCommonSurname } from '../words/surnames.ts'

/** Shorter words are other words when one letter differs. */
const leastLetters = 6

/** Whether one of two long words has a letter more, another letter or two letters swapped, and they are no two known names. */
export function isMisspelled(one: Token, other: Token): boolean {
  if (one.role === 'initial' || other.role === 'initial' || one.script !== other.script) return false
  if (Math.min(one.text.length, other.text.length) < leastLetters) return false
  return !(isKnown(one) && isKnown(other)) && hasOneError(one.text, other.text)
}

const isKnown = ({ places, concept, key }: Token): boolean =>
  places.length > 0 || concept !== null || isCommonSurname(key)

/** The last letter tells the gender in many languages: «Martin», «Martina». */
function hasOneError(one: string, other: string): boolean {
  let from = 0
  while (from < one.length && one[from] === other[from]) from += 1
  const [a, b] = [one.slice(from), other.slice(from)]
  if (a.length <= 1 && b.length <= 1) return false
  return a.slice(1) === b || b.slice(1) === a || a.slice(1) === b.slice(1) || isSwapped(a, b)
}

const isSwapped = (a: string, b: string): boolean => a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
