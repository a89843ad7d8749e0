import { dayOf, isoDate } from '../dates.ts'
import type { Chunks } from '../decode.ts'
import { packed, unpacked, type Packed } from '../detached.ts'
import { all, attribute, needed, texts, type Element } from '../element.ts'
import { toEntry, type Entry, type EntryKind } from '../entry.ts'
import { otherFormat } from '../error.ts'
import { newNotes, type Notes } from '../notes.ts'
import { xmlRecords } from '../xml-records.ts'
import { readHistory } from './history.ts'
import { readIdentifiers } from './identifiers.ts'
import { readNames } from './names.ts'
import { placesOf, readBirths, readPlace, readPlaces, type Located, type SecoPlace } from './places.ts'
import { secoFormat } from './words.ts'

/** Sets of measures and places are named by number and may follow the targets. */
type Sections = {
  readonly places: Map<string, SecoPlace>
  readonly programmes: Map<string, { readonly programme: string; readonly measure: string }>
  readonly targets: Packed<Target>[]
}

type Target = {
  /** Without places, programmes and measures. */
  readonly entry: Entry
  readonly sets: readonly string[]
  readonly places: readonly Located[]
}

/** SECO's whole list (`downloadXmlGesamtliste`). Entries come after the last byte was read. */
export async function* readSeco(chunks: Chunks, notes: Notes = newNotes()): AsyncGenerator<Entry> {
  const sections: Sections = { places: new Map(), programmes: new Map(), targets: [] }
  for await (const record of xmlRecords(secoFormat, chunks, notes)) readRecord(sections, record, notes)
  for (const target of sections.targets) yield entryOf(unpacked(target), sections)
}

function readRecord(sections: Sections, record: Element, notes: Notes): void {
  if (record.name === secoFormat.root) readRoot(record, notes)
  else if (record.name === 'sanctions-program') readProgramme(sections, record)
  else if (record.name === 'place') sections.places.set(needed(record, 'ssid'), readPlace(record))
  else {
    const target = readTarget(record)
    if (target) sections.targets.push(packed(target))
    else notes.delisted++
  }
}

function readRoot(root: Element, notes: Notes): void {
  const type = needed(root, 'list-type')
  if (type !== 'whole-list') throw otherFormat('line 1', `the file is a ${type} and not the whole list`)
  notes.issued = dayOf(isoDate(attribute(root, 'date')))
}

function readProgramme({ programmes }: Sections, record: Element): void {
  const programme = english(record, 'program-key') || english(record, 'program-name')
  for (const set of all(record, 'sanctions-set')) {
    const id = needed(set, 'ssid')
    const known = programmes.get(id)
    if (!known || attribute(set, 'lang') === 'eng') programmes.set(id, { programme, measure: set.text.trim() })
  }
}

function english(record: Element, name: string): string {
  const found = all(record, name)
  return (found.find((element) => attribute(element, 'lang') === 'eng') ?? found[0])?.text.trim() ?? ''
}

const kinds: Readonly<Record<string, EntryKind>> = { individual: 'person', entity: 'company' }
const objectKinds: Readonly<Record<string, EntryKind>> = {
  vessel: 'vessel',
  aircraft: 'aircraft',
  airplane: 'aircraft',
}

/** Null for a target that is no longer listed. */
function readTarget(record: Element): Target | null {
  const subject = record.children.find(({ name }) => name === 'individual' || name === 'entity' || name === 'object')
  if (!subject) throw otherFormat(`line ${record.line}`, '<target> has no <individual>, <entity> or <object>')
  const history = readHistory(record)
  if (history.delisted) return null
  const entry = toEntry({
    list: 'seco',
    reference: needed(record, 'ssid'),
    kind: kinds[subject.name] ?? objectKinds[attribute(subject, 'object-type')] ?? 'other',
    names: all(subject, 'identity').flatMap((identity) => {
      const main = attribute(identity, 'main') !== 'false'
      return all(identity, 'name').flatMap((name) => readNames(name, main))
    }),
    births: subject.name === 'individual' ? readBirths(subject) : [],
    identifiers: readIdentifiers(subject),
    measures: { assetFreeze: true, named: [] },
    relations: all(subject, 'relation').map((relation) => ({
      relation: attribute(relation, 'relation-type'),
      of: needed(relation, 'target-id'),
    })),
    remarks: [
      ...texts(subject, 'justification'),
      ...texts(subject, 'other-information'),
      ...texts(record, 'foreign-identifier').map((id) => `Foreign identifier: ${id}`),
    ],
    listed: history.listed,
    changed: history.changed,
  })
  const attributeSet = attribute(record, 'sanctions-set-id')
  const sets = [...texts(record, 'sanctions-set-id'), ...(attributeSet === '' ? [] : [attributeSet])]
  return { entry, sets, places: readPlaces(subject) }
}

function entryOf({ entry, sets, places }: Target, sections: Sections): Entry {
  const programmes = sets.map((id) => {
    const programme = sections.programmes.get(id)
    if (programme) return programme
    throw otherFormat(`target ${entry.reference}`, `it names the sanctions set ${id}, which the file does not have`)
  })
  const measures = programmes.map(({ measure }) => measure)
  return toEntry({
    ...entry,
    places: placesOf(places, sections.places),
    programmes: programmes.map(({ programme }) => programme),
    measures: { assetFreeze: isFrozen(measures), named: measures },
  })
}

/** A set on the capital market or on ships alone freezes nothing. One whose text says neither is taken as a freeze. */
const isFrozen = (measures: readonly string[]): boolean =>
  measures.length === 0 || measures.some((measure) => !/capital market|vessel-related/i.test(measure))
