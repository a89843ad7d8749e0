// Words that begin alike share their beginnings, so that a search by distance works on each beginning once.

const none = -1

/** Decides whether words that begin with `path[0..depth-1]` can be near; they have between `shortest` and `longest` letters. */
export type Enter = (depth: number, path: Uint16Array, shortest: number, longest: number) => boolean

export const longestWord = 40

export class WordTrie {
  #letters = new Uint16Array(1024)
  #firstChild = new Int32Array(1024)
  #nextSibling = new Int32Array(1024)
  #shortest = new Uint8Array(1024)
  #longest = new Uint8Array(1024)
  #size = 1
  /** Ids of the words that end at a node. */
  readonly #ends = new Map<number, number[]>()
  readonly #path = new Uint16Array(longestWord)

  constructor() {
    this.#firstChild[0] = none
  }

  /** A word that is too long is left out: no distance to it is small (match/distance.ts). */
  add(letters: ArrayLike<number>, id: number): void {
    if (letters.length === 0 || letters.length > longestWord) return
    let node = 0
    for (let n = 0; n < letters.length; n++) {
      node = this.#child(node, letters[n]!)
      if (letters.length < this.#shortest[node]!) this.#shortest[node] = letters.length
      if (letters.length > this.#longest[node]!) this.#longest[node] = letters.length
    }
    const ids = this.#ends.get(node)
    if (ids === undefined) this.#ends.set(node, [id])
    else ids.push(id)
  }

  /** Visits the ids of all words whose beginnings are entered. */
  walk(enter: Enter, visit: (id: number, length: number) => void): void {
    this.#walk(0, 0, enter, visit)
  }

  #walk(parent: number, depth: number, enter: Enter, visit: (id: number, length: number) => void): void {
    for (let node = this.#firstChild[parent]!; node !== none; node = this.#nextSibling[node]!) {
      this.#path[depth] = this.#letters[node]!
      if (!enter(depth + 1, this.#path, this.#shortest[node]!, this.#longest[node]!)) continue
      const ids = this.#ends.get(node)
      if (ids !== undefined) for (const id of ids) visit(id, depth + 1)
      this.#walk(node, depth + 1, enter, visit)
    }
  }

  #child(parent: number, letter: number): number {
    for (let node = this.#firstChild[parent]!; node !== none; node = this.#nextSibling[node]!) {
      if (this.#letters[node] === letter) return node
    }
    const node = this.#size++
    if (node === this.#letters.length) this.#grow()
    this.#letters[node] = letter
    this.#nextSibling[node] = this.#firstChild[parent]!
    this.#firstChild[parent] = node
    this.#firstChild[node] = none
    this.#shortest[node] = longestWord
    return node
  }

  #grow(): void {
    this.#letters = grown(this.#letters, new Uint16Array(this.#letters.length * 2))
    this.#firstChild = grown(this.#firstChild, new Int32Array(this.#firstChild.length * 2))
    this.#nextSibling = grown(this.#nextSibling, new Int32Array(this.#nextSibling.length * 2))
    this.#shortest = grown(this.#shortest, new Uint8Array(this.#shortest.length * 2))
    this.#longest = grown(this.#longest, new Uint8Array(this.#longest.length * 2))
  }
}

function grown<T extends Uint8Array | Uint16Array | Int32Array>(from: T, to: T): T {
  to.set(from)
  return to
}
