import { latinOfCyrillic, latinOfGreek, plainLatin } from '../scripts/alphabets.ts'
import { fold } from '../scripts/fold.ts'
import { romajiKey, romajiOfKana } from '../scripts/japanese.ts'
import { latinOfHangul } from '../scripts/korean.ts'
import { pinyinOf } from '../scripts/alphabets.ts'
import { remembered } from '../scripts/remembered.ts'
import { type Script, scriptOf } from '../scripts/script.ts'
import { placesOf } from '../words/given-names.ts'
import { keyOf, plainArabic } from '../words/word-lists.ts'
import type { Role, Token } from './token.ts'

/** The Latin text of a word of any script; an abjad keeps its letters. */
export function textOf(word: string, script: Script): string {
  switch (script) {
    case 'cyrillic':
      return plainLatin(latinOfCyrillic(word))
    case 'greek':
      return plainLatin(latinOfGreek(word))
    case 'arabic':
      return plainArabic(word)
    case 'hebrew':
      return word.replace(/[^\u05d0-\u05ea]/gu, '')
    case 'han':
      return Array.from(word).map(pinyinOf).join('')
    case 'kana':
      return romajiOfKana(word)
    case 'hangul':
      return latinOfHangul(word)
    default:
      return plainLatin(word)
  }
}

const umlauts: { readonly [letter: string]: string } = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa', đ: 'dj' }
const isAbjad = (script: Script): boolean => script === 'arabic' || script === 'hebrew'

const none: readonly string[] = []

export const tokenOf = (
  word: string,
  role: Role,
  more: readonly string[] = none,
  concept: string | null = null,
  concepts: readonly string[] = concept === null ? none : [concept],
): Token =>
  more.length === 0 && concept === null ? plainToken(`${role} ${word}`) : made(word, role, more, concept, concepts)

/** Words repeat, most of them with nothing else to know. */
const plainToken = remembered((text: string): Token => {
  const at = text.indexOf(' ')
  return made(text.slice(at + 1), text.slice(0, at) as Role, none, null, none)
})

function made(
  word: string,
  role: Role,
  more: readonly string[],
  concept: string | null,
  concepts: readonly string[],
): Token {
  const script = scriptOf(word) ?? 'latin'
  const text = textOf(word, script)
  const key = isAbjad(script) || /\d/.test(text) ? text : fold(text)
  const spelled =
    script === 'latin' && /[äöüøåđ]/u.test(word)
      ? fold(plainLatin(word.replace(/[äöüøåđ]/gu, (letter) => umlauts[letter]!)))
      : key
  const japanese = script === 'latin' || script === 'kana' ? romajiKey(text) : null
  return {
    shown: word,
    script,
    text,
    key,
    forms: [
      ...new Set([...(spelled === key ? [] : [spelled]), ...(japanese === null ? [] : [`j:${japanese}`]), ...more]),
    ],
    role,
    places: placesOf(script === 'latin' ? word : word, keyOf(word)),
    concept,
    concepts,
  }
}
