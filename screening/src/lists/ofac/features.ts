import { countryCode } from '../country.ts'
import { all, attribute, text, type Element } from '../element.ts'
import { dateRange } from '../dates.ts'
import type { DateRange, Identifier, Place, PlaceRole, Wallet } from '../entry.ts'
import { identifier, identifierKind } from '../identifier.ts'
import type { References } from './references.ts'

// A feature is anything that is known of a party: its kind is a reference value, its value a text, a date or a location.

export type Features = {
  readonly births: DateRange[]
  readonly places: Place[]
  /** Locations may follow the parties in the file: resolved at its end. */
  readonly located: { readonly role: PlaceRole; readonly location: string }[]
  readonly identifiers: Identifier[]
  readonly wallets: Wallet[]
  readonly remarks: string[]
}

const roles: Readonly<Record<string, PlaceRole>> = {
  location: 'address',
  'place of birth': 'birth',
  'nationality country': 'nationality',
  'citizenship country': 'nationality',
  'nationality of registration': 'registration',
  'vessel flag': 'flag',
}
/** Features that are numbers of a party. Others mention numbers only in their text. */
const numbers = new Set(['bic', 'lei', 'imo', 'mmsi', 'tax'])

export function readFeatures(profile: Element, references: References): Features {
  const features: Features = { births: [], places: [], located: [], identifiers: [], wallets: [], remarks: [] }
  for (const feature of all(profile, 'Feature')) {
    const label = references.text(feature, 'FeatureTypeID', 'FeatureType').replace(/[\s:-]+$/, '')
    for (const version of all(feature, 'FeatureVersion')) read(features, label, version, references)
  }
  return features
}

function read(features: Features, label: string, version: Element, references: References): void {
  const role = roles[label.toLowerCase()]
  for (const mention of all(version, 'VersionLocation')) {
    features.located.push({ role: role ?? 'address', location: attribute(mention, 'LocationID') })
  }
  for (const period of all(version, 'DatePeriod')) {
    const range = readPeriod(period)
    if (range && label === 'Birthdate') features.births.push(range)
    else if (range) features.remarks.push(`${label}: ${range.from} to ${range.to}`)
  }
  for (const value of details(version, references)) readDetail(features, label, value)
}

function readDetail(features: Features, label: string, value: string): void {
  const ticker = /^Digital Currency Address - (\S+)/.exec(label)?.[1]
  const role = roles[label.toLowerCase()]
  if (ticker) features.wallets.push({ ticker, address: value })
  else if (role) features.places.push({ role, text: value, country: countryCode(value.split(',').at(-1)!) })
  else if (numbers.has(identifierKind(label))) features.identifiers.push(identifier(label, value))
  else features.remarks.push(`${label}: ${value}`)
}

function details(version: Element, references: References): string[] {
  return all(version, 'VersionDetail')
    .map((detail) => references.optional(detail, 'DetailReferenceID', 'DetailReference')?.text ?? detail.text)
    .map((value) => value.trim())
    .filter((value) => value !== '')
}

/** From the first possible day of the start to the last possible day of the end. */
export function readPeriod(period: Element): DateRange | null {
  const starts = [...all(period, 'Start', 'From'), ...all(period, 'Start', 'To')]
  const ends = [...all(period, 'End', 'To'), ...all(period, 'End', 'From')]
  const from = starts.find(hasYear) ?? ends.find(hasYear)
  const to = ends.find(hasYear) ?? starts.findLast(hasYear)
  if (!from || !to) return null
  const approximate = [...all(period, 'Start'), ...all(period, 'End')].map((edge) => attribute(edge, 'Approximate'))
  return dateRange(dayParts(from), dayParts(to), approximate.includes('true'))
}

const hasYear = (date: Element): boolean => /^\d{4}$/.test(text(date, 'Year'))

export function dayParts(date: Element): { year: number; month?: number; day?: number } {
  const [year, month, day] = ['Year', 'Month', 'Day'].map((part) => Number(text(date, part))) as [
    number,
    number,
    number,
  ]
  if (!(month > 0)) return { year }
  return day > 0 ? { year, month, day } : { year, month }
}
