import { type Compare, leastJoined } from '../match/align.ts'
import { compareTokens, least, type Likeness } from '../match/compare-tokens.ts'
import type { Reading } from '../match/compare-names.ts'
import type { Token } from '../names/token.ts'
import { allBits, type Bits, bitsOf } from './word-bits.ts'
import type { Neighbours, Vocabulary } from './vocabulary.ts'

/** The words of one name on the side of the index. */
export type IndexedWords = {
  /** Numbers of its words. */
  readonly ids: Int32Array
  /** Neighbouring words as one, with their numbers in the vocabulary of joined words. */
  readonly joined: readonly { readonly from: number; readonly count: number; readonly id: number }[]
}

export type Query = {
  readonly reading: Reading
  readonly words: readonly QueryWord[]
  readonly joined: readonly { readonly from: number; readonly count: number; readonly near: Neighbours }[]
  /** The likeness of words as it was found, so that it is not computed again for each name. */
  readonly compare: Compare
}

export type QueryWord = {
  readonly token: Token
  /** An initial may be any word with its letter; these are not listed. */
  readonly isInitial: boolean
  readonly near: Neighbours
  /** Joined words of the index that are this word. */
  readonly nearJoined: Neighbours
  /** The bits of all words that it may be. */
  readonly bits: Bits
}

const different: Likeness = { value: 0, why: 'different' }

export function queryOf(reading: Reading, words: Vocabulary, joinedWords: Vocabulary): Query {
  const near = new Map<Token, readonly Neighbours[]>()
  const queried = reading.tokens.map((token) => {
    const isInitial = token.role === 'initial'
    const [single, joined] = [words.neighbours(token, least), joinedWords.neighbours(token, leastJoined)]
    near.set(token, [single, joined])
    return {
      token,
      isInitial,
      near: single,
      nearJoined: joined,
      bits: isInitial ? allBits : bitsOf(single.ids),
    }
  })
  const joined = reading.joined.map(({ from, count, token }) => {
    const found = words.neighbours(token, leastJoined)
    near.set(token, [found])
    return { from, count, near: found }
  })
  return { reading, words: queried, joined, compare: remembered(near) }
}

function remembered(near: ReadonlyMap<Token, readonly Neighbours[]>): Compare {
  return (one, other) => {
    if (one.role === 'initial') return compareTokens(one, other)
    for (const { likes } of near.get(one)!) {
      const like = likes.get(other)
      if (like !== undefined) return like
    }
    return different
  }
}
