import { scriptOf } from '../scripts/script.ts'
import { connectors, legalFormAt, numberOf, numberSigns } from '../words/company-lists.ts'
import { joinedTokens } from './joined.ts'
import { companyToken, isPhrase } from './company-token.ts'
import { cutEastAsian } from './cut-east-asian.ts'
import { cutCompound } from './cut-compound.ts'
import { companyWords } from './split.ts'
import type { Token } from './token.ts'
import { textOf } from './words.ts'

/** A name of a company, read once for any number of comparisons. */
export type CompanyReading = {
  readonly kind: 'company'
  readonly name: string
  readonly plain: string
  /** All words but legal forms and connectors. */
  readonly tokens: readonly Token[]
  readonly joined: readonly { readonly from: number; readonly count: number; readonly token: Token }[]
  readonly legal: ReadonlySet<string>
  /** All words but legal forms, without spaces. */
  readonly tight: string
  /** First letters, without and with the words of legal forms: acronyms are compared with them. */
  readonly initials: readonly string[]
}

/** Short forms are words elsewhere: «Al», «Co», «As». They count at the ends of a name only. */
const shortForm = 3

export function readCompany(name: string): CompanyReading {
  const words = companyWords(name)
  const legal = new Set<string>()
  const tokens: Token[] = []
  let tight = ''
  let letters = ''
  let all = ''
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const form = legalFormAt(words, at)
    if (form !== null && isPlacedRight(words, at, form.count)) {
      legal.add(form.family)
      for (const one of words.slice(at, at + form.count)) all += first(one)
      at += form.count - 1
      continue
    }
    tight += textOf(word, scriptOf(word) ?? 'latin')
    if (connectors.has(word) && words.length > 1 && !(word.length === 1 && isLetterName(words, at))) continue
    if (numberSigns.has(word) && /^\d/.test(words[at + 1] ?? '')) continue
    const phrase = [3, 2].find((count) => at + count <= words.length && isPhrase(words.slice(at, at + count))) ?? 1
    const read = phrase > 1 ? [companyToken(words.slice(at, at + phrase).join(''))] : tokensOfWord(word, legal)
    for (const one of words.slice(at, at + phrase)) {
      letters += first(one)
      all += first(one)
    }
    tight += words.slice(at + 1, at + phrase).join('')
    at += phrase - 1
    tokens.push(...read.flatMap(partsOfMeaning))
  }
  return {
    kind: 'company',
    name,
    plain: words.join(' '),
    tokens: spelledNumbers(tokens),
    joined: joinedTokens(tokens),
    tight,
    legal,
    initials: [...new Set([letters, all])],
  }
}

const first = (word: string): string => companyToken(Array.from(word)[0]!).text[0] ?? ''

const lettered = new Set(
  'series class type bank fund unit tranche block section category portfolio serie klasse group factory plant'.split(
    ' ',
  ),
)

/** «Bank A», «Series B»: the letter names the company. */
const isLetterName = (words: readonly string[], at: number): boolean =>
  lettered.has(words[at - 1] ?? '') || at === words.length - 1 || legalFormAt(words, at + 1) !== null

/** Short forms that begin a name as words: «SE Asia». */
const wordsInFront = new Set(['se', 'ca', 'ad', 'cos', 'dd', 'hf', 'lc', 'ae', 'ee'])

function isPlacedRight(words: readonly string[], at: number, count: number): boolean {
  const text = words.slice(at, at + count).join('')
  if (text.length > shortForm || scriptOf(text) !== 'latin') return true
  if (text === 'co') return true
  if (words.slice(0, at).every((_, n) => legalFormAt(words, n) !== null))
    return words.length > at + count && !wordsInFront.has(text)
  const rest = words.slice(at + count)
  return at >= words.length - 2 || rest.every((_, n) => legalFormAt(rest, n) !== null) || legalFormAt(rest, 0) !== null
}

function tokensOfWord(word: string, legal: Set<string>): Token[] {
  if (/[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}]/u.test(word))
    return cutEastAsian(word, legal)
  const number = numberOf(word)
  if (number !== null) return [companyToken(number, 'number')]
  const parts = cutCompound(word)
  return parts.map((part) => companyToken(part))
}

/** Words that other languages write as two. */
const twoMeanings: { readonly [concept: string]: readonly string[] } = {
  petrochemical: ['petroleum', 'chemical'],
  importexport: ['import', 'export'],
  oilgas: ['oil', 'gas'],
}

const partsOfMeaning = (token: Token): Token[] =>
  token.concept !== null && Object.hasOwn(twoMeanings, token.concept)
    ? twoMeanings[token.concept]!.map((word) => companyToken(word))
    : [token]

/** «twenty first» is 21. */
function spelledNumbers(tokens: readonly Token[]): readonly Token[] {
  const read: Token[] = []
  for (const token of tokens) {
    const before = read.at(-1)
    if (
      token.role === 'number' &&
      before?.role === 'number' &&
      /^[2-9]0$/.test(before.text) &&
      /^[1-9]$/.test(token.text)
    ) {
      read[read.length - 1] = companyToken(String(Number(before.text) + Number(token.text)), 'number')
    } else read.push(token)
  }
  return read
}
