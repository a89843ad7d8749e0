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

const format = 'ofac_advanced_xml'

describe('OFAC SDN advanced XML', () => {
  test('a party has its names in all scripts, and a low-quality alias is weak', async () => {
    expect(namesOf(await sampleEntry(format, '90001'))).toEqual([
      'primary DULMAHI Harbaz Nazrum',
      'primary هرباز نظروم الدلماهي',
      'strong DULMAHY Herbaz',
      'weak Abu Tulayb',
    ])
  })

  test('the parts of a name have the kinds of their groups', async () => {
    const { names } = await sampleEntry(format, '90001')
    expect(names[0]!.parts).toEqual([
      { kind: 'family', text: 'DULMAHI' },
      { kind: 'given', text: 'Harbaz' },
      { kind: 'father', text: 'Nazrum' },
    ])
    expect(names[3]!.parts).toEqual([{ kind: 'nickname', text: 'Abu Tulayb' }])
  })

  test('a whole year is an imprecise date, and an approximate range stays a range', async () => {
    expect(birthsOf(await sampleEntry(format, '90001'))).toEqual([
      'about range 1960-01-01 to 1963-12-31',
      'year 1965-01-01 to 1965-12-31',
    ])
  })

  test('locations are put together in the order of an address, and an undetermined country is none', async () => {
    expect(placesOf(await sampleEntry(format, '90001'))).toEqual([
      'address: 1-117 Dulmah Street & Yard, Nazrum, 453-0015, Iraq [IQ]',
      'address: Somewhere [-]',
      'birth: Jandul, Iraq [IQ]',
      'nationality: Syria [SY]',
    ])
  })

  test('wallet addresses have their ticker as the list writes it, and their address unchanged', async () => {
    expect((await sampleEntry(format, '90001')).wallets).toEqual([
      { ticker: 'ETH', address: '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01' },
      { ticker: 'USDT', address: '0xabcdef0123456789abcdef0123456789abcdef01' },
      { ticker: 'XBT', address: '1ZarkovBaseDoNotFoLdCaseXXXabc9QT' },
    ])
  })

  test('documents belong to the party of their identity, and a repeated one is there once', async () => {
    expect(identifiersOf(await sampleEntry(format, '90001'))).toEqual(['passport TZ0981234 [IQ]'])
    expect(identifiersOf(await sampleEntry(format, '90002'))).toEqual(['bic ZRKVRUMM [-]'])
  })

  test('programmes and measures are resolved, and only a block freezes', async () => {
    const blocked = await sampleEntry(format, '90001')
    expect(blocked).toMatchObject({ programmes: ['IRAN', 'SDGT'], listed: '2018-03-04' })
    expect(blocked.measures).toEqual({ assetFreeze: true, named: ['Block'] })
    expect((await sampleEntry(format, '90003')).measures).toEqual({ assetFreeze: false, named: ['Reject'] })
  })

  test('a relation in the wrong direction is turned', async () => {
    const [person, company, aircraft] = await Promise.all(
      ['90001', '90002', '90003'].map((id) => sampleEntry(format, id)),
    )
    expect(person!.relations).toEqual([
      { relation: 'Leader or official of', of: '90002' },
      { relation: 'formerly Associate Of', of: '90003' },
    ])
    expect(company!.relations).toEqual([])
    expect(aircraft!.relations).toEqual([{ relation: 'Owned or Controlled By', of: '90002' }])
  })

  test('kinds are those of subtype and type', async () => {
    const kinds = await Promise.all(['90001', '90002', '90003'].map((id) => sampleEntry(format, id)))
    expect(kinds.map(({ kind }) => kind)).toEqual(['person', 'company', 'aircraft'])
  })

  test('features of other kinds are remarks with their label', async () => {
    expect((await sampleEntry(format, '90001')).remarks).toEqual([
      'Gender: Male',
      'Linked To: ZARKOVIA TOLVEX TRADING.',
      'Secondary sanctions risk: section 1(b) of an invented order',
    ])
  })

  test('a number that ReferenceValueSets does not explain is refused with its name', async () => {
    const file = replaced(sampleOf(format), '<AliasType ID="1401">F.K.A.</AliasType>', '')
    expect(await refusal(format, file)).toMatchObject({
      otherFormat: true,
      problem: '<Alias> names AliasType 1401, which ReferenceValueSets does not have',
    })
  })

  test('numbers of reference values may change from one file to the next', async () => {
    const entry = await sampleEntry(format, '90001', (file) =>
      file
        .replaceAll('FeatureTypeID="345"', 'FeatureTypeID="7345"')
        .replaceAll('<FeatureType ID="345">', '<FeatureType ID="7345">'),
    )
    expect(entry.wallets[0]!.ticker).toBe('ETH')
  })

  test('both namespaces of the schema are read, and no other', async () => {
    const ours = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/ADVANCED_XML'
    const old = replaced(sampleOf(format), ours, 'http://www.un.org/sanctions/1.0')
    expect(await entriesOf(format, old)).toHaveLength(23)
    expect((await refusal(format, replaced(sampleOf(format), ours, 'urn:other'))).problem).toContain(
      '<Sanctions> of urn:other',
    )
  })
})
