import { countryId } from './ofac-references.ts'

// Names in two scripts, a weak alias, a former name, a whole year and an approximate range, two wallets of one address under
// different tickers, a text of a reference value, a nationality as a location of unknown parts, an undetermined country, an
// aircraft, a company that «leads» a person, a former relation, and a party that is not blocked.

const name = (value: string, group: number, script: number) => `              <DocumentedNamePart>
                <NamePartValue NamePartGroupID="${group}" ScriptID="${script}" ScriptStatusID="1" Acronym="false">${value}</NamePartValue>
              </DocumentedNamePart>
`

const alias = (type: number, primary: boolean, weak: boolean, documented: readonly (readonly string[])[]) =>
  `          <Alias FixedRef="0" AliasTypeID="${type}" Primary="${primary}" LowQuality="${weak}">
${documented.map((values) => `            <DocumentedName ID="1" FixedRef="0" DocNameStatusID="1">\n${values.join('')}            </DocumentedName>\n`).join('')}          </Alias>
`

const group = (id: number, type: number) => `            <MasterNamePartGroup>
              <NamePartGroup ID="${id}" NamePartTypeID="${type}" />
            </MasterNamePartGroup>
`

const feature = (type: number, ...contents: readonly string[]) => `        <Feature ID="1" FeatureTypeID="${type}">
${contents.map((content) => `          <FeatureVersion ID="1" ReliabilityID="1560">\n            <Comment />\n            ${content}\n          </FeatureVersion>\n`).join('')}          <IdentityReference IdentityID="900011" IdentityFeatureLinkTypeID="1" />
        </Feature>
`

const detail = (text: string) => `<VersionDetail DetailTypeID="1432">${text}</VersionDetail>`

const date = (part: string, [year, month, day]: readonly [number, number, number]) =>
  `<${part}><Year>${year}</Year><Month>${month}</Month><Day>${day}</Day></${part}>`

const period = (from: readonly [number, number, number], to: readonly [number, number, number], approximate: boolean) =>
  `<DatePeriod CalendarTypeID="1" YearFixed="false" MonthFixed="false" DayFixed="false">` +
  `<Start Approximate="${approximate}">${date('From', from)}${date('To', from)}</Start>` +
  `<End Approximate="${approximate}">${date('From', to)}${date('To', to)}</End></DatePeriod>`

const party = (
  id: number,
  subType: number,
  comment: string,
  identity: string,
  features = '',
) => `    <DistinctParty FixedRef="${id}">
      <Comment>${comment}</Comment>
      <Profile ID="${id}" PartySubTypeID="${subType}">
        <Identity ID="${id}1" FixedRef="${id}" Primary="true" False="false">
${identity}        </Identity>
${features}      </Profile>
    </DistinctParty>
`

const part = (type: number, value: string, primary = true) => `      <LocationPart LocPartTypeID="${type}">
        <LocationPartValue Primary="${primary}" LocPartValueTypeID="1" LocPartValueStatusID="1">
          <Comment />
          <Value>${value}</Value>
        </LocationPartValue>
      </LocationPart>
`

const location = (id: number, country: number | null, ...parts: readonly string[]) => `    <Location ID="${id}">
${country === null ? '' : `      <LocationCountry CountryID="${country}" CountryRelevanceID="1413" />\n`}${parts.join('')}    </Location>
`

const relation = (id: number, type: number, from: number, to: number, former = false) =>
  `    <ProfileRelationship ID="${id}" From-ProfileID="${from}" To-ProfileID="${to}" RelationTypeID="${type}" RelationQualityID="1" Former="${former}" SanctionsEntryID="${from}">
      <Comment />
    </ProfileRelationship>
`

const entry = (
  profile: number,
  ...measures: readonly string[]
) => `    <SanctionsEntry ID="${profile}" ProfileID="${profile}" ListID="1550">
      <EntryEvent ID="${profile}" EntryEventTypeID="1" LegalBasisID="1822">
        <Comment />
        ${date('Date', [2018, 3, 4])}
      </EntryEvent>
${measures.join('')}    </SanctionsEntry>
`

const measure = (type: number, comment = '') =>
  `      <SanctionsMeasure ID="1" SanctionsTypeID="${type}"><Comment>${comment}</Comment></SanctionsMeasure>\n`

export const ofacTraps = {
  locations: [
    location(
      9101,
      countryId('IQ'),
      part(1456, '453-0015'),
      part(1454, 'Nazrum'),
      part(1451, '1-117 Dulmah Street &amp; Yard'),
    ),
    location(9102, null, part(1, 'Syria')),
    location(9103, 11000, part(1454, 'Somewhere')),
  ].join(''),
  documents: `    <IDRegDocument ID="1" IDRegDocTypeID="1571" IdentityID="900011" IssuedBy-CountryID="${countryId('IQ')}" ValidityID="1">
      <Comment />
      <IDRegistrationNo>TZ0981234</IDRegistrationNo>
      <IssuingAuthority />
    </IDRegDocument>
    <IDRegDocument ID="2" IDRegDocTypeID="1571" IdentityID="900011" IssuedBy-CountryID="${countryId('IQ')}" ValidityID="2">
      <Comment />
      <IDRegistrationNo>TZ0981234</IDRegistrationNo>
    </IDRegDocument>
`,
  parties: [
    party(
      90001,
      4,
      'Linked To: ZARKOVIA TOLVEX TRADING.',
      [
        alias(1403, true, false, [
          [name('DULMAHI', 1, 215), name('Harbaz', 2, 215), name('Nazrum', 3, 215)],
          [name('هرباز نظروم الدلماهي', 2, 160)],
        ]),
        alias(1400, false, true, [[name('Abu Tulayb', 4, 215)]]),
        alias(1401, false, false, [[name('DULMAHY', 1, 215), name('Herbaz', 2, 215)]]),
        `          <NamePartGroups>\n${group(1, 1520)}${group(2, 1521)}${group(3, 91708)}${group(4, 1528)}          </NamePartGroups>\n`,
      ].join(''),
      [
        feature(8, period([1965, 1, 1], [1965, 12, 31], false), period([1960, 1, 1], [1963, 12, 31], true)),
        feature(9, detail('Jandul, Iraq')),
        feature(10, '<VersionLocation LocationID="9102" />'),
        feature(25, '<VersionLocation LocationID="9101" />', '<VersionLocation LocationID="9103" />'),
        feature(224, '<VersionDetail DetailTypeID="1431" DetailReferenceID="91526" />'),
        feature(345, detail('0xAbCdEf0123456789aBcDeF0123456789AbCdEf01')),
        feature(887, detail('0xabcdef0123456789abcdef0123456789abcdef01')),
        feature(344, detail('1ZarkovBaseDoNotFoLdCaseXXXabc9QT')),
        feature(504, detail('section 1(b) of an invented order')),
      ].join(''),
    ),
    party(
      90002,
      3,
      '',
      `${alias(1403, true, false, [[name('ZARKOVIA TOLVEX TRADING', 5, 215)]])}          <NamePartGroups>\n${group(5, 1525)}          </NamePartGroups>\n`,
      feature(13, detail('ZRKVRUMM')),
    ),
    party(
      90003,
      2,
      '',
      `${alias(1403, true, false, [[name('EP-ZRK', 6, 215)]])}          <NamePartGroups>\n${group(6, 1524)}          </NamePartGroups>\n`,
    ),
  ].join(''),
  relationships: [
    relation(1, 91725, 90002, 90001),
    relation(2, 15003, 90003, 90002),
    relation(3, 1555, 90001, 90003, true),
  ].join(''),
  entries: [
    entry(90001, measure(1705), measure(1, 'SDGT'), measure(1, 'IRAN')),
    entry(90002, measure(1705), measure(1, 'RUSSIA-EO14024')),
    entry(90003, measure(1707), measure(1, 'IFSR')),
  ].join(''),
} as const
