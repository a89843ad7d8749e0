import type { PersonReading } from '../names/read-person.ts'
import type { Token } from '../names/token.ts'
import { type Alignment, align, type Compare, type Pair } from './align.ts'
import { type Comparison, comparison } from './comparison.ts'
import { compareTokens } from './compare-tokens.ts'
import { isMisspelled } from './misspelling.ts'
import { compareSyllables } from './syllables.ts'

// The score of two names of persons: what differs is taken off 1.

/** How much an unlikeness of one word takes off: a share of the name. */
const weight = 1.3
const missing = { initial: 0.012, name: 0.075, more: 0.07, elsewhere: 0.1, patronymic: 0.02, title: 0.004 }
/** The highest score of two names with other syllables. */
const differing = 0.78
const otherOrder = 0.17
const swapped = 0.01
const generationMissing = 0.06
const notEqualButSame = 0.005
/** A word that is not even similar, but has one typing error, when the others leave little doubt. */
const misspelled = 0.12
const littleDoubt = 0.95

export function comparePersons(one: PersonReading, other: PersonReading, compare?: Compare): Comparison {
  if (!hasName(one) || !hasName(other)) return comparison(0, ['a name without a name of a person'])
  if (one.plain === other.plain) return equal(one)
  if (one.han !== null && other.han !== null) return bothHan(one.han, other.han)
  const aligned = align(one, other, compare)
  const scored = score(one, other, aligned)
  const syllables = compareSyllables(one, other)
  if (syllables === null) return scored
  const extra = 0.04 * (one.western.length + other.western.length)
  if (syllables.same) {
    const found = comparison(syllables.value - extra, [syllables.why])
    return found.score > scored.score ? found : scored
  }
  if (isComplete(aligned, syllables.certain ? 0.9 : 0.84)) return scored
  return scored.score < differing ? scored : comparison(0.7, [...scored.why, syllables.why])
}

const hasName = ({ tokens }: PersonReading): boolean => tokens.some(({ role }) => role === 'name')

const isComplete = ({ pairs, leftOne, leftOther }: Alignment, least: number): boolean =>
  pairs.every(({ like }) => like.value > least) && leftOne.length === 0 && leftOther.length === 0

/** A given name alone names too many people. */
function equal(reading: PersonReading): Comparison {
  const [only] = reading.tokens
  if (reading.tokens.length === 1 && only!.places.length > 0) return comparison(0.6, ['equal, but a given name alone'])
  return comparison(1, ['equal'])
}

const bothHan = (one: string, other: string): Comparison =>
  one === other
    ? comparison(0.99, ['the same characters'])
    : comparison(one.includes(other) || other.includes(one) ? 0.7 : 0.4, ['other characters'])

function score(one: PersonReading, other: PersonReading, aligned: Alignment): Comparison {
  const { pairs, leftOne, leftOther } = aligned
  const why = pairs.map((pair) => explained(one.tokens, other.tokens, pair))
  const names = pairs.filter((pair) => !isInitialPair(one, other, pair))
  const most = Math.max(1, pairs.length)
  if (names.length === 0) return comparison(0.2 * pairs.length, [...why, 'no name is the same'])
  let value =
    1 - notEqualButSame - (weight * pairs.reduce((sum, { like }) => sum + 1 - like.value, 0)) / Math.max(most, 1.6)
  if (isMisspelledOnly(one, other, aligned)) {
    why.push(`${shown(one, leftOne)} and ${shown(other, leftOther)}: one typing error`)
    return comparison(value - misspelled - orderCost(one, other, pairs, why) - extrasCost(one, other, why), why)
  }
  const middle = inOtherPlaces(one, other, aligned)
  if (leftOne.length > 0 && leftOther.length > 0 && !middle) {
    return comparison(Math.min(value - 0.3, 0.68), [...why, `${shown(one, leftOne)} is not ${shown(other, leftOther)}`])
  }
  if (middle) {
    why.push(`${shown(one, leftOne)} and ${shown(other, leftOther)} in one name only`)
    return comparison(value - 2 * missing.elsewhere, why)
  }
  const [left, of] = leftOne.length > 0 ? [leftOne, one] : [leftOther, other]
  if (left.length > 0) {
    const words = left.map((at) => of.tokens[at]!)
    value -= missingCost(words) + (initialsDiffer(one, other, words) ? 0.13 : 0)
    why.push(`${shown(of, left)} in one name only`)
  }
  const words = Math.max(...pairs.map(({ countOne, countOther }) => Math.max(countOne, countOther)))
  // Joined words are one name: «Ana María» and «Anamaría López».
  if (pairs.length === 1 && (left.length > 0 || (words === 1 && onlyGiven(one, other)))) {
    return comparison(Math.min(value, 0.6), [...why, 'one name alone'])
  }
  value -= orderCost(one, other, pairs, why) + extrasCost(one, other, why) + generationCost(one, other, why)
  return comparison(value, why)
}

/** The words that are left over if each name has just one and shares at least two with the other: where they are. */
function oneLeftOfEach({ pairs, leftOne, leftOther }: Alignment): { at: number; atOther: number } | null {
  if (leftOne.length !== 1 || leftOther.length !== 1 || pairs.length < 2) return null
  return { at: leftOne[0]!, atOther: leftOther[0]! }
}

function isMisspelledOnly(one: PersonReading, other: PersonReading, aligned: Alignment): boolean {
  const left = oneLeftOfEach(aligned)
  if (left === null) return false
  if (aligned.pairs.some((pair) => pair.like.value < littleDoubt || isInitialPair(one, other, pair))) return false
  return isMisspelled(one.tokens[left.at]!, other.tokens[left.atOther]!)
}

/** A middle name in one and a second surname in the other: «Rafael Leónidas Trujillo», «Rafael Trujillo Molina». */
function inOtherPlaces(one: PersonReading, other: PersonReading, aligned: Alignment): boolean {
  const left = oneLeftOfEach(aligned)
  if (left === null || aligned.pairs.some(({ like }) => like.value < 0.9)) return false
  if (one.tokens[left.at]!.role !== 'name' || other.tokens[left.atOther]!.role !== 'name') return false
  const before = aligned.pairs.filter((pair) => pair.one < left.at).length
  return before !== aligned.pairs.filter((pair) => pair.other < left.atOther).length && before > 0
}

const shown = ({ tokens }: PersonReading, at: readonly number[]): string => at.map((n) => tokens[n]!.shown).join(' ')

function explained(
  one: readonly Token[],
  other: readonly Token[],
  { one: i, other: j, countOne, countOther, like }: Pair,
): string {
  const a = one
    .slice(i, i + countOne)
    .map((token) => token.shown)
    .join(' ')
  const b = other
    .slice(j, j + countOther)
    .map((token) => token.shown)
    .join(' ')
  return like.value === 1 && a === b ? `${a}: equal` : `${a} and ${b}: ${like.why} (${like.value.toPrecision(2)})`
}

const isInitialPair = (one: PersonReading, other: PersonReading, pair: Pair): boolean =>
  one.tokens[pair.one]!.role === 'initial' || other.tokens[pair.other]!.role === 'initial'

const onlyGiven = (one: PersonReading, other: PersonReading): boolean =>
  one.tokens.length === 1 &&
  other.tokens.length === 1 &&
  one.tokens[0]!.places.length > 0 &&
  other.tokens[0]!.places.length > 0

/** Both names have initials, and one of them has more. */
const initialsDiffer = (one: PersonReading, other: PersonReading, left: readonly Token[]): boolean =>
  left.some(({ role }) => role === 'initial') &&
  [one, other].every(({ tokens }) => tokens.some(({ role }) => role === 'initial'))

function missingCost(left: readonly Token[]): number {
  return left.reduce(
    (sum, { role }, n) => sum + (role === 'initial' ? missing.initial : n === 0 ? missing.name : missing.more),
    0,
  )
}

/** Surname first or last is the same name; another order is another one. */
function orderCost(one: PersonReading, other: PersonReading, pairs: readonly Pair[], why: string[]): number {
  const places = pairs.toSorted((a, b) => a.one - b.one).map((pair) => pair.other)
  if (places.every((place, n) => n === 0 || place > places[n - 1]!)) return 0
  if (one.hasLineage && other.hasLineage) {
    why.push('father and son are in another order')
    return otherOrder + 0.1
  }
  const turned =
    places.filter((place, n) => n > 0 && place < places[n - 1]!).length === 1 && places[0]! > places.at(-1)!
  const reversed = places.every((place, n) => n === 0 || place < places[n - 1]!)
  if (turned || reversed || places.length === 2) return swapped
  why.push('the names are in another order')
  return otherOrder
}

function extrasCost(one: PersonReading, other: PersonReading, why: string[]): number {
  const patronymics = [one, other].map(({ extras }) => extras.filter(({ role }) => role === 'patronymic'))
  const [a, b] = [patronymics[0]![0], patronymics[1]![0]]
  const titles = one.extras.length + other.extras.length > 0 ? missing.title : 0
  if (a === undefined && b === undefined) return titles
  if (a !== undefined && b !== undefined) {
    const same = compareTokens(a, b).value >= 0.85
    if (!same) why.push(`${a.shown} is not ${b.shown}`)
    return same ? 0 : 0.35
  }
  const patronymic = (a ?? b)!
  const rest = a === undefined ? one : other
  const letter = rest.tokens.find(
    (token) => token.role === 'initial' && token.key !== '' && patronymic.key.startsWith(token.key),
  )
  why.push(`the patronymic ${patronymic.shown} in one name only`)
  return missing.patronymic - (letter === undefined ? 0 : 0.01)
}

function generationCost(one: PersonReading, other: PersonReading, why: string[]): number {
  if (one.generation === other.generation) return 0
  if (one.generation !== null && other.generation !== null) {
    why.push(`${one.generation} is not ${other.generation}`)
    return 0.4
  }
  why.push(`${one.generation ?? other.generation} in one name only`)
  return generationMissing
}
