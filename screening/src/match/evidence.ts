import { type Comparison, hitFrom } from './comparison.ts'

// Known facts other than the names. A field that one side lacks says nothing.

/** A date of birth or foundation: a year, a month or a day; the months of a whole year are imprecise. */
export type PartialDate = { readonly year: number; readonly month?: number; readonly day?: number }

export type Facts = {
  readonly dates: readonly PartialDate[]
  /** ISO 3166 codes: nationality, residence, registration. */
  readonly countries: readonly string[]
  /** Numbers of passports, registrations and the like, each with its kind. */
  readonly identifiers: readonly Numbered[]
}

/** Without a country the number counts in all countries. */
type Numbered = { readonly kind: string; readonly value: string; readonly country?: string | null }

const effects = {
  sameDay: 0.04, sameYear: 0.015, nearYear: 0, otherDay: -0.06, otherYear: -0.15, sameCountry: 0.01, otherCountry: -0.04, otherIdentifier: -0.03,
} // prettier-ignore
const weakAlias = 0.06
/** A name that is not equal must not reach 1 by evidence. */
const highest = 0.99

export type Weighed = Comparison & {
  /** An identifier of both is equal: it is the same party, however the names are written. */
  readonly sameIdentifier: boolean
}

/**
 * The comparison of two names, with what else is known of both. `isWeak`: the alias is of low quality; it counts only when
 * it is equal, and for less.
 */
export function weighed(names: Comparison, one: Facts, other: Facts, { isWeak = false } = {}): Weighed {
  const shared = one.identifiers.find((a) => other.identifiers.some((b) => isSame(a, b)))
  if (shared !== undefined)
    return { score: 1, hit: true, why: [...names.why, `${shared.kind} ${shared.value} equal`], sameIdentifier: true }
  if (isWeak && names.score < equalButSigns)
    return { score: 0, hit: false, why: [...names.why, 'a weak alias that is not equal'], sameIdentifier: false }
  const parts = [
    ...(isWeak ? [{ effect: -weakAlias, why: 'a weak alias' }] : []),
    ...dates(one, other),
    ...countries(one, other),
    ...identifiers(one, other),
  ]
  const sum = parts.reduce((total, { effect }) => total + effect, names.score)
  const score = Math.round(Math.max(0, Math.min(names.score === 1 ? 1 : highest, sum)) * 1000) / 1000
  return { score, hit: score >= hitFrom, why: [...names.why, ...parts.map(({ why }) => why)], sameIdentifier: false }
}

const equalButSigns = 0.98

/** Equal for the same number, however it is written. */
export const identifierKey = (kind: string, value: string): string =>
  `${kind}:${value.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')}`

/** A number without a letter or digit is no number. */
const isSame = (one: Numbered, other: Numbered): boolean =>
  identifierKey(one.kind, one.value) === identifierKey(other.kind, other.value) &&
  /[\p{L}\p{N}]/u.test(one.value) &&
  (one.country == null || other.country == null || one.country === other.country)

type Part = { readonly effect: number; readonly why: string }

/** The likeliest pair of dates counts: lists have several for one person. */
function dates(one: Facts, other: Facts): Part[] {
  const pairs = one.dates.flatMap((a) => other.dates.map((b) => datePart(a, b)))
  return pairs.toSorted((a, b) => b.effect - a.effect).slice(0, 1)
}

function datePart(a: PartialDate, b: PartialDate): Part {
  const years = Math.abs(a.year - b.year)
  if (years > 1) return { effect: effects.otherYear, why: `birth year differs: ${a.year}, ${b.year}` }
  if (years === 1) return { effect: effects.nearYear, why: `birth years next to each other: ${a.year}, ${b.year}` }
  const isKnown = [a, b].every(({ month, day }) => month !== undefined && day !== undefined)
  if (!isKnown) return { effect: effects.sameYear, why: `birth year equal: ${a.year}` }
  if (a.month === b.month && a.day === b.day) return { effect: effects.sameDay, why: 'birth date equal' }
  // Day and month are swapped by people and machines.
  if (a.month === b.day && a.day === b.month)
    return { effect: effects.sameYear, why: 'birth date equal with day and month swapped' }
  return { effect: effects.otherDay, why: 'birth day differs' }
}

function countries(one: Facts, other: Facts): Part[] {
  if (one.countries.length === 0 || other.countries.length === 0) return []
  const shared = one.countries.find((country) => other.countries.includes(country))
  return shared === undefined
    ? [{ effect: effects.otherCountry, why: 'no country in common' }]
    : [{ effect: effects.sameCountry, why: `country equal: ${shared}` }]
}

function identifiers(one: Facts, other: Facts): Part[] {
  const differs = one.identifiers.find((a) => other.identifiers.some((b) => b.kind === a.kind))
  return differs === undefined ? [] : [{ effect: effects.otherIdentifier, why: `${differs.kind} differs` }]
}
