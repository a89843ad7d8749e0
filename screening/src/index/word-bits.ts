import type { Reading } from '../match/compare-names.ts'
import type { Token } from '../names/token.ts'
import type { Query } from './query.ts'

// A few bits tell of most names that they cannot be near, before their words are looked at.

/** Few words have the same bit. */
const bitOf = (id: number): number => 1 << (Math.imul(id, 0x9e3779b1) >>> 27)

export function bitsOf(ids: ArrayLike<number>): number {
  let bits = 0
  for (let n = 0; n < ids.length; n++) bits |= bitOf(ids[n]!)
  return bits
}

/** Words that both names must not have left: all words of persons, the names of companies. */
const counts = ({ kind }: Reading, { role, concept }: Token): boolean =>
  kind === 'person' || (role === 'name' && concept === null)

export class WordBits {
  /** Of all words of each name, and of those that count. */
  all = new Int32Array(1024)
  counting = new Int32Array(1024)

  set(id: number, ids: Int32Array, reading: Reading): void {
    if (id >= this.all.length) {
      this.all = grown(this.all)
      this.counting = grown(this.counting)
    }
    this.all[id] = bitsOf(ids)
    this.counting[id] = bitsOf(ids.filter((_, n) => counts(reading, reading.tokens[n]!)))
  }
}

function grown(from: Int32Array): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2)
  to.set(from)
  return to
}

/** Whether the words of one of the names can all be paired; persons may have one left each. Joined words do not count. */
export function pairable({ reading, words }: Query): (bits: WordBits, id: number) => boolean {
  const any = words.reduce((bits, word) => bits | word.bits, 0)
  const counting = words.filter(({ token }) => counts(reading, token)).map(({ bits }) => bits)
  const most = reading.kind === 'person' && words.length > 2 ? 1 : 0
  return ({ all, counting: ofNames }, id) => {
    const others = ofNames[id]! & ~any
    if (others === 0) return true
    const bits = all[id]!
    // Two bits are two words that are left.
    let left = (others & (others - 1)) === 0 ? 0 : most
    for (let n = 0; n < counting.length; n++) if ((bits & counting[n]!) === 0) left += 1
    return left <= most
  }
}
