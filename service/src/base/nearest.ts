/** The known name with the smallest edit distance. */
export function nearest(name: string, known: readonly string[]): string {
  return known.toSorted((a, b) => distance(name, a) - distance(name, b))[0]!
}

/** Inserted, deleted and replaced letters (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 0; i < from.length; i += 1) {
    const next = [i + 1]
    for (let j = 0; j < to.length; j += 1)
      next.push(Math.min(row[j]! + Number(from[i] !== to[j]), row[j + 1]! + 1, next[j]! + 1))
    row = next
  }
  return row[to.length]!
}
