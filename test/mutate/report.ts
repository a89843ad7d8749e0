import { describe, type Judged, type Mutant } from './mutant.ts'

export type Score = { module: string; killed: number; survived: number; equivalent: number; percent: number }

/** Below this a module fails. */
export const goal = 90

/** The share of noticed mutants. An endless run counts as noticed. */
export function scores(judged: readonly Judged[]): Score[] {
  const byModule = Map.groupBy(judged, ({ mutant }) => mutant.module)
  return [...byModule].map(([module, all]) => {
    const count = (...verdicts: Judged['verdict'][]) => all.filter(({ verdict }) => verdicts.includes(verdict)).length
    const [killed, survived] = [count('killed', 'slow'), count('survived', 'unseen')]
    const percent = killed + survived === 0 ? 100 : Math.floor((1_000 * killed) / (killed + survived)) / 10
    return { module, killed, survived, equivalent: count('equivalent'), percent }
  })
}

export const isBelow = ({ percent }: Score): boolean => percent < goal

/** For a random sample of mutants: a module at its goal hardly ever has this many survivors. */
export function isPlainlyBelow({ killed, survived }: Score): boolean {
  const tried = killed + survived
  const living = 1 - goal / 100
  let exactly = (1 - living) ** tried // the chance of no survivor at all
  let fewer = 0
  for (let n = 0; n < survived; n += 1) {
    fewer += exactly
    exactly *= ((tried - n) / (n + 1)) * (living / (1 - living))
  }
  return 1 - fewer < 0.01
}

export function table(all: readonly Score[]): string {
  const rows = all.map((one) => [one.module, `${one.percent} %`, one.killed, one.survived, one.equivalent].map(String))
  const head = ['module', 'score', 'killed', 'survived', 'equivalent']
  const widths = head.map((title, n) => Math.max(title.length, ...rows.map((row) => row[n]!.length)))
  return [head, ...rows]
    .map((row) => row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!))).join('  '))
    .join('\n')
}

export function survivors(judged: readonly Judged[]): string {
  const alive = judged.filter(({ verdict }) => verdict === 'survived' || verdict === 'unseen')
  const lines = alive
    .toSorted(byPlace)
    .map(({ mutant, verdict }) => `${describe(mutant)}${verdict === 'unseen' ? '  (no test runs it)' : ''}`)
  return lines.join('\n')
}

const byPlace = ({ mutant: a }: { mutant: Mutant }, { mutant: b }: { mutant: Mutant }): number =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line
