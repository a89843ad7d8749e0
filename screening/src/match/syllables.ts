import type { PersonReading } from '../names/read-person.ts'
import { chineseSyllables, type Syllables } from '../scripts/chinese.ts'
import { koreanKey, koreanSyllablesOf, latinOfHangul } from '../scripts/korean.ts'

/**
 * Names of syllables: Chinese and Korean names are compared syllable by syllable, however they are romanised and
 * hyphenated. `null`: at least one of the names cannot be read so.
 */
export function compareSyllables(one: PersonReading, other: PersonReading): SyllableMatch | null {
  if (one.western.length > 0 && other.western.length > 0) return null
  const isLatin = !isWritten(one) && !isWritten(other)
  if (isLatin && (one.western.length > 0 || other.western.length > 0 || (isListed(one) && isListed(other)))) return null
  const pinyin = compared(one.pinyin, other.pinyin)
  const chinese = (isLatin ? pinyin : null) ?? compared(one.chinese, other.chinese)
  const korean = compared(one.korean, other.korean)
  if (chinese === true) return { same: true, value: 0.965, certain: true, why: 'the same syllables of a Chinese name' }
  if (korean === true) return { same: true, value: 0.965, certain: true, why: 'the same syllables of a Korean name' }
  const loose = pinyin === null ? (looselySame(one, other) ?? looselySame(other, one)) : null
  if (loose !== null) return { same: true, value: loose, certain: false, why: 'syllables in an unusual romanisation' }
  if (chinese === null && korean === null) return null
  return { same: false, value: 0, certain: isLatin || pinyin === false, why: 'a syllable differs' }
}

export type SyllableMatch = {
  readonly same: boolean
  readonly value: number
  readonly certain: boolean
  readonly why: string
}

const isWritten = ({ han, hangul }: PersonReading): boolean => han !== null || hangul !== null

/** The surname as it is usually written, and given names that begin and end alike: dialects have many romanisations. */
function looselySame(written: PersonReading, latin: PersonReading): number | null {
  const [characters] = written.han === null ? written.korean : written.chinese
  if (!isWritten(written) || isWritten(latin) || characters === undefined) return null
  const words = latin.words.length === characters.length + 1 ? latin.words.slice(1) : latin.words
  if (words.length !== characters.length || words.length < 2 || words.length > 4) return null
  const readings = written.han === null ? chars(written.hangul!) : characters
  const turns = words.length > 2 ? [0, 1] : [0]
  for (const by of turns) {
    const turned = [...words.slice(words.length - by), ...words.slice(0, words.length - by)]
    const same = written.han === null ? koreanAlike : chineseAlike
    if (!isSurname(written, characters[0]!, turned[0]!)) continue
    const given = turned.slice(1)
    if (given.every((word, n) => readings[n + 1]!.some((reading) => same(reading, word))))
      return given.length > 1 ? 0.85 : 0.83
  }
  return null
}

const isSurname = (written: PersonReading, readings: readonly string[], word: string): boolean =>
  (written.han === null ? koreanSyllablesOf(word) : chineseSyllables(word)).some(
    (way) => way.length === 1 && way[0]!.some((one) => readings.includes(one)),
  )

const chars = (hangul: string): readonly (readonly string[])[] => Array.from(hangul).map((one) => [one])

/** A syllable that the rules give is that one; another is compared by its sound. */
function koreanAlike(syllable: string, word: string): boolean {
  const meant = koreanSyllablesOf(word).flatMap((way) => (way.length === 1 ? way[0]! : []))
  return meant.length > 0 ? meant.includes(syllable) : koreanKey(latinOfHangul(syllable)) === koreanKey(word)
}

const onsets: readonly RegExp[] = [
  /^(?:[gkjqxh]|hs|y)/,
  /^(?:zh|ch|sh|ts|[zcsjqx])/,
  /^(?:[dt]|zh|ch)/,
  /^(?:[bpfhv]|ph)/,
  /^[nl]/,
  /^[mw]/,
  /^(?:[aeiouyw]|ng|r|j)/,
]

/** Sounds that are one in some dialect: «hean» and xian, «keng» and qing. */
function chineseAlike(pinyin: string, word: string): boolean {
  if (!onsets.some((onset) => onset.test(pinyin) && onset.test(word))) return false
  const nasal = /[mn]g?$/
  if (nasal.test(pinyin) !== nasal.test(word)) return false
  return word.length < 7
}

/** It has a given name that is not of syllables. */
const isListed = ({ tokens }: PersonReading): boolean =>
  tokens.some(({ places, text }) => places.length > 0 && text.length > 3)

function compared(one: readonly Syllables[], other: readonly Syllables[]): boolean | null {
  if (one.length === 0 || other.length === 0) return null
  return one.some((a) => other.some((b) => sameSyllables(a, b)))
}

/** In this order, or with the surname at the other end; a surname of two syllables has a given name of two. */
function sameSyllables(one: Syllables, other: Syllables): boolean {
  if (one.length !== other.length) return false
  const turns = one.length > 1 ? [0, 1, one.length - 1, ...(one.length === 4 ? [2] : [])] : [0]
  return turns.some((by) => one.every((readings, n) => meet(readings, other[(n + by) % other.length]!)))
}

const meet = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((reading) => other.includes(reading))
