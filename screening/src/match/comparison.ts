/** From this score on, two names are a hit: people look at it. */
export const hitFrom = 0.85

/** From this score on, other evidence can make two names a hit. */
export const nearFrom = 0.8

export type Comparison = {
  /** From 0 to 1. */
  readonly score: number
  readonly hit: boolean
  /** The score part by part. */
  readonly why: readonly string[]
}

const places = 1000

/**
 * What is left of 1 where two names are as likely the same as not, on labelled pairs (test/bench/screening). The scale is
 * stretched so that it is `hitFrom`.
 */
const even = 0.76

const stretched = (rest: number): number =>
  rest < even ? (rest * hitFrom) / even : hitFrom + ((rest - even) * (1 - hitFrom)) / (1 - even)

/** `rest`: what is left of 1 after everything that differs is taken off. */
export function comparison(rest: number, why: readonly string[]): Comparison {
  const rounded = Math.round(stretched(Math.max(0, Math.min(1, rest))) * places) / places
  return { score: rounded, hit: rounded >= hitFrom, why }
}
