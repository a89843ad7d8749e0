import type { Reading } from '../match/compare-names.ts'
import type { CompanyReading } from '../names/read-company.ts'
import type { PersonReading } from '../names/read-person.ts'
import type { Syllables } from '../scripts/chinese.ts'
import { chineseSyllables } from '../scripts/chinese.ts'
import { koreanSyllablesOf } from '../scripts/korean.ts'

// Names that are alike as a whole, with any words: they have a key in common.

export type NameKeys = {
  /** Under these a name is found. */
  readonly posted: ReadonlySet<string>
  /** Names that are alike are posted under one of these. */
  readonly sought: ReadonlySet<string>
}

export const nameKeys = (reading: Reading): NameKeys =>
  reading.kind === 'person' ? personKeys(reading) : companyKeys(reading)

function personKeys(reading: PersonReading): NameKeys {
  const same = [`p:${reading.plain}`, ...(reading.han === null ? [] : [`h:${reading.han}`])]
  const ways = [
    ...[...reading.chinese, ...reading.pinyin].map((way) => ['c', way] as const),
    ...reading.korean.map((way) => ['k', way] as const),
  ]
  const loose = looseKeys(reading)
  return {
    posted: new Set([
      ...same,
      ...ways.flatMap(([of, way]) => way.flatMap((_, n) => neighbouring(of, way, n))),
      ...loose,
    ]),
    sought: new Set([...same, ...ways.flatMap(([of, way]) => neighbouring(of, way, 0)), ...loose.map(turned)]),
  }
}

/** Two syllables in a row. The surname may be first or last, so that the first follows the last. */
const neighbouring = (of: string, way: Syllables, at: number): string[] =>
  way[at]!.flatMap((one) => way[(at + 1) % way.length]!.map((next) => `${of}${way.length}:${one} ${next}`))

/** A name in characters, and one in Latin letters that has its surname: match/syllables.ts compares the rest loosely. */
function looseKeys({ han, hangul, chinese, korean, words }: PersonReading): string[] {
  const [written] = han === null ? korean : chinese
  if ((han !== null || hangul !== null) && written !== undefined)
    return (written[0] ?? []).map((reading) => `W${han === null ? 'k' : 'c'}:${reading}`)
  const ends = [words[0], words[1], words.at(-1)].filter((word) => word !== undefined)
  return ends.flatMap((word) => [
    ...single(chineseSyllables(word)).map((reading) => `Lc:${reading}`),
    ...single(koreanSyllablesOf(word)).map((reading) => `Lk:${reading}`),
  ])
}

const turned = (key: string): string => (key.startsWith('W') ? `L${key.slice(1)}` : `W${key.slice(1)}`)

const single = (ways: readonly Syllables[]): readonly string[] =>
  ways.flatMap((way) => (way.length === 1 ? way[0]! : []))

const acronym = { shortest: 3, longest: 7 }

const isAcronym = ({ length }: string): boolean => length >= acronym.shortest && length <= acronym.longest

function companyKeys({ plain, tight, tokens, initials }: CompanyReading): NameKeys {
  const same = [`p:${plain}`, `t:${tight}`]
  const words = tokens.map(({ text }) => text).filter(isAcronym)
  const letters = [...initials, ...runs(tokens.map(({ text }) => text[0] ?? ''))].filter(isAcronym)
  return {
    posted: new Set([...same, ...words.map((word) => `a:${word}`), ...letters.map((one) => `A:${one}`)]),
    sought: new Set([...same, ...words.map((word) => `A:${word}`), ...letters.map((one) => `a:${one}`)]),
  }
}

/** First letters of two and more neighbouring words. */
function runs(letters: readonly string[]): string[] {
  return letters.flatMap((_, from) =>
    letters.slice(from + 1).map((__, n) => letters.slice(from, from + n + 2).join('')),
  )
}
