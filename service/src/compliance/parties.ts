import type { Sql } from '../base/database/db.ts'
import { normalName } from '../base/party-names.ts'
import { type WatchlistEntry, watchlist } from './list/own.ts'

// Compares parties with the watchlists. Names are compared word by word, in any order, so that neither a misspelling nor
// another legal form hides a match.

/** `since`: the time of the latest listing that matches. */
export type Hit = Pick<WatchlistEntry, 'effect' | 'list'> & { readonly score: number; readonly since: Date }

/** A score from here on is a hit. */
export const reviewFrom = 0.85
/** Words with a lower similarity are considered different. */
const sameWordFrom = 0.8

/** The names that match a list, each with its most severe hit. */
export async function screenNames(sql: Sql, names: readonly string[]): Promise<Map<string, Hit>> {
  const listed = await watchlist(sql)
  return new Map(
    names.flatMap((name) => {
      const hit = worstHit(listed, name)
      return hit === undefined ? [] : [[name, hit] as const]
    }),
  )
}

function worstHit(listed: Awaited<ReturnType<typeof watchlist>>, name: string): Hit | undefined {
  const hits = listed
    .map((one) => ({ effect: one.effect, list: one.list, score: similarity(one.name, name), since: one.listed_at }))
    .filter(({ score }) => score >= reviewFrom)
    .toSorted((a, b) => b.score - a.score)
  const worst = hits.find(({ effect }) => effect === 'refuse') ?? hits[0]
  return worst && { ...worst, since: hits.reduce((last, { since }) => (since > last ? since : last), worst.since) }
}

/** A word of one name next to the most similar word of the other; null: the other has none like it. */
export type WordMatch = {
  readonly one: string | null
  readonly other: string | null
  readonly score: number
  /** The letters of both words. */
  readonly letters: number
}

export type Comparison = { readonly score: number; readonly words: readonly WordMatch[] }

/** The similarity of two names from 0 to 1, weighted by letters; each word is matched at most once. */
export const similarity = (one: string, other: string): number => compareNames(one, other).score

/** The similarity, and the pairs of words behind it. */
export function compareNames(one: string, other: string): Comparison {
  const [left, right] = [wordsOf(one), wordsOf(other)]
  const letters = [...left, ...right].reduce((sum, word) => sum + word.length, 0)
  const candidates = left
    .flatMap((a, i) => right.map((b, j) => ({ i, j, score: jaroWinkler(a, b), letters: a.length + b.length })))
    .filter(({ score }) => score >= sameWordFrom)
    .toSorted((a, b) => b.score - a.score || b.letters - a.letters)
  const [takenLeft, takenRight] = [new Set<number>(), new Set<number>()]
  const words: WordMatch[] = []
  for (const { i, j, ...match } of candidates) {
    if (takenLeft.has(i) || takenRight.has(j)) continue
    takenLeft.add(i)
    takenRight.add(j)
    words.push({ one: left[i]!, other: right[j]!, ...match })
  }
  const shared = words.reduce((sum, match) => sum + match.score * match.letters, 0)
  const alone = [
    ...left.filter((_, i) => !takenLeft.has(i)).map((word) => ({ one: word, other: null })),
    ...right.filter((_, j) => !takenRight.has(j)).map((word) => ({ one: null, other: word })),
  ].map((match) => ({ ...match, score: 0, letters: (match.one ?? match.other).length }))
  return { score: letters === 0 ? 0 : shared / letters, words: [...words, ...alone] }
}

/** A name next to an entry of a list that it matches. */
export type ExplainedHit = Comparison & {
  readonly name: string
  readonly entry: WatchlistEntry & { readonly listed_at: Date }
}

/** Every entry that these names match, the most similar first; the words of the entry are `one`, those of the name `other`. */
export async function explainHits(sql: Sql, names: readonly string[]): Promise<ExplainedHit[]> {
  const listed = await watchlist(sql)
  return [...new Set(names)]
    .flatMap((name) => listed.map((entry) => ({ name, entry, ...compareNames(entry.name, name) })))
    .filter(({ score }) => score >= reviewFrom)
    .toSorted((a, b) => b.score - a.score)
}

const wordsOf = (name: string): string[] => normalName(name).split(' ').filter(Boolean)

/** Jaro similarity with Winkler's bonus for a common prefix of up to four letters. */
export function jaroWinkler(one: string, other: string): number {
  const jaro = jaroOf(Array.from(one), Array.from(other))
  let prefix = 0
  while (prefix < 4 && prefix < one.length && one[prefix] === other[prefix]) prefix += 1
  return jaro + prefix * 0.1 * (1 - jaro)
}

function jaroOf(one: readonly string[], other: readonly string[]): number {
  const reach = Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1)
  const taken = new Set<number>()
  const found: string[] = []
  for (const [i, letter] of one.entries()) {
    for (let j = Math.max(0, i - reach); j <= Math.min(other.length - 1, i + reach); j += 1) {
      if (taken.has(j) || other[j] !== letter) continue
      taken.add(j)
      found.push(letter)
      break
    }
  }
  const m = found.length
  if (m === 0) return 0
  const inOther = [...taken].toSorted((a, b) => a - b).map((j) => other[j])
  const swapped = found.filter((letter, k) => letter !== inOther[k]).length / 2
  return (m / one.length + m / other.length + (m - swapped) / m) / 3
}
