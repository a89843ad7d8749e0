import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addToWatchlist } from './list/own.ts'
import { compareNames, explainHits, jaroWinkler, similarity, screenNames } from './parties.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await database.app.tx((tx) =>
    addToWatchlist(
      tx,
      [
        { name: 'Zarkovia Sanctioned Trading LLC', list: 'sandbox', effect: 'review' },
        { name: 'UAT Invalid Party Ltd', list: 'sandbox', effect: 'refuse' },
        { name: 'UAT Invalid Party', list: 'another', effect: 'review' },
        { name: 'Quantumbor Velidox', list: 'sandbox', effect: 'review' },
      ],
      new Date(),
    ),
  )
})
afterAll(() => database.drop())

const found = async (name: string) => (await screenNames(database.app, [name])).get(name)

test.each([
  'Zarkovia Sanctioned Trading LLC',
  'Zarkovija Sanctionned Trading Ltd',
  'ZARKOVIA SANCTIONED TRADING',
  'Sanctioned Trading Zarkovia S.A.',
  'Zarkóvia Sanctioned Tradíng GmbH',
  'Zarkovia Sanctioned Trading Geneva',
  'Zarkovai Sanctoined Tradnig',
])('%s must wait for people', async (name) => {
  expect(await found(name)).toMatchObject({ effect: 'review', list: 'sandbox' })
})

test.each([
  'Zurich Trading AG',
  'Acme Treasury AG',
  'Sanctioned Trading',
  'Trading',
  'Zarkovia',
  'UAT Valid Holding Ltd',
  '!!!',
  '',
])('%s is clear', async (name) => {
  expect(await found(name)).toBeUndefined()
})

// 34 of 40 letters are the same, then 34 of 41: a hit begins at 85 per cent.
test('with seventeen matching letters an unknown word of six letters is a hit, one of seven is not', async () => {
  expect(await found('Quantumbor Velidox Ffffyy')).toMatchObject({ score: 0.85 })
  expect(await found('Quantumbor Velidox Ffffyyy')).toBeUndefined()
})

test('a party that one list refuses is refused, regardless of other lists', async () => {
  expect(await found('UAT Invalid Party Limited')).toMatchObject({ effect: 'refuse', list: 'sandbox' })
})

test('of several listings the most similar is reported, with the time of the latest', async () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))
  // In order of name: the most similar is between the others, and the latest is neither first nor last.
  const listings = [
    { name: 'Brisantolo Merkuvand Ab', list: 'first', at: day(1) },
    { name: 'Brisantolo Merkuvand', list: 'best', at: day(2) },
    { name: 'Brisantolo Merkuvand Abc', list: 'latest', at: day(4) },
    { name: 'Brisantolo Merkuvand Abcd', list: 'last', at: day(3) },
  ]
  for (const { name, list: from, at } of listings)
    await database.app.tx((tx) => addToWatchlist(tx, [{ name, list: from, effect: 'review' }], at))
  expect(await found('Brisantolo Merkuvand')).toEqual({ effect: 'review', list: 'best', score: 1, since: day(4) })
  expect(await found('Brisantolo Merkuvand Abcd')).toMatchObject({ list: 'last', score: 1, since: day(4) })
})

test('many names at once, each with its own verdict', async () => {
  const hits = await screenNames(database.app, ['Acme Treasury AG', 'Zarkovia Sanctioned Trading', 'UAT Invalid Party'])
  expect([...hits.keys()]).toEqual(['Zarkovia Sanctioned Trading', 'UAT Invalid Party'])
})

test('every entry that a name matches is reported, the most similar first', async () => {
  const names = [
    'Quantumbor Velidox Ffffyyy',
    'Quantumbor Velidox Ffffyy',
    'UAT Invalid Party',
    'UAT Invalid Party',
    'Acme',
  ]
  const hits = await explainHits(database.app, names)
  expect(hits.map(({ name, entry, score }) => [name, entry.name, entry.list, score])).toEqual([
    ['UAT Invalid Party', 'UAT Invalid Party', 'another', 1],
    ['UAT Invalid Party', 'UAT Invalid Party Ltd', 'sandbox', 1],
    ['Quantumbor Velidox Ffffyy', 'Quantumbor Velidox', 'sandbox', 0.85],
  ])
  expect(hits.at(-1)!.words).toEqual([
    { one: 'quantumbor', other: 'quantumbor', score: 1, letters: 20 },
    { one: 'velidox', other: 'velidox', score: 1, letters: 14 },
    { one: null, other: 'ffffyy', score: 0, letters: 6 },
  ])
})

describe('similarity', () => {
  test('is explained by the words that are alike and those without a match', () => {
    const { words } = compareNames('Petrov Ivan Holding', 'Ivan Petrow Trading')
    expect(words).toEqual([
      { one: 'ivan', other: 'ivan', score: 1, letters: 8 },
      { one: 'petrov', other: 'petrow', score: expect.closeTo(0.9333), letters: 12 },
      { one: 'holding', other: null, score: 0, letters: 7 },
      { one: null, other: 'trading', score: 0, letters: 7 },
    ])
  })

  test.each([
    ['martha', 'marhta', 0.961],
    ['dwayne', 'duane', 0.84],
    ['dixon', 'dicksonx', 0.813],
    ['abc', 'xyz', 0],
    ['xbcdefghia', 'abcdefghix', 0.867], // the same letter far away does not match
    ['abcdefgh', 'abcdefgx', 0.95], // four letters of a common prefix count
  ])('of %s and %s is as Winkler has it', (one, other, score) => {
    expect(jaroWinkler(one, other)).toBeCloseTo(score, 3)
  })

  test('words with a similarity below 0.8 are different', () => {
    expect(similarity('dixon', 'dicksonx')).toBeCloseTo(0.813, 3)
    expect(jaroWinkler('abcdefghij', 'xbcdefghyz')).toBeCloseTo(0.8, 3)
    expect(similarity('abcdefghij', 'xbcdefghyz')).toBe(0)
    expect(similarity('abcd', 'abxdyz')).toBe(0.8)
  })

  test('of equally similar words the longer one is matched, in either order', () => {
    const [short, long] = ['abnopcde', 'abcdenopqr']
    expect(jaroWinkler('abcde', short)).toBe(jaroWinkler('abcde', long))
    for (const words of [`${short} ${long}`, `${long} ${short}`])
      expect(similarity('abcde', words)).toBeCloseTo((0.9 * 15) / 23)
  })

  test('names without letters have no similarity', () => {
    expect([similarity('!!!', ''), similarity('', '')]).toEqual([0, 0])
  })

  test('each word is matched once, the most similar first', () => {
    expect(similarity('martha', 'martha martha')).toBeCloseTo(12 / 18)
    expect(similarity('martha marhta', 'marhta')).toBeCloseTo(12 / 18)
  })

  const name = fc.array(fc.stringMatching(/^[a-z]{2,10}$/), { minLength: 1, maxLength: 5 })

  test('is 1 for the same words in any order, and always from 0 to 1', () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        // No legal form at either end: it would be ignored there.
        const words = ['zarkovia', ...one, 'trading']
        expect(similarity(words.join(' '), words.toReversed().join(' '))).toBeCloseTo(1)
        const score = similarity(one.join(' '), other.join(' '))
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1 + 1e-9)
      }),
    )
  })

  test('tolerates an additional letter in each long word', () => {
    const words = fc.array(fc.stringMatching(/^[b-y]{6,10}$/), { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(words, fc.nat(), (list, at) => {
        const misspelt = list.map((word) => `${word.slice(0, 1 + (at % 5))}z${word.slice(1 + (at % 5))}`)
        expect(similarity(list.join(' '), misspelt.join(' '))).toBeGreaterThanOrEqual(0.85)
      }),
    )
  })
})
