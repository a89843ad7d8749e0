import { abjadDistance, abjadLikeness, leastAcrossAbjad, withAndWithoutArticle } from '../scripts/abjad.ts'
import { chineseSyllables, hanSyllables } from '../scripts/chinese.ts'
import { hangulSyllables, koreanKey, koreanSyllablesOf } from '../scripts/korean.ts'
import { givenReadings, unreadCharacters } from '../scripts/japanese.ts'
import { looseSkeleton, soundSkeleton } from '../scripts/fold.ts'
import type { Token } from '../names/token.ts'
import { sameGivenName } from '../words/given-names.ts'
import { isCommonSurname, sameSurname } from '../words/surnames.ts'
import { codesOf, distance, soundAlike } from './distance.ts'
import { genderForm } from './gender.ts'

export type Likeness = {
  /** From 0, different, to 1, equal. */
  readonly value: number
  readonly why: string
}

const different: Likeness = { value: 0, why: 'different' }
const like = (value: number, why: string): Likeness => ({ value, why })

const isAbjad = ({ script }: Token): boolean => script === 'arabic' || script === 'hebrew'

/** How surely two words are the same name. */
export function compareTokens(one: Token, other: Token): Likeness {
  if (one.text === other.text) return like(1, 'equal')
  if (one.role === 'initial' || other.role === 'initial') return initial(one, other)
  if (one.role === 'number' || other.role === 'number') return different
  if (one.concept !== null && one.concepts.some((concept) => other.concepts.includes(concept)))
    return like(0.97, 'the same word in another language or form')
  if (one.concept !== null && other.concept !== null) return different
  if (isAbjad(one) !== isAbjad(other)) return acrossAbjad(one, other)
  if (one.script === other.script && one.script === 'han') return different
  return spelled(one, other)
}

function spelled(one: Token, other: Token): Likeness {
  const syllables = bySyllables(one, other)
  if (syllables !== null) return syllables
  if ((one.concept === null ? one : other).places.length > 0 && one.concept !== other.concept) return different
  const given = sameGivenName(one.places, other.places)
  if (given >= 0.97) return like(given, 'spellings of one given name')
  if (one.key === other.key && one.key !== '')
    return like(one.script === other.script ? 0.975 : 0.98, 'spelled differently, same sound')
  if (sharesForm(one, other)) return like(0.96, 'another way to write it')
  if (given > 0) return like(given, given > 0.9 ? 'short form of the given name' : 'the given name in another language')
  if (one.places.length > 0 && other.places.length > 0) return different
  if (bothJapanese(one, other)) return different
  if (givenOfOtherGender(one, other) || givenOfOtherGender(other, one)) return different
  if (genderForm(one.key, other.key)) return like(0.93, 'the surname in its other gender')
  if (isCommonSurname(one.key) && isCommonSurname(other.key)) {
    return sameSurname(one.key, other.key) ? like(0.95, 'spellings of one surname') : different
  }
  return byLetters(one, other)
}

function sharesForm(one: Token, other: Token): boolean {
  for (const form of one.forms) if (form === other.key || other.forms.includes(form)) return true
  return other.forms.includes(one.key)
}

/** A Japanese given name with a reading that the lists do not have for one of its characters. */
function byCharacters(one: Token, other: Token): Likeness | null {
  const [written, latin] = one.script === 'han' ? [one, other] : [other, one]
  if (written.script !== 'han' || latin.script === 'han' || written.role !== 'name') return null
  const romaji = latin.forms.find((form) => form.startsWith('j:'))
  if (romaji === undefined) return null
  const unread = unreadCharacters(written.shown, romaji.slice(2))
  if (unread === null || unread > 1) return null
  return unread === 0 ? like(0.94, 'a reading of the characters') : like(0.84, 'a reading of some of the characters')
}

/** Characters and a romanisation of them. */
function bySyllables(one: Token, other: Token): Likeness | null {
  const [written, latin] = one.script === 'latin' ? [other, one] : [one, other]
  if (latin.script !== 'latin' || (written.script !== 'han' && written.script !== 'hangul')) return null
  const characters = written.script === 'han' ? hanSyllables(written.shown) : hangulSyllables(written.shown)
  const ways = written.script === 'han' ? chineseSyllables(latin.text) : koreanSyllablesOf(latin.text)
  const same = ways.some(
    (way) =>
      way.length === characters.length &&
      way.every((readings, n) => readings.some((one) => characters[n]!.includes(one))),
  )
  return same ? like(characters.length > 1 ? 0.95 : 0.88, 'the syllables of the characters') : null
}

/** Two given names of Japanese that are read differently. */
function bothJapanese(one: Token, other: Token): boolean {
  const read = (token: Token): boolean =>
    token.forms.some((form) => form.startsWith('j:') && givenReadings.has(form.slice(2)))
  return read(one) && read(other)
}

/** The factor that makes one letter in five count as another name, and one in nine as a typing error. */
const strictness = 1.85
/** Below this, two words are not the same. */
export const least = 0.66
/** A word of the lists that is misspelled. */
const leastWithConcept = 0.84

/** What is likelier: the same letters, or another way to write the sound. */
function byLetters(one: Token, other: Token): Likeness {
  const letters = misspelled(one, other)
  if (one.script === other.script) return letters
  const sound = byCharacters(one, other) ?? koreanSound(one, other) ?? foreign(one, other)
  return sound.value > letters.value ? sound : letters
}

/** What a first letter with another sound takes off. */
export const otherFirst = 0.08

/** The highest distance of two keys of this mean length that are the same word. */
export const mostCost = (length: number, atLeast = least): number => ((1 - atLeast) * length) / strictness

function misspelled(one: Token, other: Token): Likeness {
  const known =
    one.places.length > 0 || other.places.length > 0 || isCommonSurname(one.key) || isCommonSurname(other.key)
  const length = (one.key.length + other.key.length) / 2
  if (length < 3.5) return different
  const limit = mostCost(length)
  const cost = distance(one.key, other.key, limit)
  if (cost > limit) return different
  const first = soundAlike(codesOf(one.key)[0]!, codesOf(other.key)[0]!) ? 0 : otherFirst
  const value = 1 - (strictness * cost) / length - first - (known && cost > 0.5 ? 0.02 : 0)
  if (value < (one.concept === other.concept ? least : leastWithConcept)) return different
  return like(Math.min(0.96, value), value > 0.88 ? 'similar sound' : 'a few letters differ')
}

/** A Korean word in a romanisation that no rule gives. */
function koreanSound(one: Token, other: Token): Likeness | null {
  if ((one.script === 'hangul') === (other.script === 'hangul')) return null
  const [hangul, latin] = one.script === 'hangul' ? [one, other] : [other, one]
  if (koreanSyllablesOf(latin.text).some((way) => way.length === hangul.shown.length)) return null
  const [a, b] = [koreanKey(one.text), koreanKey(other.text)]
  return a === b && a.length > 3 ? like(0.92, 'the sound of the Korean word') : null
}

/** Martin and Martina are two given names. */
const givenOfOtherGender = (one: Token, other: Token): boolean =>
  one.places.length > 0 && (other.key === `${one.key}a` || one.key === `${other.key}a`)

function foreign(one: Token, other: Token): Likeness {
  if ((one.script === 'han') !== (other.script === 'han')) return foreignHan(one, other)
  return foreignKana(one, other)
}

/** A foreign name in Chinese characters keeps the sounds that syllables of Chinese have: 特朗普 for Trump. */
function foreignHan(one: Token, other: Token): Likeness {
  const [han, latin] = one.script === 'han' ? [one, other] : [other, one]
  const [a, b] = [looseSkeleton(han.text), looseSkeleton(latin.text)]
  if (Array.from(han.shown).length < 2 || a.length < 2 || a[0] !== b[0]) return different
  if (a === b || a === looseSkeleton(latin.text.replace(/r(?=[^aeiou])/g, '')))
    return like(a.length > 2 ? 0.92 : 0.86, 'the sound in Chinese characters')
  return different
}

/** A foreign name in kana keeps only its consonants: スミス for Smith. */
function foreignKana(one: Token, other: Token): Likeness {
  if ((one.script === 'kana') === (other.script === 'kana')) return different
  const [kana, latin] = one.script === 'kana' ? [one, other] : [other, one]
  const [a, b] = [soundSkeleton(kana.text), soundSkeleton(latin.text)]
  if (a.length < 2 || a[0] !== b[0]) return different
  if (a === b || a === b.replace(/r$/, '') || a === soundSkeleton(latin.text.replace(/r(?=[^aeiou])/g, '')))
    return like(a.length > 2 ? 0.93 : 0.86, 'the sound in kana')
  return different
}

function acrossAbjad(one: Token, other: Token): Likeness {
  const given = sameGivenName(one.places, other.places)
  if (given > 0) return like(given, 'the given name in another script')
  if (one.places.length > 0 && other.places.length > 0) return different
  const [abjad, latin] = isAbjad(one) ? [one, other] : [other, one]
  const length = abjad.text.length
  if (length < 2) return different
  const value = Math.max(
    ...withAndWithoutArticle(abjad.text).map((text) => abjadLikeness(abjadDistance(text, latin.text), length)),
  )
  return value < leastAcrossAbjad ? different : like(value, 'the same letters in another script')
}

function initial(one: Token, other: Token): Likeness {
  const [short, long] = one.role === 'initial' ? [one, other] : [other, one]
  if (long.role === 'initial')
    return short.key === long.key && short.key !== '' ? like(0.95, 'the same initial') : different
  const letter = short.key !== '' ? short.key : short.text
  const begins = long.key.startsWith(letter) || long.text.startsWith(short.text) || sameFirst(letter, long.key)
  return begins ? like(0.82, 'an initial') : different
}

/** Y, J and I, C and K, W and V begin the same names in other spellings. */
const sameFirst = (letter: string, key: string): boolean =>
  ['eJi', 'kCsS', 'gJ', 'fp', 'Zk', 'hCk'].some(
    (group) => group.includes(letter) && group.includes(key[0] ?? ' ') && letter !== ' ',
  )
