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
export const soundAlike = (a: string, b: string): boolean =>
  a === b || substitution[(a.charCodeAt(0) & 127) * size + (b.charCodeAt(0) & 127)]! < 0.6

const widest = 40
const row = (): Float64Array => new Float64Array(widest + 1)
const rows: readonly [Float64Array, Float64Array, Float64Array] = [row(), row(), row()]

/** Ends early with a higher value than `limit` when the distance exceeds it. */
export function distance(one: string, other: string, limit: number): number {
  if (one === other) return 0
  const [n, m] = [one.length, other.length]
  if (n > widest || m > widest) return limit + 1
  // The cheapest letter to add costs 0.45.
  if (Math.abs(n - m) * 0.45 > limit) return limit + 1
  let [before, previous, current] = rows
  previous[0] = 0
  for (let j = 1; j <= m; j++) previous[j] = previous[j - 1]! + addition[other.charCodeAt(j - 1) & 127]!
  for (let i = 1; i <= n; i++) {
    const a = one.charCodeAt(i - 1) & 127
    current[0] = previous[0]! + addition[a]!
    let least = current[0]
    for (let j = 1; j <= m; j++) {
      const b = other.charCodeAt(j - 1) & 127
      let cost = a === b ? previous[j - 1]! : previous[j - 1]! + substitution[a * size + b]!
      const removed = previous[j]! + addition[a]!
      if (removed < cost) cost = removed
      const added = current[j - 1]! + addition[b]!
      if (added < cost) cost = added
      if (i > 1 && j > 1 && a === (other.charCodeAt(j - 2) & 127) && b === (one.charCodeAt(i - 2) & 127)) {
        const swapped = before[j - 2]! + swap
        if (swapped < cost) cost = swapped
      }
      current[j] = cost
      if (cost < least) least = cost
    }
    if (least > limit + swap) return limit + 1
    ;[before, previous, current] = [previous, current, before]
  }
  return previous[m]!
}
