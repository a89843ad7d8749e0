import { latinOfCyrillic, latinOfGreek, plainLatin } from '../scripts/alphabets.ts'
import { fold } from '../scripts/fold.ts'
import { variantsFolded } from '../scripts/han.ts'
import { scriptOf } from '../scripts/script.ts'

// How the lists of words are read: each line is one meaning.

/** A word as the lists and the names are looked up: folded Latin, or the letters of its own script. */
export function keyOf(word: string): string {
  switch (scriptOf(word)) {
    case 'cyrillic':
      return fold(latinOfCyrillic(word))
    case 'greek':
      return fold(latinOfGreek(word))
    case 'arabic':
      return plainArabic(word)
    case 'hebrew':
      return word.replace(/[^\u05d0-\u05ea]/gu, '')
    case 'han':
      return variantsFolded(word)
    case 'kana':
    case 'hangul':
      return word
    default:
      return fold(plainLatin(word.toLowerCase().replaceAll(/[^\p{L}\p{M}]/gu, '')))
  }
}

/** Without marks, with the forms of one letter merged. */
export const plainArabic = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/[\p{M}\u0640\u200c\u200d]/gu, '')
    .replace(/[^\p{Script=Arabic}]/gu, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/[ىیې]/g, 'ي')
    .replace(/[ؤ]/g, 'و')
    .replace(/ئ/g, 'ي')
    .replace(/ک/g, 'ك')
    .replace(/[ةۀہھە]/g, 'ه')
    .replace(/ء/g, '')

/** The meanings of a word that is not in the lists itself, by its stem. */
export type Lookup = (key: string, isLatin: boolean) => readonly string[]

/** A stem of another script may be shorter: few of its words come here by chance. */
const shortestStem = { latin: 5, other: 3 }
const longestEnding = 5
/** Endings of words of Slavic and Greek, by their key. */
const ending =
  /^(?:n|sk|esk|ensk|insk|ansk|iCesk|iC|al|el|il|stv|tel|atel|itel|eni|ani|aZi|iZi|Zi|ov|ev|ik|nik|ost|l|st|er|t|tik|tiv)*(?:[aeiou]|ii|ai|aia|ee|oe|oi|aie|ie|oie|ogo|ego|omu|om|em|ov|am|ami|ah|ih|uiu|iei|os|is|as|on|hs)?$/
/** Plurals and genders of words of Western languages, by their key. */
const shorter = [/s$/, /es$/, /[aeo]s$/, /[aeio]$/, /en$/, /er$/, /n$/]
const leastShort = 4

/** Greek and Slavic endings, by the key: words of the lists stand for their cases. */
const caseEnding = /(?:eos|eis|oi|ou|ogo|ego|omu|aia|oe|ie|ii|ai|ami|ov|on|os|is|es|as|am|ah|[aeiou])$/
const leastStem = 4

const stemOf = (key: string): string => key.replace(caseEnding, '')

/** `lists`: lines of words of one meaning; the first word names it. */
export function lookupIn(lists: readonly string[]): {
  readonly find: Lookup
  readonly words: ReadonlyMap<string, readonly string[]>
  /** Keys of several words, which are written with hyphens in the lists. */
  readonly phrases: ReadonlySet<string>
} {
  const phrases = new Set<string>()
  const words = new Map<string, readonly string[]>()
  const stems = new Map<string, readonly string[]>()
  const cases = new Map<string, readonly string[]>()
  for (const line of lists.flatMap((list) => list.trim().split('\n'))) {
    const [first, ...others] = line.trim().split(/\s+/)
    if (first === undefined || first === '') continue
    const concept = words.get(keyOf(first))?.[0] ?? first
    for (const word of [first, ...others]) {
      const isStem = word.endsWith('*')
      const key = keyOf(isStem ? word.slice(0, -1) : word)
      if (key === '' || (key.length < 2 && !/\p{Script=Han}/u.test(key))) continue
      if (isStem) add(stems, key, concept)
      if (word.includes('-')) phrases.add(key)
      add(words, key, concept)
      const script = scriptOf(word)
      if ((script === 'greek' || script === 'cyrillic') && stemOf(key).length >= leastStem)
        add(cases, stemOf(key), concept)
    }
  }
  const find: Lookup = (key, isLatin) => {
    const shortest = Math.max(isLatin ? shortestStem.latin : shortestStem.other, key.length - longestEnding)
    for (let length = key.length - 1; length >= shortest; length--) {
      const found = stems.get(key.slice(0, length))
      if (found !== undefined && (isLatin || ending.test(key.slice(length)))) return found
    }
    if (!isLatin) return cases.get(stemOf(key)) ?? []
    if (key.length <= leastShort) return []
    for (const end of shorter) {
      const short = key.replace(end, '')
      const found = short.length >= leastShort ? words.get(short) : undefined
      if (found !== undefined) return found
    }
    return []
  }
  return { find, words, phrases }
}

function add(map: Map<string, readonly string[]>, key: string, concept: string): void {
  const known = map.get(key) ?? []
  if (!known.includes(concept)) map.set(key, [...known, concept])
}
