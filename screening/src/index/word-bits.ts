import type { Reading } from '../match/compare-names.ts'
import type { Token } from '../names/token.ts'

// A few bits tell of most names that they cannot be near, before their words are looked at: a bit for each word, in each of
// two sets, so that two words seldom have both in common.

/** The bits of some words in both sets. */
export type Bits = { readonly first: number; readonly second: number }

export const allBits: Bits = { first: -1, second: -1 }

const firstBit = (id: number): number => 1 << (Math.imul(id, 0x9e3779b1) >>> 27)
const secondBit = (id: number): number => 1 << (Math.imul(id ^ 0x5bd1e995, 0x85ebca6b) >>> 27)

export function bitsOf(ids: ArrayLike<number>): Bits {
  let [first, second] = [0, 0]
  for (let n = 0; n < ids.length; n++) {
    first |= firstBit(ids[n]!)
    second |= secondBit(ids[n]!)
  }
  return { first, second }
}

/** Words that both names must not have left: all words of persons, the names of companies. */
const counts = ({ kind }: Reading, { role, concept }: Token): boolean =>
  kind === 'person' || (role === 'name' && concept === null)

type Queried = {
  readonly reading: Reading
  readonly words: readonly { readonly token: Token; readonly bits: Bits }[]
}

/** For each name the bits of all its words, and of those that count. */
export class WordBits {
  #bits = new Int32Array(4096)

  set(id: number, ids: Int32Array, reading: Reading): void {
    if (id * 4 >= this.#bits.length) {
      const bits = new Int32Array(this.#bits.length * 2)
      bits.set(this.#bits)
      this.#bits = bits
    }
    const all = bitsOf(ids)
    const counting = bitsOf(ids.filter((_, n) => counts(reading, reading.tokens[n]!)))
    this.#bits.set([all.first, all.second, counting.first, counting.second], id * 4)
  }

  /** Whether the words of one of the names can all be paired; persons may have one left each. Joined words do not count. */
  pairable({ reading, words }: Queried): (id: number) => boolean {
    const bits = this.#bits
    const first = words.reduce((sum, word) => sum | word.bits.first, 0)
    const second = words.reduce((sum, word) => sum | word.bits.second, 0)
    const counting = words.filter(({ token }) => counts(reading, token)).map((word) => word.bits)
    const most = reading.kind === 'person' && words.length > 2 ? 1 : 0
    return (id) => {
      const at = id * 4
      const others = bits[at + 2]! & ~first
      const more = bits[at + 3]! & ~second
      if (others === 0 && more === 0) return true
      // Two bits are two words that are left.
      let left = isSingle(others) && isSingle(more) ? 0 : most
      for (let n = 0; n < counting.length; n++) {
        const word = counting[n]!
        if ((bits[at]! & word.first) === 0 || (bits[at + 1]! & word.second) === 0) left += 1
      }
      return left <= most
    }
  }
}

const isSingle = (bits: number): boolean => (bits & (bits - 1)) === 0
