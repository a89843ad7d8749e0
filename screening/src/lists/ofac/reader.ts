import { countryCode } from '../country.ts'
import { dateRange, dayOf, earliestDay } from '../dates.ts'
import type { Chunks } from '../decode.ts'
import { packed, unpacked, type Packed } from '../detached.ts'
import { attribute, needed, text, type Element } from '../element.ts'
import { toEntry, type Entry, type EntryKind, type Identifier, type Relation } from '../entry.ts'
import { damaged, otherFormat } from '../error.ts'
import { identifier } from '../identifier.ts'
import { count, newNotes, type Notes } from '../notes.ts'
import { xmlRecords } from '../xml-records.ts'
import { dayParts } from './features.ts'
import { readLocation, type Location } from './location.ts'
import { isBlocked, readListing, type Listing } from './measures.ts'
import { readParties, type Party } from './party.ts'
import { readReferences, type References } from './references.ts'
import { directed, readRelation, type PartyRelation } from './relations.ts'
import { ofacFormat } from './words.ts'

/** What an entry is put together from. Parties wait for their listings, which come last in the file. */
type Sections = {
  references: References | null
  readonly locations: Map<string, Location>
  readonly documents: Map<string, Identifier[]>
  readonly parties: Map<string, { readonly kind: EntryKind; readonly party: Packed<Party> }>
  readonly relations: PartyRelation[]
  readonly listings: Map<string, Listing[]>
}

/** OFAC's `sdn_advanced.xml`, over 100 MB. Entries come after the last byte was read. */
export async function* readOfac(chunks: Chunks, notes: Notes = newNotes()): AsyncGenerator<Entry> {
  const sections: Sections = {
    references: null,
    locations: new Map(),
    documents: new Map(),
    parties: new Map(),
    relations: [],
    listings: new Map(),
  }
  for await (const record of xmlRecords(ofacFormat, chunks, notes)) readRecord(sections, record, notes)
  const relations = relationsOf(sections, notes)
  for (const { party } of sections.parties.values()) yield entryOf(unpacked(party), sections, relations, notes)
}

function readRecord(sections: Sections, record: Element, notes: Notes): void {
  if (record.name === 'Sanctions') return
  if (record.name === 'DateOfIssue') {
    notes.issued = dayOf(dateRange(dayParts(record)))
    return
  }
  if (record.name === 'ReferenceValueSets') {
    sections.references = readReferences(record)
    return
  }
  const { references } = sections
  if (!references) throw otherFormat(`line ${record.line}`, `<${record.name}> comes before ReferenceValueSets`)
  if (record.name === 'Location') sections.locations.set(needed(record, 'ID'), readLocation(record, references))
  else if (record.name === 'IDRegDocument') readDocument(sections, record, references)
  else if (record.name === 'DistinctParty') addParties(sections, record, references)
  else if (record.name === 'ProfileRelationship') sections.relations.push(readRelation(record, references))
  else addListing(sections, readListing(record, references))
}

function readDocument({ documents }: Sections, record: Element, references: References): void {
  const label = references.text(record, 'IDRegDocTypeID', 'IDRegDocType')
  const country = references.optional(record, 'IssuedBy-CountryID', 'Country')
  const code = country && (countryCode(attribute(country, 'ISO2')) ?? countryCode(country.text))
  const identity = needed(record, 'IdentityID')
  const ofIdentity = documents.get(identity) ?? []
  documents.set(identity, ofIdentity)
  ofIdentity.push(identifier(label, text(record, 'IDRegistrationNo'), code))
}

function addParties({ parties }: Sections, record: Element, references: References): void {
  for (const party of readParties(record, references)) {
    if (parties.has(party.reference)) throw damaged(`line ${record.line}`, `Profile ${party.reference} is there twice`)
    parties.set(party.reference, { kind: party.kind, party: packed(party) })
  }
}

function addListing({ listings }: Sections, listing: Listing): void {
  listings.set(listing.profile, [...(listings.get(listing.profile) ?? []), listing])
}

function relationsOf({ parties, relations }: Sections, notes: Notes): ReadonlyMap<string, Relation[]> {
  const byParty = new Map<string, Relation[]>()
  for (const relation of relations) {
    if (!parties.has(relation.from) || !parties.has(relation.to)) {
      count(notes.unknown, 'ProfileRelationship to a profile that is not in the file')
      continue
    }
    const { from, to, relation: text } = directed(relation, (reference) => parties.get(reference)!.kind)
    byParty.set(from, [...(byParty.get(from) ?? []), { relation: text, of: to }])
  }
  return byParty
}

function entryOf(
  { reference, kind, names, remarks, identities, features }: Party,
  { locations, documents, listings }: Sections,
  relations: ReadonlyMap<string, Relation[]>,
  notes: Notes,
): Entry {
  const places = features.located.flatMap(({ role, location: id }) => {
    const location = locations.get(id)
    if (!location) count(notes.unknown, 'VersionLocation to a location that is not in the file')
    return location ? [{ role, ...location }] : []
  })
  const ofParty = listings.get(reference) ?? []
  const measures = ofParty.flatMap((listing) => listing.measures)
  return toEntry({
    list: 'ofac',
    reference,
    kind,
    names,
    births: features.births,
    places: [...features.places, ...places],
    identifiers: [...features.identifiers, ...identities.flatMap((identity) => documents.get(identity) ?? [])],
    wallets: features.wallets,
    programmes: ofParty.flatMap((listing) => listing.programmes),
    measures: { assetFreeze: isBlocked(measures), named: measures },
    relations: relations.get(reference) ?? [],
    remarks: [...remarks, ...features.remarks],
    listed: earliestDay(ofParty.map((listing) => listing.listed)),
  })
}
