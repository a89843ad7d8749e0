import { japaneseGiven } from '../words/japanese-given.ts'
import { moreGiven, moreSurnames } from '../words/japanese-more.ts'
import { japaneseSurnames } from '../words/japanese-surnames.ts'
import { kanjiReadings } from '../words/kanji-readings.ts'
import { variantsFolded } from './han.ts'

// Japanese names: kana as romaji, kanji with the readings that they have in names.

const kanaRows =
  'ア a イ i ウ u エ e オ o カ ka キ ki ク ku ケ ke コ ko サ sa シ shi ス su セ se ソ so タ ta チ chi ツ tsu テ te ト to ナ na ニ ni ヌ nu ネ ne ノ no ハ ha ヒ hi フ fu ヘ he ホ ho マ ma ミ mi ム mu メ me モ mo ヤ ya ユ yu ヨ yo ラ ra リ ri ル ru レ re ロ ro ワ wa ヰ i ヱ e ヲ o ン n ガ ga ギ gi グ gu ゲ ge ゴ go ザ za ジ ji ズ zu ゼ ze ゾ zo ダ da ヂ ji ヅ zu デ de ド do バ ba ビ bi ブ bu ベ be ボ bo パ pa ピ pi プ pu ペ pe ポ po ヴ vu'
const kana = new Map<string, string>()
for (const [n, part, all] of kanaRows.split(' ').map((one, at, every) => [at, one, every] as const)) {
  if (n % 2 === 0) kana.set(part, all[n + 1]!)
}
const smallY: { readonly [letter: string]: string } = { ャ: 'ya', ュ: 'yu', ョ: 'yo' }
const smallVowels: { readonly [letter: string]: string } = { ァ: 'a', ィ: 'i', ゥ: 'u', ェ: 'e', ォ: 'o' }

const katakana = (text: string): string =>
  text.replace(/[\u3041-\u3096]/gu, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0x60))

/** Kana as Hepburn romaji; a long vowel is written once. */
export function romajiOfKana(text: string): string {
  let romaji = ''
  let doubled = false
  for (const letter of katakana(text)) {
    const y = smallY[letter]
    const vowel = smallVowels[letter]
    if (letter === 'ッ') doubled = true
    else if (y !== undefined) romaji = romaji.replace(/(sh|ch|j)i$/, '$1').replace(/i$/, 'y') + y.slice(1)
    else if (vowel !== undefined) romaji = romaji.replace(/[aeiou]$/, '') + vowel
    else {
      const sound = kana.get(letter) ?? ''
      romaji += doubled && sound !== '' ? sound[0]! + sound : sound
      doubled = false
    }
  }
  return romaji
}

const romajiShape =
  /^(?:(?:ky|gy|ny|hy|by|py|my|ry|sy|ty|zy|dy|jy|cy|kk|pp|tt|ss|ssh|tch|cch|sh|ch|ts|[bcdfghjkmnprstwyz])?(?:[aeiou]|ou|oo|oh(?![aeiou])|uu)|n(?![aeiou]))+$/

/** One spelling for Hepburn, Kunrei and long vowels; null if the word cannot be Japanese. */
export function romajiKey(word: string): string | null {
  const plain = word.replace(/m(?=[bpm])/g, 'n').replace(/oh(?=[^aeiou]|$)/g, 'o')
  if (plain.length < 2 || !romajiShape.test(plain)) return null
  return plain
    .replace(/ou|oo/g, 'o')
    .replace(/uu/g, 'u')
    .replace(/sy/g, 'sh')
    .replace(/[tc]y/g, 'ch')
    .replace(/[zjd]y/g, 'j')
    .replace(/si/g, 'shi')
    .replace(/ti/g, 'chi')
    .replace(/[zd]i/g, 'ji')
    .replace(/tu/g, 'tsu')
    .replace(/(?<![sc])hu/g, 'fu')
    .replace(/du/g, 'zu')
    .replace(/(.)\1/g, '$1')
}

function dictionary(text: string): Map<string, readonly string[]> {
  const rows = text.trim().split(/[|\n]/)
  const found = new Map<string, readonly string[]>()
  for (const row of rows) {
    const [characters, readings] = row.trim().split(' ')
    if (characters === undefined || readings === undefined) continue
    const key = variantsFolded(characters)
    found.set(key, [...new Set([...(found.get(key) ?? []), ...readings.split(',')])])
  }
  return found
}
export const surnames = dictionary(`${japaneseSurnames}\n${moreSurnames}`)
const given = dictionary(`${japaneseGiven}\n${moreGiven}`)
const single = dictionary(kanjiReadings)

/** Given names as they are read: two different ones are different names. */
export const givenReadings = new Set([...given.values()].flat().map((reading) => romajiKey(reading) ?? reading))

const mostReadings = 40

/** Readings of characters one by one, with the first sound of later parts voiced or not. */
function composed(characters: string): string[] {
  let readings = ['']
  for (const character of characters) {
    const parts = single.get(character) ?? surnames.get(character)
    if (parts === undefined) return []
    readings = readings.flatMap((before) => parts.map((part) => before + part)).slice(0, mostReadings)
  }
  return readings
}

export type JapaneseName = {
  readonly surname: readonly string[]
  readonly given: readonly string[]
  /** Characters of the surname. */
  readonly at: number
}

/** A name in kanji as surname and given name, each with its readings; null if it cannot be read so. */
export function readKanji(text: string): JapaneseName | null {
  const name = variantsFolded(text)
  const cuts = [2, 1, 3].filter((at) => at < name.length && name.length - at <= 4)
  for (const [surnameListed, givenListed] of [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ]) {
    for (const at of cuts) {
      const [front, back] = [name.slice(0, at), name.slice(at)]
      const surname = surnameListed === true ? surnames.get(front) : composed(front)
      const first = givenListed === true ? given.get(back) : composed(back)
      if (surname?.length && first?.length) return { surname, given: [...first, ...composed(back)], at }
    }
  }
  // A surname of the lists with a given name whose characters are unknown.
  const at = cuts.find((one) => surnames.has(name.slice(0, one)))
  return at === undefined || name.length < 3 ? null : { surname: surnames.get(name.slice(0, at))!, given: [], at }
}

/** A character that is voiced within a name. */
const voiced = (sound: string): string =>
  sound
    .replace(/^k/, 'g')
    .replace(/^(?:sh|s)/, 'z')
    .replace(/^t(?!s)/, 'd')
    .replace(/^h/, 'b')

const fewestLetters = 1
const mostLetters = 6

/**
 * How many characters of a given name have no listed reading in this romaji; null if none of the others fits. Names have
 * readings that no list has.
 */
export function unreadCharacters(characters: string, romaji: string): number | null {
  const parts = Array.from(variantsFolded(characters))
  if (given.has(parts.join('')) || parts.length < 2) return null
  const best = (at: number, from: number): number => {
    if (at === parts.length) return from === romaji.length ? 0 : Number.POSITIVE_INFINITY
    let least = Number.POSITIVE_INFINITY
    for (const reading of single.get(parts[at]!) ?? []) {
      for (const sound of [reading, voiced(reading)]) {
        if (romaji.startsWith(sound, from)) least = Math.min(least, best(at + 1, from + sound.length))
      }
    }
    for (let length = fewestLetters; length <= mostLetters && from + length <= romaji.length; length++) {
      least = Math.min(least, 1 + best(at + 1, from + length))
    }
    return least
  }
  const unread = best(0, 0)
  return unread < parts.length ? unread : null
}

/** Readings of one character, also with its first sound voiced. */
export const readingsOfCharacter = (character: string): readonly string[] =>
  (single.get(variantsFolded(character)) ?? []).flatMap((reading) => [reading, voiced(reading)])

/** Readings of a part of a company's name. */
export function readingsOf(text: string): readonly string[] {
  const name = variantsFolded(text)
  return surnames.get(name) ?? given.get(name) ?? composed(name)
}
