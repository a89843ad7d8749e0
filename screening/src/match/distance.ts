// How far apart two keys are (scripts/fold.ts): letters that sound alike cost less, and two swapped letters count once.

const near: readonly (readonly [string, number])[] = [
  ['ei iu ou oa ae', 0.45],
  ['ai ao eo', 0.7],
  ['bp dt gk fv sz SC sS Ck kC CJ zJ CZ sZ zZ sC kS iJ', 0.35],
  ['Ji', 0.25],
  ['bv uv kh gh Ch hS Jg JC Jk nm', 0.5],
  ['lr', 0.8],
]
const size = 128
const substitution = new Float64Array(size * size).fill(1)
for (const vowel of 'aeiou')
  for (const other of 'aeiou') substitution[vowel.charCodeAt(0) * size + other.charCodeAt(0)] = 0.75
for (const [list, cost] of near) {
  for (const pair of list.split(' ')) {
    const [a, b] = [pair.charCodeAt(0), pair.charCodeAt(1)]
    substitution[a * size + b] = cost
    substitution[b * size + a] = cost
  }
}
const addition = new Float64Array(size).fill(1)
for (const [letter, cost] of Object.entries({ a: 0.55, e: 0.5, i: 0.45, o: 0.55, u: 0.5, h: 0.45, J: 0.8, v: 0.8 })) {
  addition[letter.charCodeAt(0)] = cost
}
const swap = 0.5

/** Whether two letters sound alike. */
export const soundAlike = (a: number, b: number): boolean => a === b || substitution[a * size + b]! < 0.6

export const widest = 40
/** One row for each letter of a word, with a column for each letter of the other one. */
export const width = widest + 1
export const newTable = (): Float64Array => new Float64Array(width * width)

export function codesOf(word: string): Uint8Array {
  const codes = new Uint8Array(word.length)
  for (let n = 0; n < word.length; n++) codes[n] = word.charCodeAt(n) & (size - 1)
  return codes
}

/** The row before the first letter. */
export function firstRow(table: Float64Array, other: Uint8Array): void {
  table[0] = 0
  for (let j = 1; j <= other.length; j++) table[j] = table[j - 1]! + addition[other[j - 1]!]!
}

/** The row of the letter `a` with number `i`, from 1, after the letter `before`; gives the least value in it. */
export function nextRow(table: Float64Array, other: Uint8Array, i: number, a: number, before: number): number {
  const at = i * width
  const previous = at - width
  table[at] = table[previous]! + addition[a]!
  let least = table[at]
  for (let j = 1; j <= other.length; j++) {
    const b = other[j - 1]!
    let cost = table[previous + j - 1]! + (a === b ? 0 : substitution[a * size + b]!)
    const removed = table[previous + j]! + addition[a]!
    if (removed < cost) cost = removed
    const added = table[at + j - 1]! + addition[b]!
    if (added < cost) cost = added
    if (i > 1 && j > 1 && a === other[j - 2]! && b === before) {
      const swapped = table[previous - width + j - 2]! + swap
      if (swapped < cost) cost = swapped
    }
    table[at + j] = cost
    if (cost < least) least = cost
  }
  return least
}

/** Whether no word that begins so can stay within the limit: a later row can come from this one or the one before it. */
export const isBeyond = (least: number, leastBefore: number, limit: number): boolean =>
  least > limit && leastBefore + swap > limit

/** The cheapest letter to add. */
export const leastAddition = 0.45

const table = newTable()

/** Ends early with a higher value than `limit` when the distance exceeds it. */
export function distance(one: string, other: string, limit: number): number {
  if (one === other) return 0
  if (one.length > widest || other.length > widest) return limit + 1
  if (Math.abs(one.length - other.length) * leastAddition > limit) return limit + 1
  const [letters, others] = [codesOf(one), codesOf(other)]
  firstRow(table, others)
  let leastBefore = 0
  for (let i = 1; i <= letters.length; i++) {
    const least = nextRow(table, others, i, letters[i - 1]!, letters[i - 2] ?? 0)
    if (isBeyond(least, leastBefore, limit)) return limit + 1
    leastBefore = least
  }
  return table[letters.length * width + others.length]!
}
