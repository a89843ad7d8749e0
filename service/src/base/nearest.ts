/** The one of these names that takes the fewest changes of a letter to become. */
export function nearest(name: string, known: readonly string[]): string {
  return known.toSorted((a, b) => distance(name, a) - distance(name, b))[0]!
}

/** Letters to insert, to delete or to replace (Levenshtein). */
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
