import type { Token } from '../names/token.ts'
import { compareTokens, least, type Likeness } from './compare-tokens.ts'

export type Joined = { readonly from: number; readonly count: number; readonly token: Token }
export type Side = { readonly tokens: readonly Token[]; readonly joined: readonly Joined[] }

/** Words of both names that are the same; `one` and `other` are the places of the first word of each. */
export type Pair = {
  readonly one: number
  readonly other: number
  readonly countOne: number
  readonly countOther: number
  readonly like: Likeness
}

export type Alignment = {
  readonly pairs: readonly Pair[]
  readonly leftOne: readonly number[]
  readonly leftOther: readonly number[]
}

/** «Deutsche Bank» and «Deutschebank» must be closer than two words. */
export const leastJoined = 0.86

/** How two words are alike; an index remembers it. */
export type Compare = (one: Token, other: Token) => Likeness

/** Pairs the words of two names, the likeliest first; each word is used once. */
export function align(one: Side, other: Side, compare: Compare = compareTokens): Alignment {
  const candidates: Pair[] = []
  for (const [i, a] of one.tokens.entries()) {
    for (const [j, b] of other.tokens.entries()) {
      const like = compare(a, b)
      if (like.value >= least) candidates.push({ one: i, other: j, countOne: 1, countOther: 1, like })
    }
  }
  for (const { from, count, token } of one.joined) {
    for (const [j, b] of other.tokens.entries()) {
      if (Math.abs(token.text.length - b.text.length) > 2) continue
      const like = compare(token, b)
      if (like.value >= leastJoined) candidates.push({ one: from, other: j, countOne: count, countOther: 1, like })
    }
  }
  for (const { from, count, token } of other.joined) {
    for (const [i, a] of one.tokens.entries()) {
      if (Math.abs(token.text.length - a.text.length) > 2) continue
      const like = compare(a, token)
      if (like.value >= leastJoined) candidates.push({ one: i, other: from, countOne: 1, countOther: count, like })
    }
  }
  candidates.sort((a, b) => rank(b) - rank(a) || Math.abs(a.one - a.other) - Math.abs(b.one - b.other))
  return chosen(candidates, one.tokens.length, other.tokens.length)
}

const rank = ({ like, countOne, countOther }: Pair): number => like.value + (countOne + countOther - 2) * 0.03

function chosen(candidates: readonly Pair[], n: number, m: number): Alignment {
  const usedOne = Array.from({ length: n }, () => false)
  const usedOther = Array.from({ length: m }, () => false)
  const pairs: Pair[] = []
  for (const pair of candidates) {
    if (isUsed(usedOne, pair.one, pair.countOne) || isUsed(usedOther, pair.other, pair.countOther)) continue
    usedOne.fill(true, pair.one, pair.one + pair.countOne)
    usedOther.fill(true, pair.other, pair.other + pair.countOther)
    pairs.push(pair)
  }
  return { pairs, leftOne: unused(usedOne), leftOther: unused(usedOther) }
}

const isUsed = (used: readonly boolean[], from: number, count: number): boolean =>
  used.slice(from, from + count).some(Boolean)
const unused = (used: readonly boolean[]): number[] => used.flatMap((is, n) => (is ? [] : [n]))
