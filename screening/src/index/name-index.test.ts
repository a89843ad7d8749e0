import { expect, test } from 'vitest'
import { compareReadings, type Kind, readName } from '../match/compare-names.ts'
import { nearFrom } from '../match/comparison.ts'
import { NameIndex } from './name-index.ts'

// Every name that a comparison with all of them finds near is found by the index, with the same comparison.

const given = [
  'Mohammed',
  'Aleksandr',
  'Bill',
  'Anna-Maria',
  'J.',
  'Yuri',
  'Hans',
  'محمد',
  'Сергей',
  'Δημήτρης',
  'Kenji',
  'Xiao',
]
const surnames = [
  'al-Assad',
  'Shcherbakov',
  'Meyer',
  'Lindqvist',
  'Novakova',
  'Gaddafi',
  'القذافي',
  'Щербаков',
  'Papadopoulos',
  'Satō',
  'Fernandez Ruiz',
]
const eastern = [
  '习近平',
  'Xi Jinping',
  'Hsi Chin-p’ing',
  '김정은',
  'Kim Jong Un',
  '田中健二',
  'Kenji Tanaka',
  '陳水扁',
  'Chen Shui-bian',
  '박근혜',
  'Park Geun-hye',
  'マイケル・スミス',
  'Michael Smith',
]
const firms = ['Caspian', 'Zarkovia', 'Deutsche', 'Al Noor', 'Ромашка', 'Nord Stream', '大连', 'Mahan']
const trades = ['Bank', 'Trading LLC', 'Shipping Co', 'банк', '海运有限公司', 'Air', 'Fund II', 'Industries GmbH']

/** The same numbers in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Damage that people and machines do to names. */
const damages: readonly ((name: string, draw: (below: number) => number) => string)[] = [
  (name) => name.split(' ').toReversed().join(' '),
  (name) => name.replace(/[aeiou](?=\w*$)/, 'e'),
  (name, draw) => {
    const spaces = name.split(' ')
    const at = 1 + draw(spaces.length)
    return spaces.slice(0, at).join(' ') + spaces.slice(at).join(' ')
  },
  (name) => name.replace(/^(\p{L})\p{L}+/u, '$1.'),
  (name, draw) => name.split(' ').toSpliced(draw(3), 1).join(' ') || name,
  (name, draw) => edited(name, draw, ''),
  (name, draw) => edited(name, draw, name[draw(name.length)]!),
  (name, draw) => edited(edited(name, draw, name[draw(name.length)]!), draw, ''),
  (name, draw) => {
    const at = draw(name.length - 1)
    return name.slice(0, at) + name[at + 1]! + name[at]! + name.slice(at + 2)
  },
]

function edited(name: string, draw: (below: number) => number, letter: string): string {
  const at = draw(name.length)
  return name.slice(0, at) + letter + name.slice(at + 1)
}

const pairsOf = (some: readonly string[], others: readonly string[]): string[] =>
  some.flatMap((one) => others.map((other) => `${one} ${other}`))
const damaged = (name: string, draw: (below: number) => number): string => {
  const once = damages[draw(damages.length)]!(name, draw)
  return draw(3) === 0 ? damages[draw(damages.length)]!(once, draw) : once
}

const bases: readonly (readonly [Kind, readonly string[]])[] = [
  ['person', [...pairsOf(given, surnames), ...eastern]],
  ['company', pairsOf(firms, trades)],
]

function indexOf(kind: Kind, names: readonly string[]) {
  const index = new NameIndex()
  const read = [...new Set(names)].map((name) => readName(kind, name))
  return { index, entries: read.map((reading) => ({ id: index.add(reading), reading })) }
}

test.each(bases)('the index of each %s finds what a comparison with all names finds', (kind, names) => {
  const draw = numbers(1)
  const { index, entries } = indexOf(kind, [
    ...names,
    ...names.flatMap((name) => [1, 2, 3].map(() => damaged(name, draw))),
  ])
  const missed: string[] = []
  for (let n = 0; n < 60; n++) {
    const asked = readName(kind, damaged(names[draw(names.length)]!, draw))
    const found = new Map(index.near(asked).map((one) => [one.id, one.found]))
    for (const { id, reading } of entries) {
      const expected = compareReadings(asked, reading)
      if (expected.score < nearFrom) expect(found.has(id)).toBe(false)
      else if (found.get(id)?.score !== expected.score) missed.push(`${asked.name} | ${reading.name}`)
    }
  }
  expect(missed).toEqual([])
})

test.each(bases)('each of thousands of damaged names of a %s finds its origin, if they are near', (kind, names) => {
  const draw = numbers(2)
  const { index, entries } = indexOf(kind, names)
  const missed: string[] = []
  let near = 0
  for (let n = 0; n < 2500; n++) {
    const { id, reading } = entries[draw(entries.length)]!
    const asked = readName(kind, damaged(reading.name, draw))
    if (compareReadings(asked, reading).score < nearFrom) continue
    near += 1
    if (!index.near(asked).some((one) => one.id === id)) missed.push(`${asked.name} | ${reading.name}`)
  }
  expect(missed).toEqual([])
  expect(near).toBeGreaterThan(1000)
})

test.each(bases)('names of a %s go in and out of the index one by one', (kind, names) => {
  const { index, entries } = indexOf(kind, names)
  for (const [n, { id }] of entries.entries()) if (n % 2 === 0) index.remove(id)
  const kept = entries.filter((_, n) => n % 2 === 1)
  const found = (of: NameIndex, asked: string) =>
    of
      .near(readName(kind, asked))
      .map((one) => one.found.score)
      .toSorted((a, b) => a - b)
  const fresh = indexOf(
    kind,
    kept.map(({ reading }) => reading.name),
  )
  for (const { reading } of entries.slice(0, 40))
    expect(found(index, reading.name)).toEqual(found(fresh.index, reading.name))
  for (const [n, { reading }] of entries.entries()) if (n % 2 === 0) index.add(reading)
  const all = indexOf(kind, names)
  for (const { reading } of entries.slice(0, 40))
    expect(found(index, reading.name)).toEqual(found(all.index, reading.name))
})
