/** The name that is most like what was typed; null where none is like it. What follows the words of a name is left out. */
export function nearest(typed: string, names: readonly string[]): string | null {
  const words = typed.split(' ')
  const [best] = names
    .map((name) => ({ name, far: distance(words.slice(0, name.split(' ').length).join(' '), name) }))
    .toSorted((a, b) => a.far - b.far)
  return best !== undefined && best.far <= Math.max(2, Math.floor(best.name.length / 3)) ? best.name : null
}

/** How many letters must be added, taken out or changed (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const changed = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, changed))
    }
    row = next
  }
  return row[other.length]!
}
