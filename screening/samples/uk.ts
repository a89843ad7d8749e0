import { escaped, isPerson, latinName, nativeName, padded, partiesUpTo, type SampleParty } from './parties.ts'

// The UK Sanctions List as CSV and as XML, with the same invented designations in both.

/** Each list of values becomes elements in the XML, and rows in the CSV. */
type SampleDesignation = {
  readonly id: string
  readonly type: 'Individual' | 'Entity' | 'Ship'
  /** Name 1 to Name 6. */
  readonly names: readonly { readonly parts: readonly string[]; readonly type: string; readonly strength?: string }[]
  readonly nonLatin?: readonly string[]
  readonly regime: string
  readonly sanctions: string
  readonly designated: string
  readonly updated: string
  readonly information?: string
  readonly births?: readonly string[]
  readonly nationalities?: readonly string[]
  readonly address?: { readonly lines: readonly string[]; readonly country: string }
  readonly birthPlace?: { readonly town: string; readonly country: string }
  readonly passports?: readonly { readonly number: string; readonly about: string }[]
  readonly nationalIds?: readonly string[]
  readonly registrations?: readonly string[]
  readonly imos?: readonly string[]
}

const name = (type: string, given: readonly string[], family: string, strength = '') => ({
  parts: [...given, ...Array.from({ length: 5 - given.length }, () => ''), family],
  type,
  strength,
})

// Unknown days and months, several birth dates, aliases in all spellings of their type, a family name alone, a designation
// without asset freeze, a ship, a name with quotes, commas and a line break.
const traps: readonly SampleDesignation[] = [
  {
    id: 'RUS9001',
    type: 'Individual',
    names: [
      name('Primary Name', ['Ilya', 'Makarovich'], 'ZARKOVIN'),
      name('Primary name variation', ['Iliya', 'Makarovich'], 'Zarkovine'),
      name('ALias', [], 'Zarko', 'Low quality a.k.a'),
      name('Alias', ['Ilya'], 'Zarkov', 'Good quality a.k.a'),
    ],
    nonLatin: ['Илья Макарович Зарковин'],
    regime: 'The Russia (Sanctions) (EU Exit) Regulations 2019',
    sanctions: 'Asset freeze|Travel Ban|Trust Services Sanctions',
    designated: '24/02/2022',
    updated: '14/04/2026',
    information: 'Called "Zarko, the elder" &\nknown for <nothing>.',
    births: ['dd/mm/1965', 'dd/03/1966', '17/11/1965'],
    nationalities: ['Russia', 'Cyprus'],
    address: { lines: ['Belmur Street 12', 'Flat 4'], country: 'Russia' },
    birthPlace: { town: 'Trizhansk', country: 'USSR (now Russia)' },
    passports: [{ number: 'K 4458201', about: 'Russian diplomatic passport' }],
    nationalIds: ['770-901-44'],
  },
  {
    id: 'RUS9002',
    type: 'Individual',
    names: [name('Primary Name', ['Gleb'], 'OSTAVKOV')],
    regime: 'The Russia (Sanctions) (EU Exit) Regulations 2019',
    sanctions: 'Travel Ban|Director Disqualification Sanction',
    designated: '09/04/2025',
    updated: '09/04/2025',
    births: ['circa 1971'],
  },
  {
    id: 'AFG9003',
    type: 'Entity',
    names: [
      name('Primary Name', [], 'QUINTAR "STAR", METALS & SONS LTD'),
      name('Alias', [], 'Quintar Exchange', 'Good quality a.k.a'),
    ],
    nonLatin: ['صرافی کوینتار'],
    regime: 'The Afghanistan (Sanctions) (EU Exit) Regulations 2020',
    sanctions: 'Asset freeze',
    designated: '29/06/2012',
    updated: '04/08/2026',
    address: { lines: ['Branch Office 1', '', '', '', '', 'Kabul'], country: 'Afghanistan' },
    registrations: ['INN: 7704901223'],
  },
  {
    id: 'DPR9004',
    type: 'Ship',
    names: [name('Primary name', [], 'Pelago Dawn 8'), name('Alias', [], 'Jal Meridan')],
    regime: "The Democratic People's Republic of Korea (Sanctions) (EU Exit) Regulations 2019",
    sanctions: 'Prohibition of port entry',
    designated: '03/10/2017',
    updated: '18/12/2021',
    imos: ['IMO9123463'],
  },
]

function designation(party: SampleParty): SampleDesignation {
  const { number, country, birth } = party
  const native = nativeName(party)
  const [given, family] = isPerson(party)
    ? [[party.name.given.latin, party.name.middle.latin], party.name.family.latin]
    : [[], latinName(party)]
  return {
    id: `ZZZ${padded(number)}`,
    type: isPerson(party) ? 'Individual' : 'vessel' in party.name ? 'Ship' : 'Entity',
    names: [
      name('Primary Name', given, family),
      ...party.aliases.map(({ text, weak }) => name('Alias', [], text, weak ? 'Low quality a.k.a' : '')),
    ],
    ...(native && { nonLatin: [native] }),
    regime: 'The Invented (Sanctions) (EU Exit) Regulations 2020',
    sanctions: number % 9 === 0 ? 'Travel Ban' : 'Asset freeze|Travel Ban',
    designated: `${padded(1 + (number % 28))}/05/2023`,
    updated: `${padded(1 + (number % 28))}/06/2026`,
    information: `Invented entry ${number}.`,
    ...(birth && {
      births: [`${birth.day ? padded(birth.day) : 'dd'}/${birth.month ? padded(birth.month) : 'mm'}/${birth.year}`],
    }),
    ...(isPerson(party) && { nationalities: [country[1]] }),
    address: { lines: [`Harbour Road ${number % 90}`], country: country[1] },
    ...(party.passport && { passports: [{ number: party.passport, about: `${country[1]} passport` }] }),
    ...(party.registration && { registrations: [party.registration] }),
    ...(party.imo && { imos: [`IMO${party.imo}`] }),
  }
}

function* designations(count: number): Generator<SampleDesignation> {
  yield* traps
  for (const party of partiesUpTo(count)) yield designation(party)
}

/** The header of the real file, with its 58 columns. */
export const ukHeader =
  'Last Updated,Unique ID,OFSI Group ID,UN Reference Number,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,' +
  'Alias strength,Title,Name non-latin script,Non-latin script type,Non-latin script language,Regime Name,' +
  'Designation Type,Designation source,Sanctions Imposed,Other Information,UK Statement of Reasons,Address Line 1,' +
  'Address Line 2,Address Line 3,Address Line 4,Address Line 5,Address Line 6,Address Postal Code,Address Country,' +
  'Phone number,Website,Email address,Date Designated,D.O.B,Nationality(/ies),National Identifier number,' +
  'National Identifier additional information,Passport number,Passport additional information,Position,Gender,' +
  'Town of birth,Country of birth,Type of entity,Subsidiaries,Parent company,Business registration number (s),' +
  'IMO number,Current owner/operator (s),Previous owner/operator (s),Current believed flag of ship,Previous flags,' +
  'Type of ship,Tonnage of ship,Length of ship,Year Built,Hull identification number (HIN)'

export function* ukCsvFile(count: number): Generator<string> {
  yield `\ufeffReport Date: 18-Nov-2026\r\n${ukHeader}\r\n`
  for (const each of designations(count)) yield rows(each)
}

/** As many rows as the longest list of values has; the shorter ones repeat their last value, as the real file does. */
function rows(each: SampleDesignation): string {
  const lists = [
    each.names,
    each.nonLatin,
    each.births,
    each.nationalities,
    each.passports,
    each.registrations,
    each.imos,
  ]
  const number = Math.max(...lists.map((list) => list?.length ?? 0))
  return Array.from({ length: number }, (_, row) => line(each, row)).join('')
}

function line(each: SampleDesignation, row: number): string {
  const at = <T>(list: readonly T[] | undefined): T | undefined => list?.[Math.min(row, list.length - 1)]
  const own = at(each.names)!
  const values: Record<string, string | undefined> = {
    'Last Updated': each.updated,
    'Unique ID': each.id,
    ...Object.fromEntries(own.parts.map((part, index) => [`Name ${index + 1}`, part])),
    'Name type': own.type,
    'Alias strength': own.strength,
    'Name non-latin script': at(each.nonLatin),
    'Regime Name': each.regime,
    'Designation Type': each.type,
    'Designation source': 'UK',
    'Sanctions Imposed': each.sanctions,
    'Other Information': each.information,
    ...Object.fromEntries((each.address?.lines ?? []).map((text, index) => [`Address Line ${index + 1}`, text])),
    'Address Country': each.address?.country,
    'Date Designated': each.designated,
    'D.O.B': at(each.births),
    'Nationality(/ies)': at(each.nationalities),
    'National Identifier number': at(each.nationalIds),
    'Passport number': at(each.passports)?.number,
    'Passport additional information': at(each.passports)?.about,
    'Town of birth': each.birthPlace?.town,
    'Country of birth': each.birthPlace?.country,
    'Business registration number (s)': at(each.registrations),
    'IMO number': at(each.imos),
  }
  return `${ukHeader
    .split(',')
    .map((column) => cell(values[column] ?? ''))
    .join(',')}\r\n`
}

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export function* ukXmlFile(count: number): Generator<string> {
  yield `<?xml version="1.0" encoding="utf-8"?>
<Designations xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <DateGenerated>18/11/2026</DateGenerated>
`
  for (const each of designations(count)) yield element(each)
  yield '</Designations>\n'
}

const tag = (name: string, text: string | undefined): string => (text ? `<${name}>${escaped(text)}</${name}>` : '')
const group = (name: string, items: readonly string[]): string => {
  const filled = items.filter((item) => item !== '')
  return filled.length === 0 ? '' : `<${name}>${filled.join('')}</${name}>`
}
const tags = (outer: string, inner: string, texts: readonly string[] = []): string =>
  group(
    outer,
    texts.map((text) => tag(inner, text)),
  )

function element(each: SampleDesignation): string {
  const lines = [
    tag('LastUpdated', each.updated),
    tag('DateDesignated', each.designated),
    tag('UniqueID', each.id),
    group('Names', each.names.map(nameElement)),
    group(
      'NonLatinNames',
      (each.nonLatin ?? []).map((text) => group('NonLatinName', [tag('NameNonLatinScript', text)])),
    ),
    tag('RegimeName', each.regime),
    tag('IndividualEntityShip', each.type),
    tag('DesignationSource', 'UK'),
    tag('SanctionsImposed', each.sanctions),
    group('SanctionsImposedIndicators', [tag('AssetFreeze', 'true'), tag('TravelBan', 'true')]),
    tag('OtherInformation', each.information),
    group('Addresses', each.address ? [addressElement(each.address)] : []),
    details(each),
  ]
  return `  <Designation>\n${lines
    .filter((line) => line !== '')
    .map((line) => `    ${line}\n`)
    .join('')}  </Designation>\n`
}

const nameElement = ({ parts, type, strength }: SampleDesignation['names'][number]): string =>
  group('Name', [
    ...parts.map((part, index) => tag(`Name${index + 1}`, part)),
    tag('NameType', type),
    tag('AliasStrength', strength),
  ])

const addressElement = ({ lines, country }: NonNullable<SampleDesignation['address']>): string =>
  group('Address', [
    ...lines.map((text, index) => tag(`AddressLine${index + 1}`, text)),
    tag('AddressCountry', country),
  ])

function details(each: SampleDesignation): string {
  if (each.type === 'Ship') return group('ShipDetails', [group('Ship', [tags('IMONumbers', 'IMONumber', each.imos)])])
  if (each.type === 'Entity') {
    const numbers = tags('BusinessRegistrationNumbers', 'BusinessRegistrationNumber', each.registrations)
    return group('EntityDetails', [group('Entity', [numbers])])
  }
  const passports = (each.passports ?? []).map(({ number, about }) =>
    group('Passport', [tag('PassportNumber', number), tag('PassportAdditionalInformation', about)]),
  )
  const nationalIds = (each.nationalIds ?? []).map((number) =>
    group('NationalIdentifier', [tag('NationalIdentifierNumber', number)]),
  )
  const place = each.birthPlace
  const birth = place ? [group('Location', [tag('TownOfBirth', place.town), tag('CountryOfBirth', place.country)])] : []
  return group('IndividualDetails', [
    group('Individual', [
      tags('DOBs', 'DOB', each.births),
      group('PassportDetails', passports),
      tags('Nationalities', 'Nationality', each.nationalities),
      group('NationalIdentifierDetails', nationalIds),
      group('BirthDetails', birth),
    ]),
  ])
}
