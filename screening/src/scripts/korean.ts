import { koreanSurnames, koreanSyllables } from '../words/korean-names.ts'
import { remembered } from './remembered.ts'
import type { Syllables } from './chinese.ts'

// Hangul syllables and the many ways to write them with Latin letters.

const initials = [
  'g k',
  'kk',
  'n',
  'd t',
  'tt',
  'r l n',
  'm',
  'b p',
  'pp',
  's',
  'ss',
  '',
  'j ch',
  'jj',
  'ch',
  'k kh',
  't th',
  'p ph',
  'h',
]
const vowels = [
  'a ah', 'ae ai a', 'ya', 'yae', 'eo u o ŏ uh', 'e ae', 'yeo yu yo you', 'ye yeh', 'o oh', 'wa', 'wae', 'oe oi we', 'yo', 'u oo woo', 'wo weo',
  'we', 'wi ui', 'yu yoo you', 'eu u', 'ui ee eui', 'i ee y yi',
] // prettier-ignore
const finals = [
  '',
  'k g ck',
  'k',
  'k',
  'n',
  'n',
  'n',
  't',
  'l r',
  'k',
  'm',
  'p',
  'l',
  'l',
  'p',
  'l',
  'm',
  'p b',
  'p',
  't',
  't',
  'ng',
  't',
  't',
  'k',
  't',
  'p',
  '',
]

const base = 0xac00

/** Usual spellings of one hangul syllable. */
function spellings(syllable: string): string[] {
  const code = syllable.codePointAt(0)! - base
  if (code < 0 || code >= 11_172) return []
  const [first, middle, last] = [Math.floor(code / 588), Math.floor((code % 588) / 28), code % 28]
  const all = (text: string): string[] => text.split(' ')
  return all(initials[first]!).flatMap((a) =>
    all(vowels[middle]!).flatMap((b) => all(finals[last]!).map((c) => a + b + c)),
  )
}

const meanings = new Map<string, string[]>()
const surnameSpellings = new Map<string, readonly string[]>()

function add(spelling: string, syllable: string): void {
  const known = meanings.get(spelling) ?? []
  if (!known.includes(syllable)) meanings.set(spelling, [...known, syllable])
}
for (const row of koreanSurnames.trim().split('|')) {
  const [hangul, ...latin] = row.split(' ')
  surnameSpellings.set(hangul!, latin)
  if (hangul!.length === 1) for (const one of latin) add(one, hangul!)
}
for (const syllable of koreanSyllables)
  for (const one of spellings(syllable)) {
    add(one, syllable)
    if (one.startsWith('hw')) add(`wh${one.slice(2)}`, syllable)
  }

/** The usual Latin spelling, for explanations and for comparing with what is not Korean. */
export function latinOfHangul(word: string): string {
  return Array.from(word)
    .map((one) => spellings(one)[0] ?? '')
    .join('')
}

export const hangulSurnameLength = (word: string): number =>
  word.length > 3 && surnameSpellings.has(word.slice(0, 2)) ? 2 : 1

/** Readings of hangul: the syllable, and 이 for 리 and 유 for 류 in front, as both Koreas write them. */
export const hangulSyllables = (word: string): Syllables =>
  Array.from(word).map((one, n) => (n === 0 ? [one, ...(northern[one] ?? [])] : [one, ...(inside[one] ?? [])]))

const northern: { readonly [syllable: string]: readonly string[] } = {
  이: ['리'], 리: ['이'], 유: ['류'], 류: ['유'], 임: ['림'], 림: ['임'], 노: ['로'], 로: ['노'], 나: ['라'], 라: ['나'], 양: ['량'], 량: ['양'],
} // prettier-ignore
const inside: { readonly [syllable: string]: readonly string[] } = {
  용: ['룡'], 룡: ['용'], 영: ['령'], 령: ['영'], 연: ['련'], 련: ['연'], 열: ['렬'], 렬: ['열'],
} // prettier-ignore

const longest = 6
const mostSyllables = 3

/** All ways to read a Latin word as hangul syllables. */
export const koreanSyllablesOf = remembered((word: string): readonly Syllables[] =>
  word.length > longest * mostSyllables || !/^[a-z]+$/.test(word) ? [] : cut(word, mostSyllables),
)

function cut(word: string, left: number): Syllables[] {
  if (word === '') return [[]]
  if (left === 0) return []
  const ways: Syllables[] = []
  for (let length = Math.min(longest, word.length); length > 0; length--) {
    const meant = meanings.get(word.slice(0, length))
    if (meant === undefined) continue
    for (const rest of cut(word.slice(length), left - 1)) ways.push([meant, ...rest])
  }
  return ways
}

/** One spelling for the romanisations of a Korean word, however its vowels are written. */
export const koreanKey = remembered((word: string): string =>
  word
    .replace(/kk?|gg?|c(?=[kaou])/g, 'k')
    .replace(/ch|jj?/g, 'c')
    .replace(/tt?|dd?/g, 't')
    .replace(/pp?|bb?/g, 'p')
    .replace(/ss|sh/g, 's')
    .replace(/[lr]+/g, 'l')
    .replace(/(?<=[ktpc])h|h(?![aeiouyw])/g, '')
    .replace(/(?<=[^aeiou])e$/, '')
    .replace(/wh|hw/g, 'hw')
    .replace(/eui|ui|ee|yi/g, 'i')
    .replace(/ae|ay|ai|e(?![ou])/g, 'e')
    .replace(/eo|eu|oo|ou|oe|woo|u|o/g, 'o')
    .replace(/(.)\1+/g, '$1'),
)
