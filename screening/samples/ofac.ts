import { countryId, ofacReferences } from './ofac-references.ts'
import { ofacTraps } from './ofac-traps.ts'
import { escaped, isPerson, latinName, nativeName, partiesUpTo, type SampleParty } from './parties.ts'

/** A file like OFAC's `sdn_advanced.xml`, with invented parties. It is as wordy as the real one: 3 to 5 kB for a party. */
export function* ofacFile(count: number): Generator<string> {
  yield `<?xml version="1.0" standalone="yes"?>
<Sanctions xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/ADVANCED_XML">
  <DateOfIssue CalendarTypeID="1">
    <Year>2026</Year>
    <Month>11</Month>
    <Day>18</Day>
  </DateOfIssue>
${ofacReferences()}`
  const section = function* (name: string, traps: string, write: (party: SampleParty) => string) {
    yield `  <${name}>\n${traps}`
    for (const party of partiesUpTo(count)) yield write(party)
    yield `  </${name}>\n`
  }
  yield* section('Locations', ofacTraps.locations, location)
  yield* section('IDRegDocuments', ofacTraps.documents, documents)
  yield* section('DistinctParties', ofacTraps.parties, distinctParty)
  yield* section('ProfileRelationships', ofacTraps.relationships, relationship)
  yield* section('SanctionsEntries', ofacTraps.entries, sanctionsEntry)
  yield '  <SanctionsEntryLinks />\n</Sanctions>\n'
}

const id = (party: SampleParty): number => 100_000 + party.number

const location = (party: SampleParty): string => `    <Location ID="${id(party)}">
      <LocationAreaCode AreaCodeID="${countryId(party.country[0])}" />
      <LocationCountry CountryID="${countryId(party.country[0])}" CountryRelevanceID="1413" />
      <LocationPart LocPartTypeID="1451">
        <LocationPartValue Primary="true" LocPartValueTypeID="1" LocPartValueStatusID="1">
          <Comment />
          <Value>Harbour Road ${party.number % 90}</Value>
        </LocationPartValue>
      </LocationPart>
      <LocationPart LocPartTypeID="1454">
        <LocationPartValue Primary="true" LocPartValueTypeID="1" LocPartValueStatusID="1">
          <Comment />
          <Value>Port ${party.number % 50}</Value>
        </LocationPartValue>
      </LocationPart>
      <FeatureVersionReference FeatureVersionID="${id(party)}" />
    </Location>
`

function documents(party: SampleParty): string {
  const [type, number] = party.passport
    ? [1571, party.passport]
    : party.registration
      ? [1619, party.registration]
      : [1626, party.imo && `IMO ${party.imo}`]
  if (!number) return ''
  return `    <IDRegDocument ID="${id(party)}" IDRegDocTypeID="${type}" IdentityID="${id(party)}" IssuedBy-CountryID="${countryId(party.country[0])}" ValidityID="1">
      <Comment />
      <IDRegistrationNo>${number}</IDRegistrationNo>
      <IssuingAuthority />
      <DocumentedNameReference DocumentedNameID="${id(party)}" />
    </IDRegDocument>
`
}

const distinctParty = (party: SampleParty): string => `    <DistinctParty FixedRef="${id(party)}">
      <Comment />
      <Profile ID="${id(party)}" PartySubTypeID="${isPerson(party) ? 4 : 'vessel' in party.name ? 1 : 3}">
        <Identity ID="${id(party)}" FixedRef="${id(party)}" Primary="true" False="false">
${alias(party, 'Name', false, parts(party))}${nativeAlias(party)}${party.aliases.map(({ text, weak }) => alias(party, 'A.K.A.', weak, [[id(party) * 10, text]])).join('')}          <NamePartGroups>
${groups(party)}          </NamePartGroups>
        </Identity>
${features(party)}      </Profile>
    </DistinctParty>
`

type Parts = readonly (readonly [group: number, text: string])[]

const parts = (party: SampleParty): Parts => {
  const group = id(party) * 10
  if (!isPerson(party)) return [[group, latinName(party)]]
  const { family, given, middle } = party.name
  return [
    [group, family.latin],
    [group + 1, given.latin],
    [group + 2, middle.latin],
  ]
}

function groups(party: SampleParty): string {
  const types = isPerson(party) ? [1520, 1521, 1522] : ['vessel' in party.name ? 1526 : 1525]
  return types
    .map(
      (type, at) => `            <MasterNamePartGroup>
              <NamePartGroup ID="${id(party) * 10 + at}" NamePartTypeID="${type}" />
            </MasterNamePartGroup>
`,
    )
    .join('')
}

function nativeAlias(party: SampleParty): string {
  const native = nativeName(party)
  return native ? alias(party, 'A.K.A.', false, [[id(party) * 10, native]], 220) : ''
}

const alias = (party: SampleParty, type: 'Name' | 'A.K.A.', weak: boolean, values: Parts, script = 215): string =>
  `          <Alias FixedRef="${id(party)}" AliasTypeID="${type === 'Name' ? 1403 : 1400}" Primary="${type === 'Name'}" LowQuality="${weak}">
            <DocumentedName ID="${id(party)}" FixedRef="${id(party)}" DocNameStatusID="${type === 'Name' ? 1 : 2}">
${values
  .map(
    ([group, text]) => `              <DocumentedNamePart>
                <NamePartValue NamePartGroupID="${group}" ScriptID="${script}" ScriptStatusID="1" Acronym="false">${escaped(text)}</NamePartValue>
              </DocumentedNamePart>
`,
  )
  .join('')}            </DocumentedName>
          </Alias>
`

const feature = (
  party: SampleParty,
  type: number,
  content: string,
): string => `        <Feature ID="${id(party)}${type}" FeatureTypeID="${type}">
          <FeatureVersion ID="${id(party)}${type}" ReliabilityID="1560">
            <Comment />
${content}          </FeatureVersion>
          <IdentityReference IdentityID="${id(party)}" IdentityFeatureLinkTypeID="1" />
        </Feature>
`

function features(party: SampleParty): string {
  const { birth, wallet } = party
  return [
    feature(party, 25, `            <VersionLocation LocationID="${id(party)}" />\n`),
    birth ? feature(party, 8, period(birth)) : '',
    wallet
      ? feature(
          party,
          wallet.ticker === 'ETH' ? 345 : 887,
          `            <VersionDetail DetailTypeID="1432">${wallet.address}</VersionDetail>\n`,
        )
      : '',
    isPerson(party)
      ? feature(party, 224, '            <VersionDetail DetailTypeID="1431" DetailReferenceID="91526" />\n')
      : '',
    isPerson(party) ? feature(party, 10, `            <VersionLocation LocationID="${id(party)}" />\n`) : '',
  ].join('')
}

/** A year is written as its first and its last day. */
function period({ year, month, day }: NonNullable<SampleParty['birth']>): string {
  const last = new Date(Date.UTC(year, month ?? 12, 0)).getUTCDate()
  const [from, to] = [
    [year, month ?? 1, day ?? 1],
    [year, month ?? 12, day ?? last],
  ] as const
  const date = (
    name: string,
    [theYear, theMonth, theDay]: readonly [number, number, number],
  ) => `                <${name}>
                  <Year>${theYear}</Year>
                  <Month>${theMonth}</Month>
                  <Day>${theDay}</Day>
                </${name}>
`
  const edge = (name: string, value: readonly [number, number, number]) =>
    `              <${name} Approximate="false" YearFixed="false" MonthFixed="false" DayFixed="false">\n${date('From', value)}${date('To', value)}              </${name}>\n`
  return `            <DatePeriod CalendarTypeID="1" YearFixed="false" MonthFixed="false" DayFixed="false">
${edge('Start', from)}${edge('End', to)}            </DatePeriod>
            <VersionDetail DetailTypeID="1430" />
`
}

/** Every fifth party belongs to the one before it. */
const relationship = (party: SampleParty): string =>
  party.number % 5 !== 4
    ? ''
    : `    <ProfileRelationship ID="${id(party)}" From-ProfileID="${id(party)}" To-ProfileID="${id(party) - 1}" RelationTypeID="1555" RelationQualityID="1" Former="false" SanctionsEntryID="${id(party)}">
      <Comment />
    </ProfileRelationship>
`

const sanctionsEntry = (
  party: SampleParty,
): string => `    <SanctionsEntry ID="${id(party)}" ProfileID="${id(party)}" ListID="1550">
      <EntryEvent ID="${id(party)}" EntryEventTypeID="1" LegalBasisID="1">
        <Comment />
        <Date CalendarTypeID="1">
          <Year>2022</Year>
          <Month>${1 + (party.number % 12)}</Month>
          <Day>${1 + (party.number % 28)}</Day>
        </Date>
      </EntryEvent>
      <SanctionsMeasure ID="${id(party)}1" SanctionsTypeID="1705">
        <Comment />
        <DatePeriod CalendarTypeID="1" YearFixed="false" MonthFixed="false" DayFixed="false" />
      </SanctionsMeasure>
      <SanctionsMeasure ID="${id(party)}2" SanctionsTypeID="1">
        <Comment>INVENTED-EO${party.number % 40}</Comment>
        <DatePeriod CalendarTypeID="1" YearFixed="false" MonthFixed="false" DayFixed="false" />
      </SanctionsMeasure>
    </SanctionsEntry>
`
