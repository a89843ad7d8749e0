import { countryCode } from '../country.ts'
import { dayOf, earliestDay, latestDay, slashDate } from '../dates.ts'
import {
  toEntry,
  type Entry,
  type EntryKind,
  type Identifier,
  type Name,
  type NamePart,
  type Place,
  type PlaceRole,
} from '../entry.ts'
import { identifier } from '../identifier.ts'

// A designation of the UK Sanctions List. The CSV and the XML have the same fields; the CSV repeats rows, the XML elements.

/** All texts as the list writes them, and empty where it writes none. */
export type Designation = {
  readonly id: string
  /** Individual, Entity or Ship. */
  readonly type: string
  readonly names: UkName[]
  readonly nonLatin: string[]
  readonly births: string[]
  readonly places: Place[]
  readonly identifiers: Identifier[]
  readonly regimes: string[]
  readonly sanctions: string[]
  readonly remarks: string[]
  readonly designated: string[]
  readonly updated: string[]
}

/** `names` are Name 1 to Name 6. */
export type UkName = { readonly names: readonly string[]; readonly type: string; readonly aliasStrength: string }

export const newDesignation = (id: string, type: string): Designation => ({
  id,
  type,
  names: [],
  nonLatin: [],
  births: [],
  places: [],
  identifiers: [],
  regimes: [],
  sanctions: [],
  remarks: [],
  designated: [],
  updated: [],
})

const kinds: Readonly<Record<string, EntryKind>> = { individual: 'person', entity: 'company', ship: 'vessel' }

export function ukEntry(designation: Designation): Entry {
  const kind = kinds[designation.type.trim().toLowerCase()] ?? 'other'
  const births = designation.births.map((text) => ({ text, range: slashDate(text) }))
  const measures = designation.sanctions.flatMap((text) => text.split('|'))
  return toEntry({
    list: 'uk',
    reference: designation.id,
    kind,
    names: [...designation.names.map((name) => readName(name, kind)), ...designation.nonLatin.map(nonLatinName)],
    births: births.flatMap(({ range }) => range ?? []),
    places: designation.places,
    identifiers: designation.identifiers,
    programmes: designation.regimes,
    measures: { assetFreeze: isFrozen(measures), named: measures },
    remarks: [
      ...designation.remarks,
      ...births.filter(({ text, range }) => text.trim() !== '' && !range).map(({ text }) => `Birth date: ${text}`),
    ],
    listed: earliestDay(designation.designated.map((text) => dayOf(slashDate(text)))),
    changed: latestDay(designation.updated.map((text) => dayOf(slashDate(text)))),
  })
}

/** Not every designation freezes assets. One that names no measure is taken as a freeze. */
const isFrozen = (measures: readonly string[]): boolean =>
  measures.every((measure) => measure.trim() === '') || measures.some((measure) => /asset freeze/i.test(measure))

/** Name 1 is the first given name, and Name 6 the family name or the name of the company or ship. */
function readName({ names, type, aliasStrength }: UkName, kind: EntryKind): Name {
  const filled = names.map((text, index) => ({ text, index })).filter(({ text }) => text.trim() !== '')
  const parts = filled.map(({ text, index }): NamePart => {
    const last = kind !== 'person' || filled.length === 1 ? 'whole' : 'family'
    return { text, kind: index === 5 ? last : index === 0 ? 'given' : 'middle' }
  })
  return { text: parts.map(({ text }) => text).join(' '), parts, strength: strengthOf(type, aliasStrength) }
}

/** The list writes the types in several ways: «Primary name», «Primary Name», «ALias». */
function strengthOf(type: string, aliasStrength: string): Name['strength'] {
  if (/low quality/i.test(aliasStrength)) return 'weak'
  return /^\s*primary name\s*$/i.test(type) ? 'primary' : 'strong'
}

const nonLatinName = (text: string): Name => ({ text, parts: [], strength: 'primary' })

/** What the list says of a number is mostly its country or its kind. */
export function ukIdentifier(label: string, value: string, about = ''): Identifier[] {
  if (value.trim() === '') return []
  const { kind, value: number } = identifier(label, value)
  return [{ kind, value: number, country: null, label: about.trim() === '' ? label : `${label}: ${about.trim()}` }]
}

export function ukPlace(role: PlaceRole, texts: readonly string[], country: string): Place[] {
  const filled = [...texts, country].map((part) => part.trim()).filter((part) => part !== '')
  return filled.length === 0 ? [] : [{ role, text: filled.join(', '), country: countryCode(country) }]
}
