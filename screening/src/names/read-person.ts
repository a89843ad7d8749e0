import { type Syllables, chineseSyllables, hanSyllables, pinyinSyllables, surnameLength } from '../scripts/chinese.ts'
import { variantsFolded } from '../scripts/han.ts'
import { readKanji, romajiKey } from '../scripts/japanese.ts'
import { hangulSurnameLength, hangulSyllables, koreanSyllablesOf } from '../scripts/korean.ts'
import { scriptOf } from '../scripts/script.ts'
import { fold } from '../scripts/fold.ts'
import { placesOf } from '../words/given-names.ts'
import { keyOf } from '../words/word-lists.ts'
import { generationOf, isKunya, isParticle, isPatronymic, isTitle } from '../words/person-words.ts'
import { joinedTokens } from './joined.ts'
import { inOrder, wordsOf } from './split.ts'
import type { Token } from './token.ts'
import { textOf, tokenOf } from './words.ts'

/** A name of a person, read once for any number of comparisons. */
export type PersonReading = {
  readonly kind: 'person'
  readonly name: string
  /** Equal for names that differ only in case and signs. */
  readonly plain: string
  /** The names and initials. */
  readonly tokens: readonly Token[]
  /** Words that may be left out: titles, patronymics. */
  readonly extras: readonly Token[]
  readonly generation: string | null
  readonly hasLineage: boolean
  /** Neighbouring tokens as one: `from` is the place of the first, `count` how many. */
  readonly joined: readonly { readonly from: number; readonly count: number; readonly token: Token }[]
  /** The characters of a name in Chinese characters alone. */
  readonly han: string | null
  readonly hangul: string | null
  /** The Latin words, without titles. */
  readonly words: readonly string[]
  /** Ways to read it as syllables of a Chinese or a Korean name. */
  readonly chinese: readonly Syllables[]
  /** Those of pinyin alone. */
  readonly pinyin: readonly Syllables[]
  readonly korean: readonly Syllables[]
  /** A word that is none of these, as in «Carrie Lam». */
  readonly western: readonly string[]
}

export function readPerson(name: string): PersonReading {
  const words = wordsOf(inOrder(name, (word) => !isTitle(word) && generationOf(word) === null && word.length > 1))
  const plain = words.join(' ')
  const kept: string[] = []
  const extras: Token[] = []
  let generation: string | null = null
  for (const [n, word] of words.entries()) {
    const next = generationOf(word)
    if (next !== null && n > 1) generation = next
    else if (isTitle(word)) extras.push(tokenOf(word, 'title'))
    else if (/^(?!ng|md|st|mc)[bcdfghjklmnpqrstvwxz]{2}$/.test(word) && words.length > 1) kept.push(word[0]!, word[1]!)
    else kept.push(word)
  }
  const { tokens, patronymics } = tokensOf(kept, /[·・•‧]/u.test(name))
  const syllabic = /[·・•‧]/u.test(name) ? notSyllabic : readSyllables(kept)
  return {
    kind: 'person',
    name,
    plain,
    tokens,
    extras: [...extras, ...patronymics],
    generation,
    hasLineage: kept.some((word) => ['bin', 'ibn', 'ben', 'بن', 'ابن', 'بنت', 'bint', 'binti'].includes(word)),
    joined: joinedTokens(tokens),
    ...syllabic,
  }
}

function tokensOf(words: readonly string[], isForeign: boolean): { tokens: Token[]; patronymics: Token[] } {
  const tokens: Token[] = []
  const patronymics: Token[] = []
  let before: string[] = []
  const east = isForeign ? null : eastAsian(words)
  if (east !== null) return { tokens: east, patronymics }
  for (let n = 0; n < words.length; n++) {
    const word = words[n]!
    const isLast = n === words.length - 1
    if (isParticle(word) && !isLast && words.length > 2) {
      before.push(word)
      continue
    }
    if (isParticle(word) && !isLast && n === 0 && words.length === 2 && articles.has(word)) {
      before.push(word)
      continue
    }
    const key = keyOf(word)
    if (isKunya(key) && !isLast) {
      const rest = words.slice(n + 1).findIndex((one) => !isParticle(one))
      const target = words[n + 1 + rest]!
      tokens.push(tokenOf(word + target, 'name', [keyOf(`abu${target}`)]))
      n += 1 + rest
      before = []
      continue
    }
    const servant = servantOf(words, n)
    if (servant !== null) {
      tokens.push(tokenOf(servant.word, 'name'))
      n += servant.more
      before = []
      continue
    }
    const arabic = withoutArticle(word)
    const forms =
      before.length > 0
        ? [fold(textOf(before.join('') + word, 'latin')), fold(textOf(before.at(-1)! + word, 'latin'))]
        : []
    const token = tokenOf(arabic ?? word, roleOf(arabic ?? word), [...forms, ...(arabic === null ? [] : [keyOf(word)])])
    if (token.role === 'patronymic' && words.length > 2) patronymics.push(token)
    else tokens.push(token.role === 'patronymic' ? { ...token, role: 'name' } : token)
    before = []
  }
  return { tokens, patronymics }
}

/** They may begin a name of two words: «Al Assad». */
const articles = new Set(['al', 'el', 'van', 'von', 'de', 'di', 'bin', 'ibn', 'ben', 'ال', 'بن'])

function roleOf(word: string): 'initial' | 'name' | 'patronymic' {
  if (Array.from(word).length === 1 && !/[\p{Script=Han}\p{Script=Hangul}\p{Script=Kana}]/u.test(word)) return 'initial'
  const script = scriptOf(word)
  if ((script === 'cyrillic' || script === 'latin') && isPatronymic(keyOf(word))) return 'patronymic'
  return 'name'
}

/** «Abdul Rahman», «Abd al-Rahman» and «عبد الرحمن» are one name. */
function servantOf(words: readonly string[], at: number): { word: string; more: number } | null {
  const word = words[at]!
  const next = words[at + 1]
  if (next === undefined) return null
  if (word === 'عبد') return { word: word + next, more: 1 }
  if (!/^(?:abd|abdul|abdel|abdal|abdur|abdus|abdoul|abdol|abdou|abder)$/.test(word)) {
    // «Nasr Allah», «Saif al-Din»
    const rest = words.slice(at + 1).findIndex((one) => !isParticle(one))
    const tail = rest < 0 ? undefined : words[at + 1 + rest]
    if (tail === undefined || !/^(?:allah|ullah|din|deen|eddin|eddine|uddin|الله|الدين)$/.test(tail)) return null
    return {
      word: /[a-z]/.test(tail) ? `${word}${tail.endsWith('ah') ? 'allah' : 'uddin'}` : word + tail,
      more: 1 + rest,
    }
  }
  const rest = words.slice(at + 1).findIndex((one) => !isParticle(one))
  const target = rest < 0 ? undefined : words[at + 1 + rest]
  return target === undefined ? null : { word: `abdul${target}`, more: 1 + rest }
}

function withoutArticle(word: string): string | null {
  if (/^ال\p{L}{2,}/u.test(word) && !word.startsWith('الله')) return word.slice(2)
  return null
}

/** Names in characters: surname and given name are cut apart. */
function eastAsian(words: readonly string[]): Token[] | null {
  const all = words.join('')
  if (words.length === 0) return null
  if (words.every((word) => scriptOf(word) === 'hangul' && /^\p{Script=Hangul}+$/u.test(word)) && all.length <= 6) {
    const at = hangulSurnameLength(all)
    return all.length > at
      ? [tokenOf(all.slice(0, at), 'name'), tokenOf(all.slice(at), 'name')]
      : [tokenOf(all, 'name')]
  }
  const isHan =
    words.every((word) => /^[\p{Script=Han}々\p{Script=Hiragana}\p{Script=Katakana}]+$/u.test(word)) &&
    /\p{Script=Han}/u.test(all)
  if (!isHan || Array.from(all).length > 8) return null
  if (words.length > 1 && Array.from(all).length > 5 && !/\p{Script=Hiragana}/u.test(all)) return null
  const japanese = readKanji(all)
  const at = surnameLength(all)
  const folded = variantsFolded(all)
  if (Array.from(folded).length <= at) return [tokenOf(all, 'name')]
  if (japanese === null) return [tokenOf(folded.slice(0, at), 'name'), tokenOf(folded.slice(at), 'name')]
  return [
    { ...tokenOf(folded.slice(0, japanese.at), 'name', japanese.surname.map(asForm)), places: [] },
    tokenOf(folded.slice(japanese.at), 'name', japanese.given.map(asForm)),
  ]
}

const asForm = (reading: string): string => `j:${romajiKey(reading) ?? reading}`

const fewest = 2
const mostSyllables = 4
const mostWays = 48

type Syllabic = Pick<PersonReading, 'han' | 'hangul' | 'words' | 'chinese' | 'pinyin' | 'korean' | 'western'>
const notSyllabic: Syllabic = { han: null, hangul: null, words: [], chinese: [], pinyin: [], korean: [], western: [] }

function readSyllables(words: readonly string[]): Syllabic {
  const all = words.join('')
  if (/^[\p{Script=Han}々]+$/u.test(all) && Array.from(all).length <= mostSyllables + 1) {
    const syllables = [hanSyllables(all)]
    return { ...notSyllabic, han: variantsFolded(all), chinese: syllables, pinyin: syllables }
  }
  if (/^\p{Script=Hangul}+$/u.test(all) && all.length <= mostSyllables + 1) {
    return { ...notSyllabic, hangul: all, korean: [hangulSyllables(all)] }
  }
  if (!words.every((word) => scriptOf(word) === 'latin')) return notSyllabic
  const latin = words.map((word) => textOf(word, 'latin'))
  const western = latin.filter((word) => chineseSyllables(word).length === 0 && koreanSyllablesOf(word).length === 0)
  if (western.length > 1 || latin.length - western.length === 0) return { ...notSyllabic, words: latin }
  const rest = latin.filter((word) => !western.includes(word))
  // «Jack Ma Yun»: a given name of the lists that also reads as syllables.
  const second =
    western.length === 0 && rest.length > 2 && placesOf(rest[0]!, keyOf(rest[0]!)).length > 0 ? rest[0]! : null
  return {
    han: null,
    hangul: null,
    words: latin,
    chinese: [
      ...inSyllables(rest, chineseSyllables),
      ...(second === null ? [] : inSyllables(rest.slice(1), chineseSyllables)),
    ],
    pinyin: western.length > 0 ? [] : inSyllables(rest, pinyinSyllables),
    korean: inSyllables(rest, koreanSyllablesOf),
    western,
  }
}

function inSyllables(
  words: readonly string[],
  syllablesOf: (word: string) => readonly Syllables[],
): readonly Syllables[] {
  let ways: (readonly string[])[][] = [[]]
  for (const word of words) {
    ways = ways.flatMap((before) => syllablesOf(word).map((one) => [...before, ...one])).slice(0, mostWays)
  }
  return ways.filter((one) => one.length >= fewest && one.length <= mostSyllables)
}
