import { expect, test } from 'vitest'
import { type Kind, readName } from '../match/compare-names.ts'
import { compareReadings } from '../match/compare-names.ts'
import { buildIndex } from './name-index.ts'

// Every hit that a comparison with all entries finds is among the candidates.

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

/** Damage that people and machines do to names. */
const damages: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.split(' ').toReversed().join(' '),
  (name) => name.replace(/(\w)(\w)(?=\w*$)/, '$2$1'),
  (name) => name.slice(0, -2) + name.slice(-1),
  (name) => name.replace(/[aeiou](?=\w*$)/, 'e'),
  (name) => name.replaceAll(' ', ''),
  (name) => name.replace(/^(\w)\w+/, '$1.'),
]

const pairsOf = (some: readonly string[], others: readonly string[]): string[] =>
  some.flatMap((one) => others.map((other) => `${one} ${other}`))
const mangled = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => damages.map((damage) => damage(name)))),
]

test.each([
  ['person', [...pairsOf(given, surnames), ...eastern]],
  ['company', pairsOf(firms, trades)],
] as [Kind, string[]][])('the index of each %s misses no hit', (kind, names) => {
  const entries = mangled(names).map((name) => readName(kind, name))
  const index = buildIndex(entries)
  const missed: string[] = []
  let compared = 0
  for (const asked of entries.filter((_, at) => at % 9 === 0)) {
    const candidates = new Set(index.candidates(asked))
    compared += candidates.size
    for (const [at, entry] of entries.entries()) {
      if (!candidates.has(at) && compareReadings(asked, entry).hit) missed.push(`${asked.name} | ${entry.name}`)
    }
  }
  expect(missed).toEqual([])
  // An index that finds everything would miss nothing.
  expect(compared).toBeLessThan((entries.length * entries.length) / 9 / 2)
})
