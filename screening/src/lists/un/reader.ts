import { countryCode } from '../country.ts'
import { dateRange, dayOf, isoDate, latestDay } from '../dates.ts'
import type { Chunks } from '../decode.ts'
import { all, attribute, neededText, text, texts, type Element } from '../element.ts'
import {
  toEntry,
  type DateRange,
  type Entry,
  type Identifier,
  type Name,
  type NamePart,
  type Place,
  type PlaceRole,
} from '../entry.ts'
import { identifier } from '../identifier.ts'
import { newNotes, type Notes } from '../notes.ts'
import { xmlRecords, type XmlFormat } from '../xml-records.ts'

const format: XmlFormat = {
  title: 'the UN consolidated list',
  root: 'CONSOLIDATED_LIST',
  namespaces: [''],
  containers: ['INDIVIDUALS', 'ENTITIES'],
  records: ['INDIVIDUAL', 'ENTITY'],
  expected: [
    'INDIVIDUALS ENTITIES INDIVIDUAL ENTITY DATAID REFERENCE_NUMBER FIRST_NAME SECOND_NAME THIRD_NAME FOURTH_NAME',
    'UN_LIST_TYPE LISTED_ON NAME_ORIGINAL_SCRIPT COMMENTS1 LAST_DAY_UPDATED VALUE NATIONALITY QUALITY ALIAS_NAME',
    'INDIVIDUAL_ALIAS ENTITY_ALIAS INDIVIDUAL_ADDRESS ENTITY_ADDRESS COUNTRY CITY INDIVIDUAL_DATE_OF_BIRTH TYPE_OF_DATE',
    'DATE YEAR FROM_YEAR TO_YEAR INDIVIDUAL_PLACE_OF_BIRTH INDIVIDUAL_DOCUMENT TYPE_OF_DOCUMENT NUMBER',
  ].flatMap((line) => line.split(' ')),
  optional: [
    'VERSIONNUM GENDER TITLE DESIGNATION LIST_TYPE NOTE STATE_PROVINCE STREET ZIP_CODE SORT_KEY SORT_KEY_LAST_MOD',
    'CITY_OF_BIRTH COUNTRY_OF_BIRTH DATE_OF_BIRTH TYPE_OF_DOCUMENT2 ISSUING_COUNTRY COUNTRY_OF_ISSUE CITY_OF_ISSUE',
    'DATE_OF_ISSUE SUBMITTED_BY SUBMITTED_ON DELISTED_ON NATIONALITY2 CONSOLIDATED_LIST@dateGenerated',
  ].flatMap((line) => line.split(' ')),
}

/** The consolidated list of the UN Security Council. Each entry of it is an asset freeze; the file names no measures. */
export async function* readUn(chunks: Chunks, notes: Notes = newNotes()): AsyncGenerator<Entry> {
  for await (const record of xmlRecords(format, chunks, notes)) {
    if (record.name === format.root) notes.issued = dayOf(isoDate(attribute(record, 'dateGenerated')))
    else yield readEntry(record)
  }
}

function readEntry(record: Element): Entry {
  const births = all(record, 'INDIVIDUAL_DATE_OF_BIRTH')
  return toEntry({
    list: 'un',
    // The permanent reference, such as QDi.006. Entries that have none yet have the number of their record.
    reference: text(record, 'REFERENCE_NUMBER') || neededText(record, 'DATAID'),
    kind: record.name === 'INDIVIDUAL' ? 'person' : 'company',
    names: [...primaryNames(record), ...all(record, `${record.name}_ALIAS`).flatMap(aliases)],
    births: births.flatMap((birth) => readBirth(birth) ?? []),
    places: readPlaces(record),
    identifiers: all(record, 'INDIVIDUAL_DOCUMENT').flatMap(readDocument),
    programmes: texts(record, 'UN_LIST_TYPE'),
    measures: { assetFreeze: true, named: [] },
    remarks: [
      ...texts(record, 'COMMENTS1'),
      ...texts(record, 'TITLE', 'VALUE').map((title) => `Title: ${title}`),
      ...texts(record, 'DESIGNATION', 'VALUE').map((position) => `Position: ${position}`),
      ...births.flatMap((birth) => texts(birth, 'NOTE')).map((note) => `Birth date: ${note}`),
    ],
    listed: dayOf(isoDate(text(record, 'LISTED_ON'))),
    changed: latestDay(texts(record, 'LAST_DAY_UPDATED', 'VALUE').map((day) => dayOf(isoDate(day)))),
  })
}

/** The list numbers the parts of a name, because they are not family and given names everywhere. */
function primaryNames(record: Element): Name[] {
  const columns = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']
  const kind = record.name === 'INDIVIDUAL' ? 'unspecified' : 'whole'
  const parts = columns.map((name): NamePart => ({ kind, text: text(record, name) })).filter((part) => part.text !== '')
  const latin: Name = { text: parts.map((part) => part.text).join(' '), parts, strength: 'primary' }
  return [latin, ...texts(record, 'NAME_ORIGINAL_SCRIPT').map(wholeName('primary'))]
}

/** One element can have several aliases. An empty quality is one of entities, whose aliases are not graded. */
function aliases(alias: Element): Name[] {
  const strength = text(alias, 'QUALITY').toLowerCase() === 'low' ? 'weak' : 'strong'
  return texts(alias, 'ALIAS_NAME')
    .flatMap((names) => names.split(/;\s/))
    .map(wholeName(strength))
}

const wholeName =
  (strength: Name['strength']) =>
  (name: string): Name => ({ text: name.replace(/;$/, ''), parts: [], strength })

function readBirth(birth: Element): DateRange | null {
  const type = text(birth, 'TYPE_OF_DATE').toUpperCase()
  const circa = type === 'APPROXIMATELY'
  const [from, to] = [text(birth, 'FROM_YEAR'), text(birth, 'TO_YEAR')]
  if (type === 'BETWEEN' && (from !== '' || to !== '')) {
    return dateRange({ year: Number(from || to) }, { year: Number(to || from) }, circa)
  }
  return isoDate(text(birth, 'DATE') || text(birth, 'YEAR'), circa)
}

function readPlaces(record: Element): Place[] {
  const read = (role: PlaceRole, name: string) => all(record, name).flatMap((place) => readPlace(role, place))
  const nationalities = texts(record, 'NATIONALITY', 'VALUE')
  return [
    ...read('address', `${record.name}_ADDRESS`),
    ...read('birth', 'INDIVIDUAL_PLACE_OF_BIRTH'),
    ...nationalities.map((name): Place => ({ role: 'nationality', text: name, country: countryCode(name) })),
  ]
}

function readPlace(role: PlaceRole, place: Element): Place[] {
  const parts = ['STREET', 'CITY', 'STATE_PROVINCE', 'ZIP_CODE', 'COUNTRY'].map((name) => text(place, name))
  const filled = parts.filter((part) => part !== '')
  return filled.length === 0 ? [] : [{ role, text: filled.join(', '), country: countryCode(text(place, 'COUNTRY')) }]
}

function readDocument(document: Element): Identifier[] {
  const number = text(document, 'NUMBER')
  const label = [...new Set([text(document, 'TYPE_OF_DOCUMENT'), text(document, 'TYPE_OF_DOCUMENT2')])].join(' ').trim()
  const country = text(document, 'ISSUING_COUNTRY') || text(document, 'COUNTRY_OF_ISSUE')
  return number === '' ? [] : [identifier(label || 'Document', number, countryCode(country))]
}
