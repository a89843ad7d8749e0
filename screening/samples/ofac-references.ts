import { escaped } from './parties.ts'

/** The values that OFAC's file explains in its first section, with the numbers of the real file where they are known. */
const sets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AliasType: { 1400: 'A.K.A.', 1401: 'F.K.A.', 1402: 'N.K.A.', 1403: 'Name' },
  DetailReference: { 91526: 'Male', 91527: 'Female' },
  DetailType: { 1430: 'DATE', 1431: 'LOOKUP', 1432: 'TEXT', 1433: 'COUNTRY' },
  FeatureType: {
    3: 'VESSEL FLAG',
    8: 'Birthdate',
    9: 'Place of Birth',
    10: 'Nationality Country',
    11: 'Citizenship Country',
    13: 'SWIFT/BIC',
    25: 'Location',
    224: 'Gender',
    344: 'Digital Currency Address - XBT',
    345: 'Digital Currency Address - ETH',
    504: 'Secondary sanctions risk:',
    887: 'Digital Currency Address - USDT',
  },
  IDRegDocType: {
    1570: 'Cedula No.',
    1571: 'Passport',
    1619: 'Registration Number',
    1626: 'Vessel Registration Identification',
  },
  LegalBasis: { 1: 'Unknown', 1822: 'Executive Order 13606 (Iran/Syria)' },
  List: { 1550: 'SDN List', 91507: 'Consolidated List' },
  LocPartType: {
    1: 'Unknown',
    1450: 'REGION',
    1451: 'ADDRESS1',
    1452: 'ADDRESS2',
    1454: 'CITY',
    1455: 'STATE/PROVINCE',
    1456: 'POSTAL CODE',
  },
  NamePartType: {
    1520: 'Last Name',
    1521: 'First Name',
    1522: 'Middle Name',
    1524: 'Aircraft Name',
    1525: 'Entity Name',
    1526: 'Vessel Name',
    1528: 'Nickname',
    91708: 'Patronymic',
  },
  PartyType: { 1: 'Individual', 2: 'Entity', 3: 'Location', 4: 'Transport' },
  RelationType: {
    1555: 'Associate Of',
    15003: 'Owned or Controlled By',
    91725: 'Leader or official of',
    15004: 'Family member of',
  },
  SanctionsType: { 1: 'Program', 1705: 'Block', 1707: 'Reject' },
  Script: { 160: 'Arabic', 215: 'Latin', 220: 'Cyrillic' },
}

const countries: Readonly<Record<string, string>> = {
  AF: 'Afghanistan',
  BY: 'Belarus',
  CN: 'China',
  CY: 'Cyprus',
  DE: 'Germany',
  FR: 'France',
  GR: 'Greece',
  HK: 'Hong Kong',
  IL: 'Israel',
  IQ: 'Iraq',
  IR: 'Iran',
  JP: 'Japan',
  KP: 'Korea, North',
  KR: 'Korea, South',
  KZ: 'Kazakhstan',
  LY: 'Libya',
  PA: 'Panama',
  RU: 'Russia',
  RW: 'Rwanda',
  SY: 'Syria',
  VE: 'Venezuela',
  YE: 'Yemen',
  ZA: 'South Africa',
}

/** Of a country in the file; 11000 is the unknown one. */
export const countryId = (code: string): number => 11001 + Object.keys(countries).indexOf(code)

const values = (type: string, lines: readonly string[]): string =>
  `    <${type}Values>\n${lines.map((line) => `      ${line}\n`).join('')}    </${type}Values>\n`

export const ofacReferences = (): string =>
  `  <ReferenceValueSets>\n${[
    ...Object.entries(sets).map(([type, texts]) =>
      values(
        type,
        Object.entries(texts).map(([id, text]) => `<${type} ID="${id}">${escaped(text)}</${type}>`),
      ),
    ),
    values('Country', [
      '<Country ID="11000">undetermined</Country>',
      ...Object.entries(countries).map(
        ([code, name]) => `<Country ID="${countryId(code)}" ISO2="${code}">${name}</Country>`,
      ),
    ]),
    values('PartySubType', [
      '<PartySubType ID="1" PartyTypeID="4">Vessel</PartySubType>',
      '<PartySubType ID="2" PartyTypeID="4">Aircraft</PartySubType>',
      '<PartySubType ID="3" PartyTypeID="2">Unknown</PartySubType>',
      '<PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType>',
    ]),
  ].join('')}  </ReferenceValueSets>\n`
