import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sampleWriters } from '../../samples/files.ts'
import { mayActivate } from '../../src/lists/activate.ts'
import { compareVersions } from '../../src/lists/compare.ts'
import { hashOf, toEntry, type Entry } from '../../src/lists/entry.ts'
import type { FormatCode } from '../../src/lists/formats.ts'
import { readVersion, type Version } from '../../src/lists/version.ts'
import { entriesOf, replaced, sampleOf } from './read.ts'

async function versionOf(format: FormatCode, file: string): Promise<Version> {
  const version = await readVersion(format, [file])
  if (!version.readable) throw new Error(`${version.place}: ${version.problem}`)
  return version
}

const written = (format: FormatCode, parties: number): string => [...sampleWriters[format](parties)].join('')

describe('a version', () => {
  test('has the hash and the size of the bytes, the day of the list and its counts', async () => {
    const bytes = Buffer.from(sampleOf('uk_csv'))
    const version = await readVersion('uk_csv', [bytes], { size: bytes.length })
    expect(version).toMatchObject({
      readable: true,
      list: 'uk',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes: bytes.length,
      issued: '2026-11-18',
      entries: 24,
      counts: { person: 14, company: 7, vessel: 3, assetFreezes: 19 },
      nameless: [],
      unknown: {},
    })
  })

  test('is plain data', async () => {
    const version = await versionOf('un_xml', sampleOf('un_xml'))
    expect(JSON.parse(JSON.stringify(version))).toEqual(version)
  })

  test('gives each entry to its keeper', async () => {
    const kept: string[] = []
    await readVersion('un_xml', [sampleOf('un_xml')], { keep: (entry) => void kept.push(entry.reference) })
    expect(kept).toEqual((await entriesOf('un_xml', sampleOf('un_xml'))).map(({ reference }) => reference))
  })

  test('names entries that have no name', async () => {
    const version = await versionOf('un_xml', replaced(sampleOf('un_xml'), '<FIRST_NAME>HABIMURENGE</FIRST_NAME>', ''))
    expect(version.nameless).toEqual(['9900002'])
  })

  test('is unreadable if a reference is there twice', async () => {
    const file = replaced(sampleOf('un_xml'), 'ZZi.1<', 'ZZi.2<')
    expect(await readVersion('un_xml', [file])).toMatchObject({ readable: false, place: 'entry ZZi.2' })
  })

  test('is unreadable, and no error, if the file is damaged; a failing source is an error', async () => {
    expect(await readVersion('un_xml', ['<CONSOLIDATED_LIST>'])).toMatchObject({ readable: false, list: 'un' })
    const failing = (async function* () {
      yield '<CONSOLIDATED_LIST>'
      throw new Error('connection reset')
    })()
    await expect(readVersion('un_xml', failing)).rejects.toThrow('connection reset')
  })
})

describe('the hash of an entry', () => {
  test('does not depend on the order in the file, on repetitions or on invisible characters', async () => {
    const [entry] = await entriesOf('un_xml', sampleOf('un_xml'))
    const shuffled = toEntry({
      ...entry!,
      names: [...entry!.names, ...entry!.names]
        .toReversed()
        .map((name) => ({ ...name, text: ` \u200f${name.text}\n` })),
      places: entry!.places.toReversed(),
      remarks: entry!.remarks.toReversed(),
    })
    expect(hashOf(shuffled)).toBe(hashOf(entry!))
  })

  test('a name that is primary and weak is primary', () => {
    const name = (strength: 'primary' | 'weak') => ({ text: 'Zarko', parts: [], strength })
    const draft = { list: 'un', reference: '1', kind: 'person', measures: { assetFreeze: true, named: [] } } as const
    expect(toEntry({ ...draft, names: [name('weak'), name('primary')] }).names).toEqual([name('primary')])
  })

  test('changes with everything but the reference', async () => {
    const [entry] = await entriesOf('un_xml', sampleOf('un_xml'))
    const changes: Partial<Entry>[] = [
      { kind: 'company' },
      { births: [] },
      { programmes: ['Other'] },
      { measures: { assetFreeze: false, named: [] } },
      { changed: '2026-01-01' },
    ]
    for (const change of changes) expect(hashOf({ ...entry!, ...change })).not.toBe(hashOf(entry!))
    expect(hashOf({ ...entry!, reference: 'other' })).toBe(hashOf(entry!))
  })
})

describe('two versions', () => {
  const file = sampleOf('un_xml')
  const none = { added: [], removed: [], changed: [], reassigned: [], renumbered: [] }

  test('of the same file do not differ, and against none all entries are added', async () => {
    const version = await versionOf('un_xml', file)
    expect(compareVersions(version, version)).toEqual(none)
    expect(compareVersions(null, version)).toEqual({ ...none, added: Object.keys(version.contents) })
  })

  test('differ by what was added, removed and changed', async () => {
    const [before, after] = await Promise.all([
      versionOf('un_xml', written('un_xml', 20)),
      versionOf('un_xml', written('un_xml', 21).replace('Sells coral.', 'Sells corals.')),
    ])
    expect(compareVersions(before, after)).toEqual({ ...none, added: ['ZZi.20'], changed: ['KPe.901'] })
    expect(compareVersions(after, before)).toEqual({ ...none, removed: ['ZZi.20'], changed: ['KPe.901'] })
  })

  test('a new spelling of the name is a change', async () => {
    const changed = replaced(file, 'HABIMURENGE', 'Habimurenge')
    const after = await versionOf('un_xml', changed)
    expect(compareVersions(await versionOf('un_xml', file), after)).toEqual({ ...none, changed: ['9900002'] })
  })

  test('a reference that is now of another party is reassigned, and no change', async () => {
    const after = await versionOf('un_xml', replaced(file, 'HABIMURENGE', 'OTHER PERSON'))
    expect(compareVersions(await versionOf('un_xml', file), after)).toEqual({ ...none, reassigned: ['9900002'] })
  })

  test('an entry that only has another reference is renumbered', async () => {
    const after = await versionOf('un_xml', replaced(file, 'QDi.901', 'QDi.902'))
    expect(compareVersions(await versionOf('un_xml', file), after)).toEqual({
      ...none,
      renumbered: [{ from: 'QDi.901', to: 'QDi.902' }],
    })
  })

  test('CSV and XML of the UK list are the same version of its entries', async () => {
    const [csv, xml] = await Promise.all([
      versionOf('uk_csv', sampleOf('uk_csv')),
      versionOf('uk_xml', sampleOf('uk_xml')),
    ])
    expect(compareVersions(csv, xml)).toEqual(none)
  })
})

describe('activation', () => {
  const sized = async (parties: number) => versionOf('un_xml', written('un_xml', parties))

  test('the first version, a longer one and one that is up to 5 % shorter are allowed', async () => {
    const [active, longer, shorter] = await Promise.all([sized(97), sized(200), sized(92)])
    expect([active.entries, shorter.entries]).toEqual([100, 95])
    expect(mayActivate(null, active)).toEqual({ allowed: true })
    expect(mayActivate(active, longer)).toEqual({ allowed: true })
    expect(mayActivate(active, shorter)).toEqual({ allowed: true })
  })

  test('one that is more than 5 % shorter is refused', async () => {
    const [active, shorter] = await Promise.all([sized(97), sized(91)])
    expect(mayActivate(active, shorter)).toMatchObject({
      allowed: false,
      reason: 'shorter',
      message: expect.stringContaining('94 entries and the active version 100: more than 5 % fewer'),
    })
  })

  test('an unreadable one and one of another format are refused with place and cure', async () => {
    const active = await sized(5)
    const cut = await readVersion('un_xml', [sampleOf('un_xml').slice(0, 5000)])
    expect(mayActivate(active, cut)).toMatchObject({
      reason: 'unreadable',
      message: expect.stringContaining('Fetch the file again'),
    })
    const other = await readVersion('un_xml', [sampleOf('eu_xml')])
    expect(mayActivate(active, other)).toMatchObject({
      reason: 'other_format',
      message: expect.stringContaining('<export>'),
    })
    expect(mayActivate(active, await versionOf('eu_xml', sampleOf('eu_xml')))).toMatchObject({ reason: 'other_format' })
  })

  test('an empty list is refused even when none is active', async () => {
    const { contents: _, ...rest } = await sized(5)
    expect(mayActivate(null, { ...rest, contents: {}, entries: 0 })).toMatchObject({ reason: 'empty' })
    const header = sampleOf('uk_csv').split('\r\n').slice(0, 2).join('\r\n')
    expect(mayActivate(null, await versionOf('uk_csv', header))).toMatchObject({ reason: 'empty' })
  })

  test('a list that lost all of something is refused, although it has all entries', async () => {
    const file = written('ofac_advanced_xml', 100)
    const active = await versionOf('ofac_advanced_xml', file)
    const renamed = await versionOf(
      'ofac_advanced_xml',
      file.replaceAll('Digital Currency Address - ', 'Virtual Asset Address - '),
    )
    expect(mayActivate(active, renamed)).toMatchObject({
      reason: 'other_format',
      message: expect.stringContaining('The list has no wallet addresses; the active version has 1'),
    })
    const kinds = await versionOf(
      'ofac_advanced_xml',
      file.replace('>Individual</PartyType>', '>Natural Person</PartyType>'),
    )
    expect(mayActivate(active, kinds)).toMatchObject({
      reason: 'other_format',
      message: expect.stringContaining('no persons'),
    })
  })
})
