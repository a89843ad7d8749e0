/** From this score on, two names are a hit: people look at it. */
export const hitFrom = 0.85

export type Comparison = {
  /** From 0 to 1. */
  readonly score: number
  readonly hit: boolean
  /** The score part by part. */
  readonly why: readonly string[]
}

const places = 1000

export function comparison(score: number, why: readonly string[]): Comparison {
  const rounded = Math.round(Math.max(0, Math.min(1, score)) * places) / places
  return { score: rounded, hit: rounded >= hitFrom, why }
}
