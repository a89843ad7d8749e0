import type { CompanyReading } from '../names/read-company.ts'
import type { Role, Token } from '../names/token.ts'
import { type Alignment, align, type Compare, type Pair } from './align.ts'
import { type Comparison, comparison } from './comparison.ts'
import { isMisspelled } from './misspelling.ts'

// The score of two names of companies: what distinguishes a company counts most, what all companies of its trade have in
// their names counts little.

const weights: { readonly [role in Role]?: number } = {
  name: 1,
  number: 1,
  qualifier: 0.7,
  place: 0.6,
  activity: 0.4,
  filler: 0.2,
}
const weightOf = ({ role }: Token): number => weights[role] ?? 0.5

/** The share of the score that the distinctive words have. */
const distinctiveShare = 0.85

/** What a word costs that only one name has; more when no distinctive word is the same. */
const missing: { readonly [role in Role]?: readonly [number, number] } = {
  name: [0.23, 0.4], number: [0.2, 0.3], qualifier: [0.16, 0.22], place: [0.1, 0.22], activity: [0.15, 0.22], filler: [0.05, 0.1],
} // prettier-ignore

const missingOther: readonly [number, number] = [0.2, 0.3]

const otherLegalForm = 0.03
const legalFormMissing = 0.008
const notEqualButSame = 0.005
const otherOrder = 0.008
const acronymScore = 0.88

export function compareCompanies(one: CompanyReading, other: CompanyReading, compare?: Compare): Comparison {
  if (one.tokens.length === 0 || other.tokens.length === 0) return comparison(0, ['a name without a word of its own'])
  if (one.plain === other.plain) return comparison(1, ['equal'])
  if (one.tight === other.tight && one.tight.length > 2) return spaced(one, other)
  const aligned = withMisspelled(one, other, withAcronym(one, other, align(one, other, compare)))
  if (aligned.pairs.length === 0) return comparison(0, ['no word is the same'])
  return score(one, other, aligned)
}

/** The same letters: only signs, spaces or the legal form differ. */
function spaced(one: CompanyReading, other: CompanyReading): Comparison {
  const why = ['the same letters']
  return comparison(0.985 - legalCost(one, other, why), why)
}

function score(one: CompanyReading, other: CompanyReading, { pairs, leftOne, leftOther }: Alignment): Comparison {
  const why = pairs.map((pair) => explained(one.tokens, other.tokens, pair))
  const [a, b] = [leftOne.map((at) => one.tokens[at]!), leftOther.map((at) => other.tokens[at]!)]
  let value = 1 - notEqualButSame - unlikeness(one, other, pairs)
  const hasName = pairs.some((pair) => isDistinctive(one, other, pair))
  const ceiling =
    hasName || ![...a, ...b].some(isOfOne)
      ? conflict(withoutState(a, one, pairs), withoutState(b, one, pairs), why)
      : otherCompany
  for (const [left, others] of [
    [a, b],
    [b, a],
  ] as const) {
    if (left.length === 0) continue
    value -= missingCost(left, hasName, others.length > 0, matchedOf(one, other, pairs))
    if (others.length === 0) why.push(`${shown(left)} in one name only`)
  }
  if (!inOrder(pairs)) value -= otherOrder
  value -= legalCost(one, other, why)
  if (isGenericAlone(one, other) && one.tokens.length + other.tokens.length > 2) value = Math.min(value, 0.8)
  return comparison(Math.min(value, ceiling), why)
}

const shown = (tokens: readonly Token[]): string => tokens.map((token) => token.shown).join(' ')

function explained(
  one: readonly Token[],
  other: readonly Token[],
  { one: i, other: j, countOne, countOther, like }: Pair,
): string {
  const [a, b] = [shown(one.slice(i, i + countOne)), shown(other.slice(j, j + countOther))]
  return like.value === 1 && a === b ? `${a}: equal` : `${a} and ${b}: ${like.why} (${like.value.toPrecision(2)})`
}

const isDistinctive = (one: CompanyReading, other: CompanyReading, pair: Pair): boolean =>
  [one.tokens[pair.one]!, other.tokens[pair.other]!].some(({ role }) => role === 'name' || role === 'number') ||
  pair.countOne + pair.countOther > 2

function unlikeness(one: CompanyReading, other: CompanyReading, pairs: readonly Pair[]): number {
  const distinctive = pairs.filter((pair) => isDistinctive(one, other, pair))
  const rest = pairs.filter((pair) => !isDistinctive(one, other, pair))
  const mean = (some: readonly Pair[]): number => {
    const total = some.reduce((sum, pair) => sum + weightOf(one.tokens[pair.one]!), 0)
    return total === 0
      ? 0
      : some.reduce((sum, pair) => sum + weightOf(one.tokens[pair.one]!) * (1 - pair.like.value), 0) / total
  }
  if (distinctive.length === 0) return mean(rest)
  return distinctiveShare * mean(distinctive) + (1 - distinctiveShare) * mean(rest)
}

/** What is left of 1 at most for companies with words of their own that differ. */
const otherCompany = 0.7

/** A word that names one company: without one in common, names that have one are different. */
const isOfOne = ({ role }: Token): boolean => role === 'name' || role === 'number'

/** The highest score when each name has a word that the other one has not. */
function conflict(one: readonly Token[], other: readonly Token[], why: string[]): number {
  if (one.length === 0 || other.length === 0) return 1
  why.push(`${shown(one)} is not ${shown(other)}`)
  const has = (tokens: readonly Token[], role: Role): boolean => tokens.some((token) => token.role === role)
  if (has(one, 'number') && has(other, 'number')) return 0.55
  if (has(one, 'name') && has(other, 'name')) return 0.6
  for (const role of ['name', 'qualifier', 'place', 'activity', 'number'] as const) {
    if (has(one, role) || has(other, role)) return onlyFiller(one) || onlyFiller(other) ? 0.84 : otherCompany
  }
  return 1
}

/** «China National Nuclear Corporation»: next to a country, «national» and «state» say little. */
function withoutState(left: readonly Token[], one: CompanyReading, pairs: readonly Pair[]): readonly Token[] {
  if (!pairs.some((pair) => one.tokens[pair.one]!.role === 'place')) return left
  return left.map((token) => (isState(token) ? { ...token, role: 'filler' } : token))
}

const isState = ({ concept }: Token): boolean => concept === 'national' || concept === 'state'

const onlyFiller = (tokens: readonly Token[]): boolean => tokens.every(({ role }) => role === 'filler')

/** A further activity, and an activity that is part of the name («Lukoil»), cost less. */
function missingCost(
  left: readonly Token[],
  hasName: boolean,
  conflicting: boolean,
  matched: readonly Token[],
): number {
  const names = matched.filter(({ role }) => role === 'name')
  // The company is known under this name.
  const known = names.some(({ concept }) => concept !== null) ? 0.4 : 1
  const factor = ({ role, concept, key, text }: Token): number => {
    if (text.length === 1) return 1.1
    if ((concept === 'national' || concept === 'state') && matched.some((token) => token.role === 'place')) return 0.5
    if (concept !== null && matched.some((token) => token.concept === concept)) return 0.2
    if (
      role === 'activity' &&
      names.some((name) => name.key.includes(key) || (concept !== null && name.key.includes(concept)))
    )
      return 0.3
    if (concept === 'factory' || concept === 'service') return 0.6
    if (role === 'activity' && hasName && matched.some((token) => token.role === 'activity')) return 0.55
    return role === 'name' && names.length > 3 ? 0.55 : 1
  }
  const costs = left
    .map(
      (token) =>
        (missing[token.role] ?? missingOther)[hasName ? 0 : 1] * factor(token) * (token.role === 'name' ? 1 : known),
    )
    .toSorted((a, b) => b - a)
  const total = costs.reduce((sum, cost, n) => sum + (n === 0 ? cost : cost * 0.7), 0)
  return conflicting ? total * 0.5 : total
}

const matchedOf = (one: CompanyReading, other: CompanyReading, pairs: readonly Pair[]): Token[] =>
  pairs.flatMap((pair) => [one.tokens[pair.one]!, other.tokens[pair.other]!])

const inOrder = (pairs: readonly Pair[]): boolean => {
  const places = pairs.toSorted((a, b) => a.one - b.one).map(({ other }) => other)
  return places.every((place, n) => n === 0 || place > places[n - 1]!)
}

function legalCost(one: CompanyReading, other: CompanyReading, why: string[]): number {
  const [a, b] = [one, other].map(({ legal }) => [...legal].filter((family) => family !== 'company'))
  if (a!.length === 0 && b!.length === 0) return 0
  if (a!.length === 0 || b!.length === 0) return legalFormMissing
  if (a!.some((family) => b!.includes(family))) return 0
  why.push('another legal form')
  return otherLegalForm
}

/** «Trading Company» and «Trading Ltd» say too little. */
const isGenericAlone = (one: CompanyReading, other: CompanyReading): boolean =>
  [one, other].some(({ tokens }) => tokens.length === 1 && ['activity', 'filler', 'place'].includes(tokens[0]!.role))

const shortestAcronym = 3

/** «BNP» is «Banque Nationale de Paris». */
function withAcronym(one: CompanyReading, other: CompanyReading, aligned: Alignment): Alignment {
  const found =
    acronymIn(one, aligned.leftOne, other, aligned.leftOther) ??
    acronymIn(other, aligned.leftOther, one, aligned.leftOne)
  if (found === null) return aligned
  const pair: Pair = {
    one: aligned.leftOne[0]!,
    other: aligned.leftOther[0]!,
    countOne: aligned.leftOne.length,
    countOther: aligned.leftOther.length,
    like: found,
  }
  return { pairs: [...aligned.pairs, pair], leftOne: [], leftOther: [] }
}

const misspelledLike = { value: 0.85, why: 'one typing error' }

/** «Electronics» and «Eelctronics», when a name is the same: the words that are left, one in each. */
function withMisspelled(one: CompanyReading, other: CompanyReading, aligned: Alignment): Alignment {
  const { pairs, leftOne, leftOther } = aligned
  if (leftOne.length !== 1 || leftOther.length !== 1) return aligned
  if (!pairs.some((pair) => isDistinctive(one, other, pair))) return aligned
  const [a, b] = [one.tokens[leftOne[0]!]!, other.tokens[leftOther[0]!]!]
  if ((a.concept === null) === (b.concept === null) || !isMisspelled(a, b)) return aligned
  const pair = { one: leftOne[0]!, other: leftOther[0]!, countOne: 1, countOther: 1, like: misspelledLike }
  return { pairs: [...pairs, pair], leftOne: [], leftOther: [] }
}

/** The words that are shortened stand together. */
const isRun = (places: readonly number[]): boolean => places.at(-1)! - places[0]! + 1 === places.length

function acronymIn(
  short: CompanyReading,
  leftShort: readonly number[],
  long: CompanyReading,
  leftLong: readonly number[],
): Pair['like'] | null {
  if (leftShort.length !== 1 || leftLong.length < 2 || !isRun(leftLong)) return null
  const letters = short.tokens[leftShort[0]!]!.text
  if (letters.length < shortestAcronym || letters.length > 7) return null
  const left = leftLong.map((at) => long.tokens[at]!.text[0] ?? '').join('')
  const isAcronym = left === letters || (leftLong.length === long.tokens.length && long.initials.includes(letters))
  return isAcronym ? { value: acronymScore, why: 'first letters of the words' } : null
}
