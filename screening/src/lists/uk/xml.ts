import { dayOf, slashDate } from '../dates.ts'
import type { Chunks } from '../decode.ts'
import { all, neededText, text, texts, type Element } from '../element.ts'
import type { Entry } from '../entry.ts'
import { newNotes, type Notes } from '../notes.ts'
import { xmlRecords, type XmlFormat } from '../xml-records.ts'
import { newDesignation, ukEntry, ukIdentifier, ukPlace, type Designation } from './designation.ts'

const format: XmlFormat = {
  title: 'the UK Sanctions List',
  root: 'Designations',
  namespaces: [''],
  containers: [],
  records: ['DateGenerated', 'Designation'],
  expected: [
    'Designation UniqueID DateDesignated LastUpdated RegimeName IndividualEntityShip SanctionsImposed',
    'Names Name Name1 Name2 Name6 NameType AliasStrength NonLatinNames NonLatinName NameNonLatinScript',
    'Addresses Address AddressLine1 AddressCountry IndividualDetails Individual DOBs DOB Nationalities Nationality',
    'PassportDetails Passport PassportNumber NationalIdentifierDetails NationalIdentifier NationalIdentifierNumber',
    'BirthDetails Location TownOfBirth CountryOfBirth EntityDetails Entity BusinessRegistrationNumbers',
    'BusinessRegistrationNumber ShipDetails Ship IMONumbers IMONumber',
  ].flatMap((line) => line.split(' ')),
  optional: [
    'DateGenerated OFSIGroupID UNReferenceNumber Name3 Name4 Name5 NonLatinScriptType NonLatinScriptLanguage Titles Title',
    'DesignationSource SanctionsImposedIndicators OtherInformation UKStatementofReasons AddressLine2 AddressLine3',
    'AddressLine4 AddressLine5 AddressLine6 AddressPostalCode PassportAdditionalInformation',
    'NationalIdentifierAdditionalInformation Positions Position Genders Gender TypeOfEntities TypeOfEntity',
    'ParentCompanies ParentCompany Subsidiaries Subsidiary PhoneNumbers PhoneNumber EmailAddresses EmailAddress Websites',
    'Website CurrentOwnerOperators CurrentOwnerOperator PreviousOwnerOperators PreviousOwnerOperator',
    'CurrentBelievedFlagOfShips CurrentBelievedFlagOfShip PreviousFlags PreviousFlag TypeOfShipDetails TypeOfShip',
    'TonnageOfShipDetails TonnageOfShip LengthOfShipDetails LengthOfShip YearsBuilt YearBuilt',
    'HullIdentificationNumbers HullIdentificationNumber',
  ].flatMap((line) => line.split(' ')),
  // Repeats SanctionsImposed as an element for each measure that exists.
  skipped: ['SanctionsImposedIndicators'],
}

/** The UK Sanctions List as XML. */
export async function* readUkXml(chunks: Chunks, notes: Notes = newNotes()): AsyncGenerator<Entry> {
  for await (const record of xmlRecords(format, chunks, notes)) {
    if (record.name === 'DateGenerated') notes.issued = dayOf(slashDate(record.text))
    if (record.name === 'Designation') yield ukEntry(read(record))
  }
}

function read(record: Element): Designation {
  const designation = newDesignation(neededText(record, 'UniqueID'), neededText(record, 'IndividualEntityShip'))
  const person = 'IndividualDetails'
  designation.names.push(
    ...all(record, 'Names', 'Name').map((name) => ({
      names: [1, 2, 3, 4, 5, 6].map((number) => text(name, `Name${number}`)),
      type: text(name, 'NameType'),
      aliasStrength: text(name, 'AliasStrength'),
    })),
  )
  designation.nonLatin.push(...texts(record, 'NonLatinNames', 'NonLatinName', 'NameNonLatinScript'))
  designation.births.push(...texts(record, person, 'Individual', 'DOBs', 'DOB'))
  designation.regimes.push(...texts(record, 'RegimeName'))
  designation.sanctions.push(...texts(record, 'SanctionsImposed'))
  designation.designated.push(...texts(record, 'DateDesignated'))
  designation.updated.push(...texts(record, 'LastUpdated'))
  readPlaces(designation, record)
  readIdentifiers(designation, record)
  readRemarks(designation, record)
  return designation
}

function readPlaces({ places }: Designation, record: Element): void {
  for (const address of all(record, 'Addresses', 'Address')) {
    const lines = [1, 2, 3, 4, 5, 6].map((number) => text(address, `AddressLine${number}`))
    const country = text(address, 'AddressCountry')
    places.push(...ukPlace('address', [...lines, text(address, 'AddressPostalCode')], country))
  }
  for (const birth of all(record, 'IndividualDetails', 'Individual', 'BirthDetails', 'Location')) {
    places.push(...ukPlace('birth', [text(birth, 'TownOfBirth')], text(birth, 'CountryOfBirth')))
  }
  for (const country of texts(record, 'IndividualDetails', 'Individual', 'Nationalities', 'Nationality')) {
    places.push(...ukPlace('nationality', [], country))
  }
  const flags = ['ShipDetails', 'Ship', 'CurrentBelievedFlagOfShips', 'CurrentBelievedFlagOfShip']
  for (const country of texts(record, ...flags)) places.push(...ukPlace('flag', [], country))
}

function readIdentifiers({ identifiers }: Designation, record: Element): void {
  const person = all(record, 'IndividualDetails', 'Individual')
  for (const passport of person.flatMap((details) => all(details, 'PassportDetails', 'Passport'))) {
    const about = text(passport, 'PassportAdditionalInformation')
    identifiers.push(...ukIdentifier('Passport number', text(passport, 'PassportNumber'), about))
  }
  const numbers = person.flatMap((details) => all(details, 'NationalIdentifierDetails', 'NationalIdentifier'))
  for (const number of numbers) {
    const about = text(number, 'NationalIdentifierAdditionalInformation')
    identifiers.push(...ukIdentifier('National Identifier number', text(number, 'NationalIdentifierNumber'), about))
  }
  const registrations = ['EntityDetails', 'Entity', 'BusinessRegistrationNumbers', 'BusinessRegistrationNumber']
  for (const value of texts(record, ...registrations)) {
    identifiers.push(...ukIdentifier('Business registration number', value))
  }
  for (const value of texts(record, 'ShipDetails', 'Ship', 'IMONumbers', 'IMONumber')) {
    identifiers.push(...ukIdentifier('IMO number', value))
  }
}

function readRemarks({ remarks }: Designation, record: Element): void {
  const add = (label: string, ...path: readonly string[]) =>
    remarks.push(...texts(record, ...path).map((value) => `${label}${value}`))
  add('', 'OtherInformation')
  add('', 'UKStatementofReasons')
  add('Title: ', 'Titles', 'Title')
  add('Position: ', 'IndividualDetails', 'Individual', 'Positions', 'Position')
  add('Parent company: ', 'EntityDetails', 'Entity', 'ParentCompanies', 'ParentCompany')
  add('Owner or operator: ', 'ShipDetails', 'Ship', 'CurrentOwnerOperators', 'CurrentOwnerOperator')
  add('UN reference: ', 'UNReferenceNumber')
  add('OFSI group: ', 'OFSIGroupID')
}
