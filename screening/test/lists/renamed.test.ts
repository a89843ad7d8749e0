import { describe, expect, test } from 'vitest'
import type { FormatCode } from '../../src/lists/formats.ts'
import { entriesOf, refusal, replaced, sampleOf } from './read.ts'
import { newNotes } from '../../src/lists/notes.ts'

// Publishers rename elements without notice. A reader that finds nothing must say what it misses.

const elements: Partial<Record<FormatCode, readonly string[]>> = {
  ofac_advanced_xml: ['Alias', 'NamePartValue', 'Feature', 'VersionDetail', 'IDRegDocument', 'SanctionsEntry', 'Year'],
  uk_xml: ['Designation', 'UniqueID', 'Name6', 'NameType', 'AliasStrength', 'DOB', 'SanctionsImposed', 'IMONumber'],
  un_xml: ['INDIVIDUAL', 'FIRST_NAME', 'ALIAS_NAME', 'QUALITY', 'INDIVIDUAL_DATE_OF_BIRTH', 'NAME_ORIGINAL_SCRIPT'],
  eu_xml: ['sanctionEntity', 'nameAlias', 'subjectType', 'birthdate', 'identification', 'citizenship'],
  seco_xml: ['target', 'name-part', 'spelling-variant', 'day-month-year', 'modification', 'identification-document'],
}
const attributes: Partial<Record<FormatCode, readonly string[]>> = {
  ofac_advanced_xml: ['LowQuality', 'FeatureTypeID', 'LocationID', 'IdentityID'],
  eu_xml: ['wholeName', 'strong', 'euReferenceNumber', 'birthdate', 'number'],
  seco_xml: ['modification-type', 'effective-date', 'name-part-type', 'quality', 'place-id'],
}
const pairs = (names: Partial<Record<FormatCode, readonly string[]>>) =>
  Object.entries(names).flatMap(([format, list]) =>
    list.map((name): [FormatCode, string] => [format as FormatCode, name]),
  )

describe('a renamed element is named in the refusal, with its new name', () => {
  test.each(pairs(elements))('%s: <%s>', async (format, name) => {
    const file = sampleOf(format).replaceAll(new RegExp(`(</?)${name}(?=[\\s/>])`, 'g'), `$1New${name}`)
    const { message, otherFormat } = await refusal(format, file)
    expect(message).toContain(name)
    expect(message).toContain(`New${name}`)
    expect(otherFormat).toBe(true)
  })
})

describe('a renamed attribute is named in the refusal', () => {
  test.each(pairs(attributes))('%s: %s', async (format, name) => {
    const file = sampleOf(format).replaceAll(` ${name}="`, ` new-${name}="`)
    const { message, otherFormat } = await refusal(format, file)
    expect(message).toContain(name)
    expect(otherFormat).toBe(true)
  })
})

describe('the UK list as CSV', () => {
  test.each(['Unique ID', 'Name 6', 'Name type', 'Alias strength', 'D.O.B', 'Sanctions Imposed', 'Designation Type'])(
    'a renamed column is named in the refusal: %s',
    async (column) => {
      const { problem, otherFormat } = await refusal('uk_csv', replaced(sampleOf('uk_csv'), column, `New ${column}`))
      expect(problem).toContain(`column ${column} of the UK Sanctions List is missing`)
      expect(problem).toContain(`these are new: New ${column}`)
      expect(otherFormat).toBe(true)
    },
  )

  test('capitals in the name of a column do not matter', async () => {
    const file = sampleOf('uk_csv').replace('Name type', 'Name Type')
    expect(await entriesOf('uk_csv', file)).toHaveLength(24)
  })
})

describe('what is new in a file is noted, and the file is read', () => {
  test('an element', async () => {
    const notes = newNotes()
    await entriesOf('un_xml', [sampleOf('un_xml').replaceAll('<VERSIONNUM>', '<EYES>blue</EYES><VERSIONNUM>')], notes)
    expect([...notes.unknown]).toEqual([['EYES', 23]])
  })

  test('an attribute, and an element of another namespace with the name of one of ours', async () => {
    const notes = newNotes()
    const strange = '<x:nameAlias xmlns:x="urn:x" wholeName="Strange" strong="true"/><subjectType colour="red" '
    const entries = await entriesOf('eu_xml', [sampleOf('eu_xml').replace('<subjectType ', strange)], notes)
    expect([...notes.unknown.keys()]).toEqual(['{urn:x}nameAlias', 'subjectType@colour'])
    expect(JSON.stringify(entries)).not.toContain('Strange')
  })

  test('a column', async () => {
    const notes = newNotes()
    const [first, ...lines] = sampleOf('uk_csv').split('\r\n')
    const file = [first, `${lines[0]!},Eyes`].join('\r\n')
    await entriesOf('uk_csv', [`${file}\r\n`], notes)
    expect([...notes.unknown.keys()]).toEqual(['Eyes'])
  })
})

test.each<[FormatCode, FormatCode]>([
  ['un_xml', 'eu_xml'],
  ['eu_xml', 'un_xml'],
  ['uk_xml', 'uk_csv'],
  ['uk_csv', 'uk_xml'],
  ['seco_xml', 'ofac_advanced_xml'],
  ['ofac_advanced_xml', 'seco_xml'],
  ['un_xml', 'uk_investment_bans'],
])('the reader of %s refuses a file of %s', async (format, other) => {
  await refusal(format, sampleOf(other))
})

test('an error page is refused by every reader', async () => {
  const page = '<html><head><title>503</title></head><body><p>Service unavailable</body></html>'
  for (const format of ['uk_csv', 'uk_xml', 'uk_investment_bans', 'un_xml', 'eu_xml', 'seco_xml'] as const) {
    await refusal(format, page)
  }
})
