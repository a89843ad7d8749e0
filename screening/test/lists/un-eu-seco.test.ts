import { describe, expect, test } from 'vitest'
import { newNotes } from '../../src/lists/notes.ts'
import {
  birthsOf,
  entriesOf,
  identifiersOf,
  namesOf,
  placesOf,
  refusal,
  replaced,
  sampleEntry,
  sampleOf,
} from './read.ts'

describe('UN consolidated list', () => {
  test('four names are one, aliases are split, and those of quality Low are weak', async () => {
    expect(namesOf(await sampleEntry('un_xml', 'QDi.901'))).toEqual([
      'primary QADRUN BIN FARZUM DULMAH AL-BARQANDI',
      'primary قدرون بن فرزوم دلماه البرقندي',
      'strong Kadrun al-Barkandi',
      'strong Qadroun Farzoum',
      'weak Abu Wardun',
    ])
  })

  test('dates are ranges of years, approximate years or remarks', async () => {
    const entry = await sampleEntry('un_xml', 'QDi.901')
    expect(birthsOf(entry)).toEqual(['range 1973-01-01 to 1975-12-31', 'about year 1970-01-01 to 1970-12-31'])
    expect(entry.remarks).toContain('Birth date: Nov. 1973')
  })

  test('places, documents and days are read', async () => {
    const entry = await sampleEntry('un_xml', 'QDi.901')
    expect(placesOf(entry)).toEqual([
      'address: Dulmah City, Barqand, Syrian Arab Republic [SY]',
      'birth: Jandul, Iraq [IQ]',
      'nationality: Syrian Arab Republic [SY]',
    ])
    expect(identifiersOf(entry)).toEqual(['passport N 901 774 [IQ]'])
    expect(entry).toMatchObject({ listed: '2009-03-17', changed: '2020-07-06', programmes: ['Al-Qaida'] })
  })

  test('without reference the number of the record is taken, and empty elements are nothing', async () => {
    expect(await sampleEntry('un_xml', '9900002')).toMatchObject({ births: [], places: [], identifiers: [] })
  })

  test('entities are companies', async () => {
    const entry = await sampleEntry('un_xml', 'KPe.901')
    expect(entry.kind).toBe('company')
    expect(namesOf(entry)).toEqual(['primary BALGORIA CORAL TRADING COMPANY', 'strong Balgoria General Traders'])
    expect(placesOf(entry)).toEqual(["address: Palmo Street 4, Pyongyang, Democratic People's Republic of Korea [KP]"])
  })
})

describe('EU list 1.1', () => {
  test('without EU reference the logical id is taken', async () => {
    const references = (await entriesOf('eu_xml', sampleOf('eu_xml'))).map(({ reference }) => reference)
    expect(references).toContain('13')
    expect(references).toContain('EU.9001.44')
  })

  test('an alias that is not strong is weak, and so is one whose remark says so', async () => {
    expect(namesOf(await sampleEntry('eu_xml', '13'))).toEqual([
      'primary Nazrum Harbaz Al-Dulmahi',
      'strong نظروم هربز الدلماهي',
      'weak Abu Khartuf',
      'weak Nazroum',
    ])
  })

  test('dates are exact, circa or ranges of years; an empty one is none', async () => {
    expect(birthsOf(await sampleEntry('eu_xml', '13'))).toEqual([
      'range 1938-01-01 to 1940-12-31',
      'about year 1937-01-01 to 1937-12-31',
    ])
  })

  test('country 00 is none, and references to characters are characters', async () => {
    const entry = await sampleEntry('eu_xml', '13')
    expect(placesOf(entry)).toEqual(['birth: Harbaz, near Tulayb, IRAQ [IQ]', 'nationality: IRAQ [IQ]'])
    expect(entry.remarks).toEqual([
      'Believed to be in hiding',
      'No reference été given.',
      'Position: Deputy of nowhere',
    ])
  })

  test('a number is there in both scripts, and the days are those of the regulations', async () => {
    const entry = await sampleEntry('eu_xml', '13')
    expect(identifiersOf(entry)).toEqual(['national_id M 1938-4 [-]', 'national_id م ١٩٣٨-٤ [-]'])
    expect(entry).toMatchObject({ listed: '2003-07-08', changed: '2019-02-11', programmes: ['IRQ'] })
    expect(identifiersOf(await sampleEntry('eu_xml', 'EU.9001.44'))).toEqual(['imo 9123451 [-]'])
  })

  test('an alias without its strength is refused, not taken as strong', async () => {
    const file = replaced(sampleOf('eu_xml'), 'strong="false" ', '')
    expect((await refusal('eu_xml', file)).problem).toContain('<nameAlias> has no strong')
  })
})

describe('SECO whole list', () => {
  test('names are the combinations of parts and spellings within a script', async () => {
    expect(namesOf(await sampleEntry('seco_xml', '9101'))).toEqual(
      [
        'primary Drobushenka Aliaksandr Makaravich',
        'primary Drobushenka Alexander Makaravich',
        'primary Drobushenko Aliaksandr Makaravich',
        'primary Drobushenko Alexander Makaravich',
        'primary Дробушенка Аляксандр Makaravich',
        'strong Piotr Velyashtsky',
        'weak Sasha Drob',
      ].toSorted(),
    )
  })

  test('a title is a part and not in the name', async () => {
    const { names } = await sampleEntry('seco_xml', '9101')
    expect(names[0]!.parts.map(({ kind }) => kind)).toEqual(['title', 'family', 'given', 'father'])
  })

  test('de-listed targets remain in the file, and the latest modification decides', async () => {
    const notes = newNotes()
    const entries = await entriesOf('seco_xml', [sampleOf('seco_xml')], notes)
    const references = entries.map(({ reference }) => reference)
    expect(references).not.toContain('9102') // An older amendment comes first in the file.
    expect(references).toContain('9105') // Listed again after it was taken off.
    expect(notes.delisted).toBe(1)
  })

  test('the old state of a target inside of a modification is not read', async () => {
    const entry = await sampleEntry('seco_xml', '9101')
    expect(JSON.stringify(entry)).not.toMatch(/Oldname|Old text/)
    expect(entry).toMatchObject({ listed: '2022-03-16', changed: '2024-03-01' })
  })

  test('an address takes what it does not have from its place, which may come later', async () => {
    expect(placesOf(await sampleEntry('seco_xml', '9101'))).toEqual([
      'address: Sports Club & Sons, ul. Kirlan, 4, 220029, Zarminsk, Kirlan Region, Belarus [BY]',
      'birth: Zarminsk, Kirlan Region, Belarus [BY]',
      'nationality: Belarus [BY]',
    ])
  })

  test('measures are those of the sanctions set, and the capital market is no freeze', async () => {
    expect(await sampleEntry('seco_xml', '9101')).toMatchObject({
      programmes: ['Belarus'],
      measures: { assetFreeze: true, named: ['article 12 -- Restrictions on named individuals and entities'] },
      relations: [{ relation: 'related-to', of: '9103' }],
    })
    expect((await sampleEntry('seco_xml', '9103')).measures.assetFreeze).toBe(false)
    expect((await sampleEntry('seco_xml', '9104')).kind).toBe('vessel')
  })

  test('numbers are in documents and in texts', async () => {
    expect(identifiersOf(await sampleEntry('seco_xml', '9101'))).toEqual(['passport PD 9014471 [BY]'])
    expect(identifiersOf(await sampleEntry('seco_xml', '9103'))).toEqual(['registration 190950901 [-]'])
    expect(identifiersOf(await sampleEntry('seco_xml', '9104'))).toEqual(['imo 9123475 [-]'])
  })

  test('birth dates have their precision', async () => {
    expect(birthsOf(await sampleEntry('seco_xml', '9101'))).toEqual([
      'about day 1961-03-23',
      'year 1961-01-01 to 1961-12-31',
    ])
  })

  test('a list of changes is not the whole list', async () => {
    const file = replaced(sampleOf('seco_xml'), 'list-type="whole-list"', 'list-type="delta-list"')
    expect((await refusal('seco_xml', file)).problem).toBe('the file is a delta-list and not the whole list')
  })

  test('many spellings do not multiply without end', async () => {
    const variants = Array.from(
      { length: 40 },
      (_, i) => `<spelling-variant script="LATN">V${i}</spelling-variant>`,
    ).join('')
    const part = (order: number) =>
      `<name-part order="${order}" name-part-type="other"><value>P${order}</value>${variants}</name-part>`
    const file = replaced(
      sampleOf('seco_xml'),
      /<name-part order="1" name-part-type="whole-name"><value>Relisted Person.*?<\/name-part>/,
      [1, 2, 3, 4].map(part).join(''),
    )
    const { names } = await sampleEntry('seco_xml', '9105', () => file)
    expect(names).toHaveLength(1 + 4 * 40)
  })
})
