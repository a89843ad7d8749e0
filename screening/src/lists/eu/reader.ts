import { countryCode } from '../country.ts'
import { dateRange, dayOf, earliestDay, isoDate, latestDay, partsDate } from '../dates.ts'
import type { Chunks } from '../decode.ts'
import { all, attribute, needed, neededChild, texts, type Element } from '../element.ts'
import {
  toEntry,
  type DateRange,
  type Entry,
  type EntryKind,
  type Identifier,
  type Name,
  type NamePart,
  type Place,
  type PlaceRole,
} from '../entry.ts'
import { identifier } from '../identifier.ts'
import { newNotes, type Notes } from '../notes.ts'
import { xmlRecords } from '../xml-records.ts'
import { euFormat } from './words.ts'

/** The EU's `xmlFullSanctionsList_1_1`: the list of asset freezes, so that the file names no measures. */
export async function* readEu(chunks: Chunks, notes: Notes = newNotes()): AsyncGenerator<Entry> {
  for await (const record of xmlRecords(euFormat, chunks, notes)) {
    if (record.name === euFormat.root) notes.issued = dayOf(isoDate(attribute(record, 'generationDate')))
    else yield readEntry(record)
  }
}

const kinds: Readonly<Record<string, EntryKind>> = { person: 'person', enterprise: 'company' }

function readEntry(record: Element): Entry {
  const subject = neededChild(record, 'subjectType')
  const regulations = all(record, 'regulation')
  const births = all(record, 'birthdate')
  const published = regulations.map((regulation) => dayOf(isoDate(attribute(regulation, 'publicationDate'))))
  return toEntry({
    list: 'eu',
    reference: attribute(record, 'euReferenceNumber') || needed(record, 'logicalId'),
    kind: kinds[needed(subject, 'code').toLowerCase()] ?? 'other',
    names: readNames(record),
    births: births.flatMap((birth) => readBirth(birth) ?? []),
    places: [
      ...all(record, 'address').flatMap((place) => readPlace('address', place)),
      ...births.flatMap((place) => readPlace('birth', place)),
      ...all(record, 'citizenship').flatMap((place) => readPlace('nationality', place)),
    ],
    identifiers: all(record, 'identification').flatMap(readIdentification),
    programmes: regulations.map((regulation) => attribute(regulation, 'programme')),
    measures: { assetFreeze: true, named: [] },
    remarks: readRemarks(record),
    listed: dayOf(isoDate(attribute(record, 'designationDate'))) ?? earliestDay(published),
    changed: latestDay(published),
  })
}

/** The list marks no primary name: it is the first one that is not weak. */
function readNames(record: Element): Name[] {
  const names = all(record, 'nameAlias').map((alias) => ({ alias, weak: isWeak(alias) }))
  const primary = names.find(({ weak }) => !weak)
  return names.map((name) => readName(name.alias, name.weak ? 'weak' : name === primary ? 'primary' : 'strong'))
}

/** Older entries say it in a remark only. */
const isWeak = (alias: Element): boolean =>
  needed(alias, 'strong') !== 'true' || texts(alias, 'remark').some((remark) => /lo[w]? quality/i.test(remark))

function readName(alias: Element, strength: Name['strength']): Name {
  const part = (kind: NamePart['kind'], name: string): NamePart => ({ kind, text: attribute(alias, name) })
  const parts = [
    part('title', 'title'),
    part('given', 'firstName'),
    part('middle', 'middleName'),
    part('family', 'lastName'),
  ].filter(({ text }) => text !== '')
  const named = parts.filter(({ kind }) => kind !== 'title').map(({ text }) => text)
  return { text: attribute(alias, 'wholeName') || named.join(' '), parts, strength }
}

function readBirth(birth: Element): DateRange | null {
  const circa = attribute(birth, 'circa') === 'true'
  const [from, to] = [attribute(birth, 'yearRangeFrom'), attribute(birth, 'yearRangeTo')]
  const [day, month, year] = ['dayOfMonth', 'monthOfYear', 'year'].map((name) => attribute(birth, name))
  return (
    isoDate(attribute(birth, 'birthdate'), circa) ??
    partsDate(day!, month!, year!, circa) ??
    (from === '' && to === '' ? null : dateRange({ year: Number(from || to) }, { year: Number(to || from) }, circa))
  )
}

/** Country 00 is unknown. */
function countryOf(place: Element): { code: string | null; name: string } {
  const [iso, name] = [attribute(place, 'countryIso2Code'), attribute(place, 'countryDescription')]
  if (iso === '00' || name.toUpperCase() === 'UNKNOWN') return { code: null, name: '' }
  return { code: countryCode(iso) ?? countryCode(name), name }
}

function readPlace(role: PlaceRole, place: Element): Place[] {
  const { code, name } = countryOf(place)
  const parts = ['street', 'poBox', 'place', 'city', 'region', 'zipCode'].map((part) => attribute(place, part))
  const filled = [...parts, name].filter((part) => part !== '')
  return filled.length === 0 ? [] : [{ role, text: filled.join(', '), country: code }]
}

function readIdentification(document: Element): Identifier[] {
  const label = attribute(document, 'identificationTypeDescription') || needed(document, 'identificationTypeCode')
  const code = attribute(document, 'identificationTypeCode')
  const { code: country } = countryOf(document)
  const numbers = [attribute(document, 'number'), attribute(document, 'latinNumber')].filter((number) => number !== '')
  return numbers.map((number) => ({ ...identifier(`${code} ${label}`, number, country), label }))
}

function readRemarks(record: Element): string[] {
  const names = all(record, 'nameAlias')
  const functions = names.map((name) => attribute(name, 'function')).filter((text) => text !== '')
  return [
    ...texts(record, 'remark'),
    ...texts(record, 'address', 'remark'),
    ...texts(record, 'identification', 'remark'),
    ...texts(record, 'birthdate', 'remark').map((remark) => `Birth date: ${remark}`),
    ...texts(record, 'nameAlias', 'remark').filter((remark) => !/quality/i.test(remark)),
    ...functions.map((text) => `Position: ${text}`),
  ]
}
