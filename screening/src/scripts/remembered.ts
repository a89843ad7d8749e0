const most = 50_000

/** The same function of a word, which keeps what it has found: words of names repeat. */
export function remembered<T>(find: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const found = find(word)
    if (known.size < most) known.set(word, found)
    return found
  }
}
