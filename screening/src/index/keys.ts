import type { Reading } from '../match/compare-names.ts'
import type { Token } from '../names/token.ts'
import { looseSkeleton, soundSkeleton } from '../scripts/fold.ts'

// What two names must have in common before they can be a hit. A key says how two words can be alike
// (match/compare-tokens.ts), so that an index finds every pair that the comparison would.

export type KeyedWord = {
  /** Under these an entry is found. */
  readonly posted: readonly string[]
  /** These are looked up, each with what it counts when an entry has it. */
  readonly sought: readonly { readonly keys: readonly string[]; readonly counts: number }[]
}

export type KeyedName = {
  readonly words: readonly KeyedWord[]
  /** What the words in common must count together. */
  readonly needs: number
}

/** Two words in common are enough in all cases, and so is one that covers two. */
const enough = 2

export function keysOf(reading: Reading): KeyedName {
  const singles = reading.tokens.map(singleWord)
  const joined = reading.joined.map(({ token }) => joinedWord(token))
  const alone = reading.tokens.length === 1 || reading.tokens.some(isLoose)
  return { words: [...singles, ...joined, wholeName(reading)], needs: alone ? 1 : enough }
}

/** Words whose alphabets leave much open: one of them in common is enough. */
const isLoose = ({ script }: Token): boolean => script !== 'latin' && script !== 'cyrillic' && script !== 'greek'

const inOne = (key: string): string => `+${key}`

function singleWord(token: Token): KeyedWord {
  const letters = firstLetters(token)
  if (token.role === 'initial') {
    const keys = letters.map((letter) => `I${letter}`)
    return { posted: keys, sought: [{ keys: [...keys, ...letters.map((letter) => `N${letter}`)], counts: 1 }] }
  }
  const keys = tokenKeys(token)
  const sounds = soundKeys(token)
  return {
    posted: [...keys, ...sounds.posted, ...letters.map((letter) => `N${letter}`)],
    sought: [
      { keys: [...keys, ...sounds.sought, ...letters.map((letter) => `I${letter}`)], counts: 1 },
      { keys: keys.map(inOne), counts: enough },
    ],
  }
}

function joinedWord(token: Token): KeyedWord {
  const keys = tokenKeys(token)
  return { posted: keys.map(inOne), sought: [{ keys, counts: enough }] }
}

function wholeName(reading: Reading): KeyedWord {
  const keys =
    reading.kind === 'company' ? companyKeys(reading.tight, reading.tokens, reading.initials) : syllableKeys(reading)
  return { posted: keys, sought: [{ keys, counts: enough }] }
}

const acronym = { shortest: 3, longest: 7 }

const companyKeys = (tight: string, tokens: readonly Token[], initials: readonly string[]): string[] => [
  `t:${tight}`,
  ...[...tokens.map(({ text }) => text), ...initials, ...runs(tokens)]
    .filter(({ length }) => length >= acronym.shortest && length <= acronym.longest)
    .map((letters) => `a:${letters}`),
]

/** First letters of neighbouring words. */
function runs(tokens: readonly Token[]): string[] {
  const letters = tokens.map(({ text }) => text[0] ?? '').join('')
  return Array.from(letters, (_, from) =>
    Array.from(letters.slice(from), (__, n) => letters.slice(from, from + n + 1)),
  ).flat()
}

/** The surname may be first or last. */
const syllableKeys = (reading: Extract<Reading, { kind: 'person' }>): string[] => [
  ...new Set(
    [...reading.chinese, ...reading.korean].flatMap((way) => [way[0]!, way.at(-1)!].flat().map((one) => `z:${one}`)),
  ),
]

function tokenKeys(token: Token): string[] {
  const { key, text, forms, places, concepts, skeleton, role } = token
  if (role === 'number') return [`x:${text}`]
  const keys = new Set([key === '' ? `x:${text}` : `k:${key}`, `x:${text}`])
  for (const form of forms) keys.add(form.startsWith('j:') ? form : `k:${form}`)
  for (const { line } of places) keys.add(`n:${line}`)
  for (const concept of concepts) keys.add(`c:${concept}`)
  for (const one of [skeleton, ...forms.filter((form) => !form.includes(':')).map(consonants)]) {
    for (const near of nearby(one)) keys.add(`s:${near}`)
  }
  return [...keys]
}

/** Keys by sound, which only words of different scripts need. */
function soundKeys({ text, role, script }: Token): { readonly posted: string[]; readonly sought: string[] } {
  if (role === 'number') return { posted: [], sought: [] }
  const sounds = [soundSkeleton(text), soundSkeleton(text).replace(/r$/, ''), looseSkeleton(text)].filter(
    ({ length }) => length > 1,
  )
  const keys = [...nearby(lossy(text)).map((near) => `l:${near}`), ...sounds.map((sound) => `h:${sound}`)]
  const [own, others] = ['latin', 'cyrillic', 'greek'].includes(script) ? ['', '~'] : ['~', '']
  return {
    posted: keys.map((key) => own + key),
    sought: keys.flatMap((key) => (own === '~' ? [key, `~${key}`] : [others + key])),
  }
}

const consonants = (form: string): string => form.replace(/[aeiou]/g, '')

/** Letters that begin the same names are one. */
function firstLetters({ key, text }: Token): string[] {
  const letters = [key[0], text[0]].filter((letter) => letter !== undefined).map((letter) => letter.toLowerCase())
  return [...new Set(letters.map((letter) => alike.find((group) => group.includes(letter))?.[0] ?? letter))]
}
const alike = ['ejigy', 'kcszhqx', 'fp', 'vw']

/** Consonants in five groups: what an abjad leaves equal. */
const lossy = (text: string): string =>
  text
    .replace(/[aeiouywh]/g, '')
    .replace(/[gjkqcx]/g, 'k')
    .replace(/[sztd]/g, 't')
    .replace(/[bpfv]/g, 'b')
    .replace(/[lr]/g, 'l')
    .replace(/[mn]/g, 'n')
    .replace(/(.)\1+/g, '$1')

const leastForOne = 3
const leastForTwo = 6

/** The word, and the word without any one letter, without any two when it is long: two words with an error share one. */
function nearby(word: string): string[] {
  if (word.length < 2) return word === '' ? [] : [`${word}.`]
  const without = (one: string): string[] => Array.from(one, (_, at) => one.slice(0, at) + one.slice(at + 1))
  const ones = word.length >= leastForOne ? without(word) : []
  return [word, ...ones, ...(word.length >= leastForTwo ? ones.flatMap(without) : [])]
}
