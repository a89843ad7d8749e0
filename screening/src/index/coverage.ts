import { compareTokens, least } from '../match/compare-tokens.ts'
import type { IndexedWords, Query } from './query.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Which words of two names have a word of the other one that they may be paired with. */
export class Coverage {
  /** 1 for each word of the query, and of the name, that may be paired. */
  readonly one: Uint8Array = new Uint8Array(1024)
  readonly other: Uint8Array = new Uint8Array(1024)
  leftOne = 0
  leftOther = 0
  readonly #words: Vocabulary
  #query: Query | null = null
  /** For each word of the query, which words of the vocabulary it may be: 1 for each. */
  #tables: Uint8Array[] = []
  #initials: Map<number, boolean>[] = []

  constructor(words: Vocabulary) {
    this.#words = words
  }

  /** Names are compared with this query until the next one. */
  start(query: Query): void {
    this.#clear()
    this.#query = query
    this.#initials = query.words.map(() => new Map())
    for (const [n, { near }] of query.words.entries()) {
      const table = this.#tableOf(n)
      for (const id of near.ids) table[id] = 1
    }
  }

  of({ ids, joined }: IndexedWords): void {
    const { words, joined: joinedWords } = this.#query!
    const [n, m] = [words.length, ids.length]
    const { one, other } = this
    one.fill(0, 0, n)
    other.fill(0, 0, m)
    for (let i = 0; i < n; i++) {
      const table = this.#tables[i]!
      const isInitial = words[i]!.isInitial
      for (let j = 0; j < m; j++) {
        if (isInitial ? !this.#fits(i, ids[j]!) : table[ids[j]!] === 0) continue
        one[i] = 1
        other[j] = 1
      }
    }
    for (const { from, count, near } of joinedWords) {
      if (near.ids.length === 0) continue
      for (let j = 0; j < m; j++) {
        if (!near.ids.includes(ids[j]!)) continue
        one.fill(1, from, from + count)
        other[j] = 1
      }
    }
    for (let i = 0; i < n; i++) {
      const near = words[i]!.nearJoined.ids
      if (near.length === 0) continue
      for (const { from, count, id } of joined) {
        if (!near.includes(id)) continue
        one[i] = 1
        other.fill(1, from, from + count)
      }
    }
    this.leftOne = zeros(one, n)
    this.leftOther = zeros(other, m)
  }

  #fits(i: number, id: number): boolean {
    const known = this.#initials[i]!.get(id)
    if (known !== undefined) return known
    const fits = compareTokens(this.#query!.words[i]!.token, this.#words.tokens[id]!).value >= least
    this.#initials[i]!.set(id, fits)
    return fits
  }

  #tableOf(n: number): Uint8Array {
    const size = this.#words.tokens.length
    const known = this.#tables[n]
    if (known !== undefined && known.length >= size) return known
    return (this.#tables[n] = new Uint8Array(size * 2))
  }

  #clear(): void {
    for (const [n, { near }] of (this.#query?.words ?? []).entries()) {
      const table = this.#tables[n]!
      for (const id of near.ids) table[id] = 0
    }
  }
}

const zeros = (flags: Uint8Array, size: number): number => {
  let left = 0
  for (let n = 0; n < size; n++) if (flags[n] === 0) left += 1
  return left
}
