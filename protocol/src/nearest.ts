/** The most similar name; null if there is no similar one. Only the words of a name are compared. */
export const nearest = (typed: string, names: readonly string[]): string | null =>
  closest(
    typed,
    names.filter((name) => farFrom(typed, name) <= maxDistance(name)),
  ) ?? null

/** Similar or containing names, the most similar first; at most five. */
export function nearestFew(typed: string, names: readonly string[]): string[] {
  const word = typed.toLowerCase()
  const isLike = (name: string) => (word.length > 2 && name.includes(word)) || farFrom(word, name) <= maxDistance(name)
  return names
    .filter(isLike)
    .toSorted((a, b) => farFrom(word, a) - farFrom(word, b))
    .slice(0, 5)
}

/** Two wrong letters change too much of a short name. */
const maxDistance = ({ length }: string): number => (length < 4 ? 1 : Math.max(2, Math.floor(length / 3)))

/** The same without a limit on the distance. */
export const closest = (typed: string, names: readonly string[]): string | undefined =>
  names.map((name) => ({ name, far: farFrom(typed, name) })).toSorted((a, b) => a.far - b.far)[0]?.name

const farFrom = (typed: string, name: string): number =>
  distance(typed.split(' ').slice(0, name.split(' ').length).join(' '), name)

/** The number of letters to add, remove, change, or swap with the next one (Levenshtein and Damerau). */
export function distance(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const changed = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swapped = isSwapped ? before[j - 2]! + 1 : Infinity
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, changed, swapped))
    }
    before = row
    row = next
  }
  return row[other.length]!
}
