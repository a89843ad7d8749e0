import type { PersonReading } from '../names/read-person.ts'
import type { Syllables } from '../scripts/chinese.ts'

/**
 * Names of syllables: Chinese and Korean names are compared syllable by syllable, whichever way they are romanised and
 * hyphenated. `null`: at least one of the names cannot be read so.
 */
export function compareSyllables(one: PersonReading, other: PersonReading): { same: boolean; why: string } | null {
  if (one.western.length > 0 && other.western.length > 0) return null
  if (one.han === null && other.han === null && isListed(one) && isListed(other)) return null
  const chinese = (one.han === null && other.han === null ? compared(one.pinyin, other.pinyin) : null) ?? compared(one.chinese, other.chinese)
  const korean = compared(one.korean, other.korean)
  if (chinese === null && korean === null) return null
  if (chinese === true) return { same: true, why: 'the same syllables of a Chinese name' }
  if (korean === true) return { same: true, why: 'the same syllables of a Korean name' }
  return { same: false, why: 'a syllable differs' }
}

/** It has a given name that is not of syllables. */
const isListed = ({ tokens }: PersonReading): boolean => tokens.some(({ places, text }) => places.length > 0 && text.length > 3)

function compared(one: readonly Syllables[], other: readonly Syllables[]): boolean | null {
  if (one.length === 0 || other.length === 0) return null
  return one.some((a) => other.some((b) => same(a, b)))
}

/** In this order, or with the surname at the other end. */
function same(one: Syllables, other: Syllables): boolean {
  if (one.length !== other.length) return false
  const turns = one.length > 1 ? [0, 1, one.length - 1] : [0]
  return turns.some((by) => one.every((readings, n) => meet(readings, other[(n + by) % other.length]!)))
}

const meet = (one: readonly string[], other: readonly string[]): boolean => one.some((reading) => other.includes(reading))
