import { escaped, isPerson, latinName, nativeName, padded, partiesUpTo, type SampleParty } from './parties.ts'

/** A file like the EU's `xmlFullSanctionsList_1_1`, with invented entries. */
export function* euFile(count: number): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-11-18T16:47:04.449+01:00" globalFileId="190001">
${traps}`
  for (const party of partiesUpTo(count)) yield entity(party)
  yield '</export>\n'
}

const nowhere = 'region="" place="" countryIso2Code="00" countryDescription="UNKNOWN" regulationLanguage="en"'

// Without EU reference, weak by attribute and by remark, no name parts, a circa year, a range of years, country 00, and a
// vessel that is listed as an enterprise.
const traps = `    <sanctionEntity designationDetails="" unitedNationId="" logicalId="13">
        <remark>No reference &#233;t&#xE9; given.</remark>
        <regulation regulationType="regulation" organisationType="commission" publicationDate="2003-07-08" entryIntoForceDate="2003-07-07" numberTitle="1210/2003 (OJ L169)" programme="IRQ" logicalId="348">
            <publicationUrl>http://eur-lex.europa.eu/LexUriServ/LexUriServ.do?uri=OJ:L:2003:169:0006:0023:EN:PDF&amp;from=EN</publicationUrl>
        </regulation>
        <regulation regulationType="amendment" organisationType="council" publicationDate="2019-02-11" entryIntoForceDate="2019-02-12" numberTitle="2019/1 (OJ L40)" programme="IRQ" logicalId="349"/>
        <subjectType code="person" classificationCode="P"/>
        <nameAlias firstName="" middleName="" lastName="" wholeName="Abu Khartuf" function="" title="" nameLanguage="" strong="false" regulationLanguage="en" logicalId="16"/>
        <nameAlias firstName="Nazrum" middleName="Harbaz" lastName="Al-Dulmahi" wholeName="Nazrum Harbaz Al-Dulmahi" function="Deputy of nowhere" gender="M" title="Colonel" nameLanguage="" strong="true" regulationLanguage="en" logicalId="17">
            <regulationSummary regulationType="regulation" publicationDate="2003-07-08" numberTitle="1210/2003 (OJ L169)" publicationUrl="http://eur-lex.europa.eu/"/>
        </nameAlias>
        <nameAlias firstName="" middleName="" lastName="" wholeName="نظروم هربز الدلماهي" function="" title="" nameLanguage="AR" strong="true" regulationLanguage="en" logicalId="18"/>
        <nameAlias firstName="" middleName="" lastName="" wholeName="Nazroum" function="" title="" nameLanguage="FR" strong="true" regulationLanguage="en" logicalId="19">
            <remark>low quality alias</remark>
        </nameAlias>
        <citizenship region="" countryIso2Code="IQ" countryDescription="IRAQ" regulationLanguage="en" logicalId="1"/>
        <birthdate circa="true" calendarType="GREGORIAN" city="Harbaz, near Tulayb" zipCode="" year="1937" region="" place="" countryIso2Code="IQ" countryDescription="IRAQ" regulationLanguage="en" logicalId="14"/>
        <birthdate circa="false" calendarType="GREGORIAN" city="" zipCode="" yearRangeFrom="1938" yearRangeTo="1940" ${nowhere} logicalId="15"/>
        <birthdate circa="false" calendarType="GREGORIAN" city="" zipCode="" ${nowhere} logicalId="16"/>
        <address city="" street="" poBox="" zipCode="" asAtListingTime="false" ${nowhere} logicalId="172">
            <remark>Believed to be in hiding</remark>
        </address>
        <identification diplomatic="false" knownExpired="false" knownFalse="false" reportedLost="false" revokedByIssuer="false" issuedBy="" latinNumber="M 1938-4" nameOnDocument="" number="م ١٩٣٨-٤" ${nowhere} identificationTypeCode="id" identificationTypeDescription="National identification card" logicalId="316"/>
    </sanctionEntity>
    <sanctionEntity designationDate="2025-02-24" designationDetails="" unitedNationId="" euReferenceNumber="EU.9001.44" logicalId="190044">
        <regulation regulationType="amendment" organisationType="council" publicationDate="2025-02-24" entryIntoForceDate="2025-02-25" numberTitle="2025/1 (OJ L 24)" programme="UKR" logicalId="350"/>
        <subjectType code="enterprise" classificationCode="E"/>
        <nameAlias firstName="" middleName="" lastName="" wholeName="TOLVEX HORIZON" function="" title="" nameLanguage="EN" strong="true" regulationLanguage="en" logicalId="20"/>
        <identification number="IMO 9123451" region="" countryIso2Code="00" countryDescription="UNKNOWN" identificationTypeCode="imo" identificationTypeDescription="International Maritime Organization number" regulationLanguage="en" logicalId="317"/>
    </sanctionEntity>
`

const programmes = ['UKR', 'SYR', 'BLR', 'TAQA', 'PRK']

function entity(party: SampleParty): string {
  const [iso, country] = party.country
  const { number } = party
  const where = `region="" place="" countryIso2Code="${iso}" countryDescription="${escaped(country.toUpperCase())}"`
  return `    <sanctionEntity designationDetails="" unitedNationId="" euReferenceNumber="EU.${number}.${number % 97}" logicalId="${100_000 + number}">
        <remark>Invented entry ${number}.</remark>
        <regulation regulationType="amendment" organisationType="council" publicationDate="2022-03-${padded(1 + (number % 28))}" entryIntoForceDate="2022-03-28" numberTitle="2022/${number}" programme="${programmes[number % programmes.length]}" logicalId="${200_000 + number}"/>
        <subjectType code="${isPerson(party) ? 'person' : 'enterprise'}" classificationCode="${isPerson(party) ? 'P' : 'E'}"/>
${names(party)}${isPerson(party) ? `        <citizenship region="" countryIso2Code="${iso}" countryDescription="${escaped(country.toUpperCase())}" logicalId="${number}"/>\n` : ''}${birth(party, where)}        <address city="Port ${number % 50}" street="Harbour Road ${number % 90}" poBox="" zipCode="" ${where} logicalId="${number}"/>
${identification(party, where)}    </sanctionEntity>
`
}

function names(party: SampleParty): string {
  const [given, middle, family] = isPerson(party)
    ? [party.name.given.latin, party.name.middle.latin, party.name.family.latin]
    : ['', '', '']
  const alias = (text: string, strong: boolean, parts = 'firstName="" middleName="" lastName=""') =>
    `        <nameAlias ${parts} wholeName="${escaped(text)}" nameLanguage="" strong="${strong}" logicalId="${party.number}"/>\n`
  const native = nativeName(party)
  return [
    alias(latinName(party), true, `firstName="${given}" middleName="${middle}" lastName="${family}"`),
    ...(native ? [alias(native, true)] : []),
    ...party.aliases.map(({ text, weak }) => alias(text, !weak)),
  ].join('')
}

function birth({ birth: date, number }: SampleParty, where: string): string {
  if (!date) return ''
  const { year, month, day } = date
  const whole = month && day ? `birthdate="${year}-${padded(month)}-${padded(day)}" dayOfMonth="${day}" ` : ''
  const parts = `${whole}${month ? `monthOfYear="${month}" ` : ''}year="${year}"`
  return `        <birthdate circa="false" calendarType="GREGORIAN" city="" zipCode="" ${parts} ${where} logicalId="${number}"/>\n`
}

function identification({ passport, registration, imo, number }: SampleParty, where: string): string {
  const [code, value] = passport ? ['passport', passport] : registration ? ['regnumber', registration] : ['imo', imo]
  if (!value) return ''
  return `        <identification number="${value}" identificationTypeCode="${code}" identificationTypeDescription="${code}" ${where} logicalId="${number}"/>\n`
}
