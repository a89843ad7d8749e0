import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { compareNames, type Kind } from '@specie/screening/match/compare-names.ts'
import type { Comparison } from '@specie/screening/match/comparison.ts'
import { csvRows } from '@specie/screening/csv.ts'

/** A pair of names, labelled by hand: are they plausibly the same? */
export type LabelledPair = {
  readonly kind: Kind
  readonly one: string
  readonly other: string
  readonly same: boolean
  readonly category: string
  readonly script: string
  /** Not looked at while the matcher is developed. */
  readonly held: boolean
}

export const pairFiles = [
  'pairs-one.csv',
  'pairs-two.csv',
  'pairs-three.csv',
  'pairs-four.csv',
  'pairs-outsider.csv',
] as const

export function readPairs(file: string): LabelledPair[] {
  const rows = csvRows(readFileSync(new URL(file, import.meta.url), 'utf8')).slice(1)
  return rows.map(([kind, one = '', other = '', label, category = '', script = '']) => ({
    kind: kind as Kind,
    one,
    other,
    same: label === '1',
    category,
    script,
    held: isHeld(one, other),
  }))
}

const isHeld = (one: string, other: string): boolean =>
  createHash('sha256').update(`${one}|${other}`).digest()[0]! % 3 === 0

export type Verdict = LabelledPair & { readonly found: Comparison }

export const judged = (pairs: readonly LabelledPair[]): Verdict[] =>
  pairs.map((pair) => ({ ...pair, found: compareNames(pair.kind, pair.one, pair.other) }))

export type Figures = { readonly pairs: number; readonly recall: number; readonly precision: number }

export function figuresOf(verdicts: readonly Verdict[]): Figures {
  const same = verdicts.filter((one) => one.same)
  const hits = verdicts.filter((one) => one.found.hit)
  const right = hits.filter((one) => one.same).length
  return {
    pairs: verdicts.length,
    recall: right / Math.max(1, same.length),
    precision: right / Math.max(1, hits.length),
  }
}
