import { escaped, isPerson, latinName, nativeName, padded, partiesUpTo, type SampleParty } from './parties.ts'

/** A file like SECO's whole list, with invented targets. */
export function* secoFile(count: number): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<swiss-sanctions-list list-type="whole-list" date="2026-11-18">
${programmes}${traps}`
  for (const party of partiesUpTo(count)) yield target(party)
  yield places
  for (let number = 0; number < 50; number++) yield place(number)
  yield '</swiss-sanctions-list>\n'
}

const programmes = `  <sanctions-program ssid="20" version-date="2026-05-21" predecessor-version-date="2025-12-12">
    <program-key lang="eng">Belarus</program-key>
    <program-key lang="ger">Belarus</program-key>
    <program-name lang="eng">Ordinance of 16 March 2022 on measures against Belarus</program-name>
    <sanctions-set ssid="9020" lang="ger">Art. 12, Personen und Unternehmen</sanctions-set>
    <sanctions-set ssid="9020" lang="eng">article 12 -- Restrictions on named individuals and entities</sanctions-set>
    <sanctions-set ssid="9021" lang="eng">article 16 and 17 -- Restrictions on the money and capital market</sanctions-set>
    <origin>EU</origin>
  </sanctions-program>
  <sanctions-program ssid="30" version-date="2026-05-21">
    <program-key lang="eng">North Korea</program-key>
    <program-name lang="eng">Ordinance of 18 May 2016 on measures against North Korea</program-name>
    <sanctions-set ssid="9030" lang="eng">Vessel-related measures</sanctions-set>
    <origin>UN</origin>
  </sanctions-program>
`

// Spelling variants in two scripts, a title, a low quality alias, an assumed identity, a target that is de-listed although an
// older modification comes first, one that is listed again, a capital market measure, a vessel, and a place from the end.
const traps = `  <target ssid="9101">
    <sanctions-set-id>9020</sanctions-set-id>
    <foreign-identifier>140</foreign-identifier>
    <individual sex="male">
      <identity ssid="91011" main="true">
        <name ssid="91012" name-type="primary-name" quality="good" lang="eng">
          <name-part order="2" name-part-type="given-name"><value>Aliaksandr</value><spelling-variant lang="RUS" script="LATN" spelling-variant-type="not-defined">Alexander</spelling-variant><spelling-variant lang="BEL" script="CYRL" spelling-variant-type="not-defined">Аляксандр</spelling-variant></name-part>
          <name-part order="1" name-part-type="family-name"><value>Drobushenka</value><spelling-variant lang="RUS" script="LATN" spelling-variant-type="not-defined">Drobushenko</spelling-variant><spelling-variant lang="BEL" script="CYRL" spelling-variant-type="not-defined">Дробушенка</spelling-variant></name-part>
          <name-part order="3" name-part-type="father-name"><value>Makaravich</value></name-part>
          <name-part order="4" name-part-type="title"><value>Colonel</value></name-part>
        </name>
        <name ssid="91013" name-type="alias" quality="low" lang="eng"><name-part order="1" name-part-type="whole-name"><value>Sasha Drob</value></name-part></name>
        <day-month-year ssid="91014" year="1961" calendar="Gregorian" quality="good"/>
        <day-month-year ssid="91015" day="23" month="3" year="1961" calendar="Gregorian" quality="low"/>
        <nationality ssid="91016"><country iso-code="BY">Belarus</country></nationality>
        <place-of-birth ssid="91017" place-id="9501" quality="good"/>
        <address ssid="91018" place-id="9501" quality="good"><c-o>Sports Club &amp; Sons</c-o><address-details>ul. Kirlan, 4</address-details><zip-code>220029</zip-code></address>
        <identification-document ssid="91019" document-type="diplomatic-passport"><number>PD 9014471</number><issuer code="BY">Belarus</issuer></identification-document>
      </identity>
      <identity ssid="91021" main="false">
        <name ssid="91022" name-type="primary-name" quality="good" lang="eng"><name-part order="1" name-part-type="whole-name"><value>Piotr Velyashtsky</value></name-part></name>
      </identity>
      <justification ssid="91023">Invented &lt;colonel&gt;.</justification>
      <relation ssid="91024" target-id="9103" relation-type="related-to"/>
    </individual>
    <modification modification-type="amended" enactment-date="2024-02-28" publication-date="2024-02-29" effective-date="2024-03-01">
      <added><target ssid="9101"><individual><identity ssid="91011" main="true"><name ssid="91012" name-type="primary-name" quality="good"><name-part order="1" name-part-type="whole-name"><value>Oldname Never</value></name-part></name></identity></individual></target></added>
      <removed><justification ssid="91023">Old text.</justification></removed>
    </modification>
    <modification modification-type="listed" enactment-date="2022-03-15" publication-date="2022-03-16" effective-date="2022-03-16"/>
  </target>
  <target ssid="9102">
    <sanctions-set-id>9020</sanctions-set-id>
    <individual sex="female">
      <identity ssid="91025" main="true"><name ssid="91026" name-type="primary-name" quality="good" lang="eng"><name-part order="1" name-part-type="whole-name"><value>Delisted Person</value></name-part></name></identity>
    </individual>
    <modification modification-type="amended" enactment-date="2025-06-02" publication-date="2025-06-03" effective-date="2025-06-03"/>
    <modification modification-type="de-listed" enactment-date="2025-06-19" publication-date="2025-06-20" effective-date="2025-06-20"/>
    <modification modification-type="listed" enactment-date="2015-01-01" publication-date="2015-01-01" effective-date="2015-01-01"/>
  </target>
  <target ssid="9103">
    <sanctions-set-id>9021</sanctions-set-id>
    <entity>
      <identity ssid="91031" main="true"><name ssid="91032" name-type="primary-name" quality="good" lang="eng"><name-part order="1" name-part-type="whole-name"><value>Agrozarkbank</value></name-part></name></identity>
      <justification ssid="91033">Restrictions on the capital market only.</justification>
      <other-information ssid="91034">Registration number: 190950901.</other-information>
    </entity>
    <modification modification-type="listed" enactment-date="2021-08-11" publication-date="2021-08-11" effective-date="2021-08-11"/>
  </target>
  <target ssid="9104">
    <sanctions-set-id>9030</sanctions-set-id>
    <object object-type="vessel">
      <identity ssid="91041" main="true"><name ssid="91042" name-type="primary-name" quality="good" lang="eng"><name-part order="1" name-part-type="whole-name"><value>Nokdu Dawn</value></name-part></name></identity>
      <other-information ssid="91043">IMO Number: 9123475</other-information>
    </object>
    <modification modification-type="listed" enactment-date="2016-05-18" publication-date="2016-05-18" effective-date="2016-05-18"/>
  </target>
  <target ssid="9105">
    <sanctions-set-id>9020</sanctions-set-id>
    <individual>
      <identity ssid="91051" main="true"><name ssid="91052" name-type="primary-name" quality="good" lang="eng"><name-part order="1" name-part-type="whole-name"><value>Relisted Person</value></name-part></name></identity>
    </individual>
    <modification modification-type="listed" enactment-date="2023-01-01" publication-date="2023-01-01" effective-date="2023-01-01"/>
    <modification modification-type="de-listed" enactment-date="2020-01-01" publication-date="2020-01-01" effective-date="2020-01-01"/>
    <modification modification-type="listed" enactment-date="2012-01-01" publication-date="2012-01-01" effective-date="2012-01-01"/>
  </target>
`

const places = `  <place ssid="9501"><location>Zarminsk</location><area>Kirlan Region</area><country iso-code="BY">Belarus</country></place>
`

const place = (number: number): string =>
  `  <place ssid="${9600 + number}"><location>Port ${number}</location><country iso-code="RU">Russia</country></place>\n`

function target(party: SampleParty): string {
  const { number, country, birth } = party
  const kind = isPerson(party) ? 'individual' : 'vessel' in party.name ? 'object' : 'entity'
  const open = kind === 'object' ? 'object object-type="vessel"' : kind
  return `  <target ssid="${20_000 + number}">
    <sanctions-set-id>9020</sanctions-set-id>
    <${open}>
      <identity ssid="${1_000_000 + number}" main="true">
        <name ssid="${2_000_000 + number}" name-type="primary-name" quality="good" lang="eng">${parts(party)}</name>
${party.aliases.map(alias).join('')}${birth ? `        <day-month-year ssid="${3_000_000 + number}"${birth.day ? ` day="${birth.day}"` : ''}${birth.month ? ` month="${birth.month}"` : ''} year="${birth.year}" calendar="Gregorian" quality="good"/>\n` : ''}${isPerson(party) ? `        <nationality ssid="${4_000_000 + number}"><country iso-code="${country[0]}">${escaped(country[1])}</country></nationality>\n` : ''}        <address ssid="${5_000_000 + number}" place-id="${9600 + (number % 50)}" quality="good"><address-details>Harbour Road ${number % 90}</address-details></address>
${party.passport ? `        <identification-document ssid="${6_000_000 + number}" document-type="passport"><number>${party.passport}</number><issuer code="${country[0]}">${escaped(country[1])}</issuer></identification-document>\n` : ''}      </identity>
      <justification ssid="${7_000_000 + number}">Invented entry ${number}.</justification>
${party.imo ? `      <other-information ssid="${8_000_000 + number}">IMO Number: ${party.imo}</other-information>\n` : ''}    </${kind}>
    <modification modification-type="listed" enactment-date="2022-03-01" publication-date="2022-03-${padded(1 + (number % 28))}" effective-date="2022-03-${padded(1 + (number % 28))}"/>
  </target>
`
}

const part = (order: number, type: string, value: string, variants = ''): string =>
  `<name-part order="${order}" name-part-type="${type}"><value>${escaped(value)}</value>${variants}</name-part>`

const variant = (text: string, script: string): string =>
  `<spelling-variant lang="RUS" script="${script.toUpperCase()}" spelling-variant-type="not-defined">${escaped(text)}</spelling-variant>`

function parts(party: SampleParty): string {
  if (!isPerson(party)) {
    const native = nativeName(party)
    return part(1, 'whole-name', latinName(party), native ? variant(native, 'CYRL') : '')
  }
  const { given, middle, family, script } = party.name
  const spell = (native: string | null) => (native && script ? variant(native, script) : '')
  return [
    part(1, 'family-name', family.latin, spell(family.native)),
    part(2, 'given-name', given.latin, spell(given.native)),
    part(3, 'further-given-name', middle.latin, spell(middle.native)),
  ].join('')
}

const alias = ({ text, weak }: SampleParty['aliases'][number]): string =>
  `        <name name-type="alias" quality="${weak ? 'low' : 'good'}" lang="eng">${part(1, 'whole-name', text)}</name>\n`
