import { describe, expect, test } from 'vitest'
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

describe.each(['uk_csv', 'uk_xml'] as const)('UK Sanctions List, %s', (format) => {
  test('Name 1 is the first given name and Name 6 the family name', async () => {
    const { names } = await sampleEntry(format, 'RUS9001')
    const primary = names.find(({ text }) => text === 'Ilya Makarovich ZARKOVIN')!
    expect(primary.parts).toEqual([
      { kind: 'given', text: 'Ilya' },
      { kind: 'middle', text: 'Makarovich' },
      { kind: 'family', text: 'ZARKOVIN' },
    ])
  })

  test('rows and elements of one Unique ID are one entry, and a low-quality alias is weak', async () => {
    expect(namesOf(await sampleEntry(format, 'RUS9001'))).toEqual([
      'primary Ilya Makarovich ZARKOVIN',
      'primary Илья Макарович Зарковин',
      'strong Iliya Makarovich Zarkovine',
      'strong Ilya Zarkov',
      'weak Zarko',
    ])
  })

  test('Name 6 alone is the whole name of a company', async () => {
    const { names } = await sampleEntry(format, 'AFG9003')
    expect(names[0]).toEqual({
      text: 'QUINTAR "STAR", METALS & SONS LTD',
      parts: [{ kind: 'whole', text: 'QUINTAR "STAR", METALS & SONS LTD' }],
      strength: 'primary',
    })
  })

  test('unknown days and months make imprecise dates', async () => {
    expect(birthsOf(await sampleEntry(format, 'RUS9001'))).toEqual([
      'day 1965-11-17',
      'month 1966-03-01 to 1966-03-31',
      'year 1965-01-01 to 1965-12-31',
    ])
  })

  test('a birth date that is none is kept as a remark', async () => {
    const entry = await sampleEntry(format, 'RUS9002')
    expect(entry).toMatchObject({ births: [], remarks: ['Birth date: circa 1971'] })
  })

  test('not every designation is an asset freeze', async () => {
    expect((await sampleEntry(format, 'RUS9001')).measures).toEqual({
      assetFreeze: true,
      named: ['Asset freeze', 'Travel Ban', 'Trust Services Sanctions'],
    })
    expect((await sampleEntry(format, 'RUS9002')).measures.assetFreeze).toBe(false)
    expect((await sampleEntry(format, 'DPR9004')).measures).toEqual({
      assetFreeze: false,
      named: ['Prohibition of port entry'],
    })
  })

  test('places and numbers are those of the designation', async () => {
    const entry = await sampleEntry(format, 'RUS9001')
    expect(placesOf(entry)).toEqual([
      'address: Belmur Street 12, Flat 4, Russia [RU]',
      'birth: Trizhansk, USSR (now Russia) [-]',
      'nationality: Cyprus [CY]',
      'nationality: Russia [RU]',
    ])
    expect(identifiersOf(entry)).toEqual(['national_id 770-901-44 [-]', 'passport K 4458201 [-]'])
    expect(identifiersOf(await sampleEntry(format, 'DPR9004'))).toEqual(['imo 9123463 [-]'])
    expect(entry).toMatchObject({ listed: '2022-02-24', changed: '2026-04-14' })
  })
})

test('CSV and XML of the same list have the same entries', async () => {
  const [csv, xml] = await Promise.all([
    entriesOf('uk_csv', sampleOf('uk_csv')),
    entriesOf('uk_xml', sampleOf('uk_xml')),
  ])
  expect(csv).toEqual(xml)
  expect(csv).toHaveLength(24)
})

describe('UK Sanctions List as CSV', () => {
  test('the first row says the day of the list and is no header', async () => {
    const file = sampleOf('uk_csv')
    const lines = file.split('\r\n')
    expect(lines[0]).toBe('\ufeffReport Date: 18-Nov-2026')
    const padded = [`${lines[0]}${','.repeat(57)}`, ...lines.slice(1)].join('\r\n')
    expect(await entriesOf('uk_csv', padded)).toHaveLength(24)
    expect(await entriesOf('uk_csv', lines.slice(1).join('\r\n'))).toHaveLength(24)
  })

  test('columns may come in another order', async () => {
    const swapped = sampleOf('uk_csv').replace('Name 6,Name 1', 'Name 1,Name 6')
    expect(namesOf(await sampleEntry('uk_csv', 'RUS9002', () => swapped))).toEqual(['primary OSTAVKOV Gleb'])
  })

  test('OFSI’s consolidated list is named as what it is', async () => {
    const old = 'Last Updated,01/01/2026\r\nName 6,Name 1,Group Type,Alias Type,Alias Quality,Regime,Group ID\r\n'
    const problem = (await refusal('uk_csv', old.slice(old.indexOf('\n') + 1))).problem
    expect(problem).toContain('OFSI’s consolidated list, which ended in January 2026')
  })

  test('a row with a column too few or an id with two types is refused with its line', async () => {
    const short = replaced(sampleOf('uk_csv'), '09/04/2025,RUS9002,', '09/04/2025RUS9002,')
    expect(await refusal('uk_csv', short)).toMatchObject({ problem: 'the row has 57 columns instead of 58' })
    const mixed = replaced(sampleOf('uk_csv'), /(RUS9001,(?:[^\n]*\n){1}[^\n]*\n[^\n]*),Individual,/, '$1,Entity,')
    expect((await refusal('uk_csv', mixed)).problem).toContain('RUS9001 is ')
  })
})

describe('the page with the UK investment bans', () => {
  const format = 'uk_investment_bans'

  test('entities are no asset freeze, and have the id of the UK list if they are on it', async () => {
    const entries = await entriesOf(format, sampleOf(format))
    expect(entries.map(({ reference, measures }) => [reference, measures.assetFreeze, measures.named])).toEqual([
      ['RUS9077', false, ['Investment ban']],
      ['90132', false, ['Investment ban']],
      ['90133', false, ['Investment ban']],
    ])
    expect(entries.map((entry) => entry.names[0]!.text)).toEqual([
      'Zarkbank & Partners',
      'Hydromar Oil',
      'Ostrum Defence Plant',
    ])
  })

  test('a page with another table, or none, is refused', async () => {
    const page = sampleOf(format)
    expect((await refusal(format, replaced(page, '>Organisation<', '>Entity<'))).problem).toContain('no column like')
    expect((await refusal(format, page.replaceAll(/<\/?table>/g, ''))).problem).toBe('it has 0 tables instead of one')
    expect((await refusal(format, page.slice(0, -10))).problem).toContain('the page is cut off')
  })
})
