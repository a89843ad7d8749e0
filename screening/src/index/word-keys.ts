import { genderStems } from '../match/gender.ts'
import type { Token } from '../names/token.ts'
import { chineseSyllables, hanSyllables } from '../scripts/chinese.ts'
import { looseSkeleton, soundSkeleton } from '../scripts/fold.ts'
import { readingsOfCharacter } from '../scripts/japanese.ts'
import { hangulSyllables, koreanKey, koreanSyllablesOf } from '../scripts/korean.ts'
import { surnameGroups } from '../words/surnames.ts'

// Two words that are alike by a list or by a rule of their scripts have a key in common; others that are alike have a small
// distance. match/compare-tokens.ts has a case for each of these keys.

export type WordKeys = {
  /** Under these a word is found. */
  readonly posted: readonly string[]
  /** Words that are alike are posted under one of these. */
  readonly sought: readonly string[]
}

export function wordKeys(token: Token): WordKeys {
  const shared = sharedKeys(token)
  if (token.role === 'number' || isAbjad(token)) return { posted: shared, sought: shared }
  const [written, read] = [writtenKeys(token), readKeys(token)]
  return {
    posted: [...shared, ...written.map((key) => `w${key}`), ...read.map((key) => `r${key}`)],
    sought: [...shared, ...written.map((key) => `r${key}`), ...read.map((key) => `w${key}`)],
  }
}

export const isAbjad = ({ script }: Token): boolean => script === 'arabic' || script === 'hebrew'

function sharedKeys({ text, key, forms, places, concepts, role }: Token): string[] {
  const keys = new Set([`x:${text}`])
  if (role === 'number') return [...keys]
  if (key !== '') keys.add(`k:${key}`)
  for (const form of forms) keys.add(`k:${form}`)
  for (const { line } of places) keys.add(`n:${line}`)
  for (const concept of concepts) keys.add(`c:${concept}`)
  for (const group of surnameGroups(key)) keys.add(`u:${group}`)
  for (const stem of genderStems(key)) keys.add(`g:${stem}`)
  return [...keys]
}

/** How a word of characters, hangul or kana can be written in other scripts. */
function writtenKeys({ script, shown, text }: Token): string[] {
  switch (script) {
    case 'han':
      return [...syllableKeys('c', [hanSyllables(shown)]), ...japaneseKeys(shown), `h${looseSkeleton(text)}`]
    case 'hangul':
      return [...syllableKeys('k', [hangulSyllables(shown)]), `o${koreanKey(text)}`]
    case 'kana':
      return [`s${soundSkeleton(text)}`]
    default:
      return []
  }
}

/** What a word can stand for in characters, hangul or kana. */
function readKeys({ script, text, forms }: Token): string[] {
  const short = text.includes('r') ? text.replace(/r(?=[^aeiou])/g, '') : text
  const sound = soundSkeleton(text)
  return [
    ...(script === 'latin' ? syllableKeys('c', chineseSyllables(text)) : []),
    ...(script === 'latin' ? syllableKeys('k', koreanSyllablesOf(text)) : []),
    ...(script === 'han'
      ? []
      : [...romajiEnds(forms), `h${looseSkeleton(text)}`, ...(short === text ? [] : [`h${looseSkeleton(short)}`])]),
    ...(script === 'hangul' ? [] : [`o${koreanKey(text)}`]),
    ...(script === 'kana'
      ? []
      : [
          `s${sound}`,
          ...(sound.endsWith('r') ? [`s${sound.slice(0, -1)}`] : []),
          ...(short === text ? [] : [`s${soundSkeleton(short)}`]),
        ]),
  ]
}

/** The number of syllables and the first of them. */
const syllableKeys = (language: string, ways: readonly (readonly (readonly string[])[])[]): string[] =>
  ways.flatMap((way) => (way[0] ?? []).map((reading) => `${language}${way.length}${reading}`))

/** One of the first and the last character of a Japanese given name is read as the lists have it. */
function japaneseKeys(characters: string): string[] {
  const parts = Array.from(characters)
  if (parts.length < 2) return []
  return [
    ...readingsOfCharacter(parts[0]!).map((reading) => `^${reading}`),
    ...readingsOfCharacter(parts.at(-1)!).map((reading) => `$${reading}`),
  ]
}

const longestReading = 7

function romajiEnds(forms: readonly string[]): string[] {
  const romaji = forms.find((form) => form.startsWith('j:'))?.slice(2)
  if (romaji === undefined) return []
  const lengths = Array.from({ length: Math.min(longestReading, romaji.length) }, (_, n) => n + 1)
  return lengths.flatMap((length) => [`^${romaji.slice(0, length)}`, `$${romaji.slice(-length)}`])
}
