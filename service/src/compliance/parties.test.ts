import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { list } from './watchlist.ts'
import { jaroWinkler, likeness, screenNames } from './parties.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await database.app.tx((tx) =>
    list(
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

// 34 letters of 40 are the same, then 34 of 41: from 85 in a hundred on it is a hit.
test('one unknown word of six letters beside seventeen known ones is a hit, one of seven is none', async () => {
  expect(await found('Quantumbor Velidox Ffffyy')).toMatchObject({ score: 0.85 })
  expect(await found('Quantumbor Velidox Ffffyyy')).toBeUndefined()
})

test('who is refused on one list is refused, whatever another one says', async () => {
  expect(await found('UAT Invalid Party Limited')).toMatchObject({ effect: 'refuse', list: 'sandbox' })
})

test('of several listings the most alike is told, and when the last of them came', async () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))
  // By name, as the lists are read: the most alike stands between the others, and the latest comes neither first nor last.
  const listings = [
    { name: 'Brisantolo Merkuvand Ab', list: 'first', at: day(1) },
    { name: 'Brisantolo Merkuvand', list: 'best', at: day(2) },
    { name: 'Brisantolo Merkuvand Abc', list: 'latest', at: day(4) },
    { name: 'Brisantolo Merkuvand Abcd', list: 'last', at: day(3) },
  ]
  for (const { name, list: from, at } of listings)
    await database.app.tx((tx) => list(tx, [{ name, list: from, effect: 'review' }], at))
  expect(await found('Brisantolo Merkuvand')).toEqual({ effect: 'review', list: 'best', score: 1, since: day(4) })
  expect(await found('Brisantolo Merkuvand Abcd')).toMatchObject({ list: 'last', score: 1, since: day(4) })
})

test('many names at once, each with its own verdict', async () => {
  const hits = await screenNames(database.app, ['Acme Treasury AG', 'Zarkovia Sanctioned Trading', 'UAT Invalid Party'])
  expect([...hits.keys()]).toEqual(['Zarkovia Sanctioned Trading', 'UAT Invalid Party'])
})

describe('likeness', () => {
  test.each([
    ['martha', 'marhta', 0.961],
    ['dwayne', 'duane', 0.84],
    ['dixon', 'dicksonx', 0.813],
    ['abc', 'xyz', 0],
    ['xbcdefghia', 'abcdefghix', 0.867], // the same letter far away is another one
    ['abcdefgh', 'abcdefgx', 0.95], // of a common beginning four letters count
  ])('of %s and %s is as Winkler has it', (one, other, score) => {
    expect(jaroWinkler(one, other)).toBeCloseTo(score, 3)
  })

  test('words that are less alike than 0.8 are two different words', () => {
    expect(likeness('dixon', 'dicksonx')).toBeCloseTo(0.813, 3)
    expect(jaroWinkler('abcdefghij', 'xbcdefghyz')).toBeCloseTo(0.8, 3)
    expect(likeness('abcdefghij', 'xbcdefghyz')).toBe(0)
    expect(likeness('abcd', 'abxdyz')).toBe(0.8)
  })

  test('of partners that are as much alike the one with more letters counts, whichever comes first', () => {
    const [short, long] = ['abnopcde', 'abcdenopqr']
    expect(jaroWinkler('abcde', short)).toBe(jaroWinkler('abcde', long))
    for (const words of [`${short} ${long}`, `${long} ${short}`])
      expect(likeness('abcde', words)).toBeCloseTo((0.9 * 15) / 23)
  })

  test('names without a letter are not alike', () => {
    expect([likeness('!!!', ''), likeness('', '')]).toEqual([0, 0])
  })

  test('each word has one partner, the most alike first', () => {
    expect(likeness('martha', 'martha martha')).toBeCloseTo(12 / 18)
    expect(likeness('martha marhta', 'marhta')).toBeCloseTo(12 / 18)
  })

  const name = fc.array(fc.stringMatching(/^[a-z]{2,10}$/), { minLength: 1, maxLength: 5 })

  test('is whole for the same words in any order, and always from 0 to 1', () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        // Not a legal form at either end: there it would not count.
        const words = ['zarkovia', ...one, 'trading']
        expect(likeness(words.join(' '), words.toReversed().join(' '))).toBeCloseTo(1)
        const score = likeness(one.join(' '), other.join(' '))
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1 + 1e-9)
      }),
    )
  })

  test('survives one letter too many in each long word', () => {
    const words = fc.array(fc.stringMatching(/^[b-y]{6,10}$/), { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(words, fc.nat(), (list, at) => {
        const misspelt = list.map((word) => `${word.slice(0, 1 + (at % 5))}z${word.slice(1 + (at % 5))}`)
        expect(likeness(list.join(' '), misspelt.join(' '))).toBeGreaterThanOrEqual(0.85)
      }),
    )
  })
})
