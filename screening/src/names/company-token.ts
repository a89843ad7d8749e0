import { remembered } from '../scripts/remembered.ts'
import { scriptOf } from '../scripts/script.ts'
import { activityOf, brandOf, fillerOf, placeOf, qualifierOf } from '../words/company-lists.ts'
import { keyOf } from '../words/word-lists.ts'
import type { Role, Token } from './token.ts'
import { tokenOf } from './words.ts'

const lists = [
  ['name', brandOf],
  ['place', placeOf],
  ['filler', fillerOf],
  ['activity', activityOf],
  ['qualifier', qualifierOf],
] as const

/** A word of a company with its role and its meaning, if the lists have it. */
export function companyToken(word: string, role?: Role, forms: readonly string[] = []): Token {
  if (role === 'number') return tokenOf(word, 'number')
  return forms.length === 0 ? known(word) : made(word, forms)
}

const known = remembered((word: string): Token => made(word, []))

function made(word: string, forms: readonly string[]): Token {
  const { script, bare } = withoutArticle(word)
  const meaning = meaningOf(word) ?? (bare === null ? null : meaningOf(bare))
  const token = tokenOf(
    bare ?? word,
    meaning?.role ?? 'name',
    [...forms, ...(bare === null ? [] : [keyOf(word)])],
    meaning?.concept ?? null,
    meaning?.concepts ?? [],
  )
  return script === 'arabic' ? { ...token, shown: word } : token
}

export type Meaning = { readonly role: Role; readonly concept: string; readonly concepts: readonly string[] }

export const meaningOf = remembered((word: string): Meaning | null => lookUp(word))

/** The word itself in any list; only when none has it, a stem of it. */
function lookUp(word: string): Meaning | null {
  const key = keyOf(word)
  const isLatin = scriptOf(word) === 'latin'
  const exact = lists.flatMap(([role, { words }]) => (words.get(key) ?? []).map((concept) => ({ role, concept })))
  const all =
    exact.length > 0
      ? exact
      : lists.flatMap(([role, { find }]) => find(key, isLatin).map((concept) => ({ role, concept })))
  const [first] = all
  return first === undefined ? null : { ...first, concepts: all.map(({ concept }) => concept) }
}

/** Whether these words together are one of the lists: «Hong Kong», «chemins de fer». */
export const isPhrase = (words: readonly string[]): boolean => {
  const key = keyOf(words.join(''))
  return lists.some(([, { phrases }]) => phrases.has(key))
}

function withoutArticle(word: string): { script: string | null; bare: string | null } {
  const script = scriptOf(word)
  if (script !== 'arabic') return { script, bare: null }
  return { script, bare: /^(?:و?ال|لل)\p{L}{2,}/u.test(word) ? word.replace(/^(?:و?ال|لل)/u, '') : null }
}
