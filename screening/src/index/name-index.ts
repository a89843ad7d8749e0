import { compareReadings, type Reading } from '../match/compare-names.ts'
import type { Comparison } from '../match/comparison.ts'
import { type KeyedName, keysOf } from './keys.ts'

/** Finds the entries that a name can be a hit with, without comparing it with all. */
export type NameIndex = {
  /** Places of the entries that must be compared: all hits are among them. */
  candidates(reading: Reading): number[]
  /** The hits, best first. */
  hits(reading: Reading): { readonly at: number; readonly found: Comparison }[]
}

export function buildIndex(entries: readonly Reading[]): NameIndex {
  const postings = new Map<string, number[]>()
  const needs = new Uint8Array(entries.length)
  for (const [at, entry] of entries.entries()) {
    const named = keysOf(entry)
    needs[at] = named.needs
    for (const key of new Set(named.words.flatMap(({ posted }) => posted))) put(postings, kinded(entry, key), at)
  }
  const counter = new Counter(entries.length)
  const candidates = (reading: Reading): number[] => {
    const named = keysOf(reading)
    count(counter, postings, reading, named)
    return counter.take((at, counted) => counted >= Math.min(needs[at]!, named.needs))
  }
  return {
    candidates,
    hits: (reading) =>
      candidates(reading)
        .map((at) => ({ at, found: compareReadings(reading, entries[at]!) }))
        .filter(({ found }) => found.hit)
        .toSorted((a, b) => b.found.score - a.found.score),
  }
}

const kinded = ({ kind }: Reading, key: string): string => (kind === 'person' ? key : `\u0001${key}`)

function put(postings: Map<string, number[]>, key: string, at: number): void {
  const known = postings.get(key)
  if (known === undefined) postings.set(key, [at])
  else known.push(at)
}

/** Each word of the name counts once for an entry, by its likeliest key. */
function count(
  counter: Counter,
  postings: ReadonlyMap<string, readonly number[]>,
  reading: Reading,
  { words }: KeyedName,
): void {
  for (const { sought } of words) {
    for (const { keys, counts } of sought) {
      counter.nextWord()
      for (const key of keys) for (const at of postings.get(kinded(reading, key)) ?? []) counter.add(at, counts)
    }
  }
}

/** Counts words for each entry, without clearing an array of all entries for each name. */
class Counter {
  readonly #counts: Uint8Array
  readonly #seenBy: Uint32Array
  readonly #touched: number[] = []
  #word = 0

  constructor(size: number) {
    this.#counts = new Uint8Array(size)
    this.#seenBy = new Uint32Array(size)
  }

  nextWord(): void {
    this.#word += 1
  }

  add(at: number, counts: number): void {
    if (this.#seenBy[at] === this.#word) return
    this.#seenBy[at] = this.#word
    if (this.#counts[at] === 0) this.#touched.push(at)
    this.#counts[at]! += counts
  }

  take(isEnough: (at: number, counted: number) => boolean): number[] {
    const found = this.#touched.filter((at) => isEnough(at, this.#counts[at]!))
    for (const at of this.#touched) this.#counts[at] = 0
    this.#touched.length = 0
    return found.toSorted((a, b) => a - b)
  }
}
