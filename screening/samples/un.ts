import { escaped, isPerson, latinName, nativeName, padded, partiesUpTo, type SampleParty } from './parties.ts'

/** A file like the UN's consolidated list, with invented entries. */
export function* unFile(count: number): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="https://www.un.org/sc/resources/sc-sanctions.xsd" dateGenerated="2026-11-18T00:00:09.554Z">
  <INDIVIDUALS>
${individualTraps}`
  for (const party of partiesUpTo(count)) if (isPerson(party)) yield individual(party)
  yield `  </INDIVIDUALS>
  <ENTITIES>
${entityTraps}`
  for (const party of partiesUpTo(count)) if (!isPerson(party)) yield entity(party)
  yield `  </ENTITIES>
</CONSOLIDATED_LIST>
`
}

// Aliases of low quality, several in one element, four names, a range of years, an approximate year, a date in a note only,
// empty elements, and a reference that is missing.
const individualTraps = `    <INDIVIDUAL>
      <DATAID>9900001</DATAID>
      <VERSIONNUM>1</VERSIONNUM>
      <FIRST_NAME>QADRUN</FIRST_NAME>
      <SECOND_NAME>BIN FARZUM</SECOND_NAME>
      <THIRD_NAME>DULMAH</THIRD_NAME>
      <FOURTH_NAME>AL-BARQANDI</FOURTH_NAME>
      <UN_LIST_TYPE>Al-Qaida</UN_LIST_TYPE>
      <REFERENCE_NUMBER>QDi.901</REFERENCE_NUMBER>
      <LISTED_ON>2009-03-17</LISTED_ON>
      <NAME_ORIGINAL_SCRIPT>قدرون بن فرزوم دلماه البرقندي</NAME_ORIGINAL_SCRIPT>
      <COMMENTS1>Mother's name is Wardun &amp; father's name Farzum.</COMMENTS1>
      <TITLE><VALUE>Sheikh</VALUE></TITLE>
      <NATIONALITY><VALUE>Syrian Arab Republic</VALUE></NATIONALITY>
      <LIST_TYPE><VALUE>UN List</VALUE></LIST_TYPE>
      <LAST_DAY_UPDATED><VALUE>2011-12-13</VALUE><VALUE>2020-07-06</VALUE></LAST_DAY_UPDATED>
      <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Kadrun al-Barkandi; Qadroun Farzoum</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Abu Wardun</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ADDRESS><CITY>Dulmah City</CITY><STATE_PROVINCE>Barqand</STATE_PROVINCE><COUNTRY>Syrian Arab Republic</COUNTRY></INDIVIDUAL_ADDRESS>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1973</FROM_YEAR><TO_YEAR>1975</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1970</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><NOTE>Nov. 1973</NOTE></INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_PLACE_OF_BIRTH><CITY>Jandul</CITY><COUNTRY>Iraq</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>
      <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>N 901 774</NUMBER><ISSUING_COUNTRY>Iraq</ISSUING_COUNTRY><DATE_OF_ISSUE>2000-07-17</DATE_OF_ISSUE></INDIVIDUAL_DOCUMENT>
      <INDIVIDUAL_DOCUMENT/>
      <SORT_KEY/>
      <SORT_KEY_LAST_MOD/>
    </INDIVIDUAL>
    <INDIVIDUAL>
      <DATAID>9900002</DATAID>
      <VERSIONNUM>1</VERSIONNUM>
      <FIRST_NAME>HABIMURENGE</FIRST_NAME>
      <UN_LIST_TYPE>DRC</UN_LIST_TYPE>
      <LISTED_ON>2012-12-31</LISTED_ON>
      <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ADDRESS><COUNTRY/></INDIVIDUAL_ADDRESS>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE/></INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_PLACE_OF_BIRTH><COUNTRY/></INDIVIDUAL_PLACE_OF_BIRTH>
      <INDIVIDUAL_DOCUMENT/>
      <SORT_KEY/>
      <SORT_KEY_LAST_MOD/>
    </INDIVIDUAL>
`

const entityTraps = `    <ENTITY>
      <DATAID>9900101</DATAID>
      <VERSIONNUM>1</VERSIONNUM>
      <FIRST_NAME>BALGORIA CORAL TRADING COMPANY</FIRST_NAME>
      <UN_LIST_TYPE>DPRK</UN_LIST_TYPE>
      <REFERENCE_NUMBER>KPe.901</REFERENCE_NUMBER>
      <LISTED_ON>2016-03-02</LISTED_ON>
      <COMMENTS1>Sells coral.</COMMENTS1>
      <LIST_TYPE><VALUE>UN List</VALUE></LIST_TYPE>
      <LAST_DAY_UPDATED><VALUE/></LAST_DAY_UPDATED>
      <ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>Balgoria General Traders</ALIAS_NAME></ENTITY_ALIAS>
      <ENTITY_ADDRESS><STREET>Palmo Street 4</STREET><CITY>Pyongyang</CITY><COUNTRY>Democratic People's Republic of Korea</COUNTRY></ENTITY_ADDRESS>
      <SORT_KEY/>
      <SORT_KEY_LAST_MOD/>
    </ENTITY>
`

const lists = ['Al-Qaida', 'DPRK', 'DRC', 'Libya', 'Taliban']

function individual(party: SampleParty): string {
  if (!isPerson(party)) return ''
  const { name, birth, country } = party
  return `    <INDIVIDUAL>
      <DATAID>${8_000_000 + party.number}</DATAID>
      <VERSIONNUM>1</VERSIONNUM>
      <FIRST_NAME>${escaped(name.given.latin.toUpperCase())}</FIRST_NAME>
      <SECOND_NAME>${escaped(name.middle.latin.toUpperCase())}</SECOND_NAME>
      <THIRD_NAME>${escaped(name.family.latin.toUpperCase())}</THIRD_NAME>
${head(party, 'i')}${alias('INDIVIDUAL', party)}      <INDIVIDUAL_ADDRESS><COUNTRY>${escaped(country[1])}</COUNTRY></INDIVIDUAL_ADDRESS>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE>${birth ? birthDate(birth) : ''}</INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_PLACE_OF_BIRTH><COUNTRY/></INDIVIDUAL_PLACE_OF_BIRTH>
${party.passport ? document(party.passport, country[1]) : '      <INDIVIDUAL_DOCUMENT/>\n'}    </INDIVIDUAL>
`
}

const birthDate = ({ year, month, day }: NonNullable<SampleParty['birth']>): string =>
  month && day ? `<DATE>${year}-${padded(month)}-${padded(day)}</DATE>` : `<YEAR>${year}</YEAR>`

const document = (number: string, country: string): string =>
  `      <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>${number}</NUMBER><ISSUING_COUNTRY>${escaped(country)}</ISSUING_COUNTRY></INDIVIDUAL_DOCUMENT>\n`

function head(party: SampleParty, letter: 'i' | 'e'): string {
  const native = nativeName(party)
  return `      <UN_LIST_TYPE>${lists[party.number % lists.length]}</UN_LIST_TYPE>
      <REFERENCE_NUMBER>ZZ${letter}.${party.number}</REFERENCE_NUMBER>
      <LISTED_ON>2014-05-${padded(1 + (party.number % 28))}</LISTED_ON>
${native ? `      <NAME_ORIGINAL_SCRIPT>${escaped(native)}</NAME_ORIGINAL_SCRIPT>\n` : ''}      <COMMENTS1>Invented entry ${party.number}.</COMMENTS1>
${letter === 'i' ? `      <NATIONALITY><VALUE>${escaped(party.country[1])}</VALUE></NATIONALITY>\n` : ''}      <LAST_DAY_UPDATED><VALUE>2021-02-${padded(1 + (party.number % 28))}</VALUE></LAST_DAY_UPDATED>
`
}

const alias = (kind: 'INDIVIDUAL' | 'ENTITY', { aliases }: SampleParty): string =>
  aliases
    .map(
      ({ text, weak }) =>
        `      <${kind}_ALIAS><QUALITY>${weak ? 'Low' : 'Good'}</QUALITY><ALIAS_NAME>${escaped(text)}</ALIAS_NAME></${kind}_ALIAS>\n`,
    )
    .join('')

const entity = (party: SampleParty): string => `    <ENTITY>
      <DATAID>${8_000_000 + party.number}</DATAID>
      <VERSIONNUM>1</VERSIONNUM>
      <FIRST_NAME>${escaped(latinName(party))}</FIRST_NAME>
${head(party, 'e')}${alias('ENTITY', party)}      <ENTITY_ADDRESS><COUNTRY>${escaped(party.country[1])}</COUNTRY></ENTITY_ADDRESS>
    </ENTITY>
`
