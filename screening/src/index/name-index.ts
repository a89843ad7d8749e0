import { compareReadings, type Reading } from '../match/compare-names.ts'
import { type Comparison, nearFrom } from '../match/comparison.ts'
import type { Token } from '../names/token.ts'
import { companiesCanBeNear, personsCanBeNear } from './bounds.ts'
import { Coverage } from './coverage.ts'
import { nameKeys } from './name-keys.ts'
import { type IndexedWords, type Query, queryOf } from './query.ts'
import { Vocabulary } from './vocabulary.ts'
import { WordBits } from './word-bits.ts'

// Finds the names that a name is near to, without comparing it with all: each word of the query is compared once with the
// words of the vocabulary, and what is left is work on their numbers. No name is missed whose comparison is near.

export type Near = { readonly id: number; readonly found: Comparison }

type Indexed = IndexedWords & { readonly reading: Reading }

/** Names of one kind. */
export class NameIndex {
  readonly #names: (Indexed | null)[] = []
  readonly #free: number[] = []
  readonly #words = new Vocabulary()
  readonly #joinedWords = new Vocabulary()
  /** The names that have a word, by its number. */
  readonly #having: number[][] = []
  /** Those of them that can be near by this word and no other one: `isByOneWord`. */
  readonly #byOneWord: number[][] = []
  readonly #havingJoined: number[][] = []
  readonly #keyed = new Map<string, number[]>()
  readonly #coverage = new Coverage(this.#words)
  readonly #bits = new WordBits()
  #seen = new Uint32Array(1024)
  #search = 0

  /** The number of the name, for `remove`; `near` finds it by this. */
  add(reading: Reading): number {
    const id = this.#free.pop() ?? this.#names.length
    if (id >= this.#seen.length) this.#seen = grown(this.#seen)
    const name = this.#indexed(reading)
    this.#names[id] = name
    this.#bits.set(id, name.ids, name.reading)
    this.#eachList(name, (list) => list.push(id))
    return id
  }

  remove(id: number): void {
    const name = this.#names[id]
    if (name == null) return
    this.#eachList(name, (list) => take(list, id))
    this.#names[id] = null
    this.#free.push(id)
  }

  /** All names from `nearFrom` on, in no order. */
  near(reading: Reading): Near[] {
    const query = queryOf(reading, this.#words, this.#joinedWords)
    const found: Near[] = []
    for (const id of this.#candidates(query)) {
      const comparison = compareReadings(reading, this.#names[id]!.reading, query.compare)
      if (comparison.score >= nearFrom) found.push({ id, found: comparison })
    }
    return found
  }

  #candidates(query: Query): number[] {
    const found: number[] = []
    this.#search += 1
    const first = (id: number): boolean => {
      if (this.#seen[id] === this.#search) return false
      this.#seen[id] = this.#search
      return true
    }
    for (const key of nameKeys(query.reading).sought)
      for (const id of this.#keyed.get(key) ?? []) if (first(id)) found.push(id)
    this.#coverage.start(query)
    const addIfNear = (id: number): void => {
      if (first(id) && this.#canBeNear(query, id)) found.push(id)
    }
    for (const { near } of query.joined)
      for (const word of near.ids) for (const id of this.#having[word]!) addIfNear(id)
    for (const { nearJoined } of query.words)
      for (const word of nearJoined.ids) for (const id of this.#havingJoined[word]!) addIfNear(id)
    // No further name has joined words in common with the query: each of its words is paired with one.
    const canPair = this.#bits.pairable(query)
    const frequent = this.#mostFrequent(query)
    for (const { near, isInitial, token } of query.words) {
      if (isInitial) continue
      for (const word of near.ids) {
        // Two names that have only initials in common are not near.
        if (this.#words.tokens[word]!.role === 'initial') continue
        for (const id of this.#listOf(query, token, word, token === frequent)) if (canPair(id)) addIfNear(id)
      }
    }
    return found
  }

  /** Two persons have two words in common, so that one word of the query is left to the others. */
  #mostFrequent({ reading, words }: Query): Token | null {
    if (reading.kind === 'company' || words.length < 2 || words.some(({ isInitial }) => isInitial)) return null
    const counts = words.map(({ near }) => near.ids.reduce((sum, word) => sum + this.#having[word]!.length, 0))
    return words[counts.indexOf(Math.max(...counts))]!.token
  }

  /**
   * Companies are near by a word of their own; only those without any are near by others (match/company-score.ts:
   * `otherCompany`).
   */
  #listOf({ reading }: Query, token: Token, word: number, isFrequent: boolean): readonly number[] {
    if (reading.kind === 'person') return (isFrequent ? this.#byOneWord : this.#having)[word]!
    if (isOwn(token) || isOwn(this.#words.tokens[word]!)) return this.#having[word]!
    return reading.tokens.some(isOwn) ? nothing : this.#byOneWord[word]!
  }

  #canBeNear({ reading }: Query, id: number): boolean {
    const name = this.#names[id]!
    this.#coverage.of(name)
    return (reading.kind === 'person' ? personsCanBeNear : companiesCanBeNear)(
      reading.tokens,
      name.reading.tokens,
      this.#coverage,
    )
  }

  /** The name with the words of the vocabulary, so that names share them. */
  #indexed(reading: Reading): Indexed {
    const ids = Int32Array.from(reading.tokens, (token) => this.#words.idOf(token))
    const joined = reading.joined.map(({ from, count, token }) => ({ from, count, id: this.#joinedWords.idOf(token) }))
    while (this.#having.length < this.#words.tokens.length) {
      this.#having.push([])
      this.#byOneWord.push([])
    }
    while (this.#havingJoined.length < this.#joinedWords.tokens.length) this.#havingJoined.push([])
    return {
      ids,
      joined,
      reading: {
        ...reading,
        tokens: Array.from(ids, (id) => this.#words.tokens[id]!),
        joined: joined.map(({ from, count, id }) => ({ from, count, token: this.#joinedWords.tokens[id]! })),
      },
    }
  }

  #eachList({ ids, joined, reading }: Indexed, act: (list: number[]) => void): void {
    const byOneWord = isByOneWord(reading)
    for (const id of new Set(ids)) {
      act(this.#having[id]!)
      if (byOneWord) act(this.#byOneWord[id]!)
    }
    for (const id of new Set(joined.map((one) => one.id))) act(this.#havingJoined[id]!)
    for (const key of nameKeys(reading).posted) {
      const list = this.#keyed.get(key)
      if (list !== undefined) act(list)
      else {
        const made: number[] = []
        act(made)
        this.#keyed.set(key, made)
      }
    }
  }
}

function grown(from: Uint32Array): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(from.length * 2)
  to.set(from)
  return to
}

const nothing: readonly number[] = []

const isOwn = ({ role }: Token): boolean => role === 'name' || role === 'number'

/** A person whose other words are initials, and a company without a word of its own: «J. Smith», «General Trading». */
const isByOneWord = ({ kind, tokens }: Reading): boolean =>
  kind === 'person' ? tokens.some(({ role }) => role === 'initial') : !tokens.some(isOwn)

function take(list: number[], id: number): void {
  const at = list.indexOf(id)
  if (at < 0) return
  list[at] = list.at(-1)!
  list.pop()
}
