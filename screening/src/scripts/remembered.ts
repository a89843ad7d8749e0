const most = 50_000

/** Keeps what was asked for lately: at most twice `most`. */
export class Remembered<T> {
  #young = new Map<string, T>()
  #old = new Map<string, T>()

  get(key: string): T | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: string, value: T): void {
    if (this.#young.size >= most) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  clear(): void {
    if (this.#young.size === 0 && this.#old.size === 0) return
    this.#young = new Map()
    this.#old = new Map()
  }
}

/** The same function of a word, which keeps what it has found: words of names repeat. */
export function remembered<T>(find: (word: string) => T): (word: string) => T {
  const known = new Remembered<T>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const found = find(word)
    known.set(word, found)
    return found
  }
}
