import { randomInt } from 'node:crypto'

// Random choices from a seed: a failure can be repeated.

/** A whole number below `below`. */
export type Random = (below: number) => number

export function seeded(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export const oneOf = <T>(pick: Random, choices: readonly T[]): T => choices[pick(choices.length)]!

/** Another seed in each run, for more coverage; SEED=… repeats one. Put it into the test's name. */
export const drawnSeed = (): number => Number(process.env['SEED'] ?? randomInt(2 ** 31))

/** SAMPLE=1, as in CI: smaller numbers, and a part of every matrix, another one in each run. */
export const isSample = process.env['SAMPLE'] === '1'

/** The number: from the environment, else smaller in a sample. */
export const countOf = (name: string, all: number, sample: number): number =>
  Number(process.env[name] ?? (isSample ? sample : all))

/** All cases; in a sample, one of each kind. */
export function sampleOf<T>(pick: Random, all: readonly T[], kindOf: (one: T) => string): T[] {
  if (!isSample) return [...all]
  const drawn = new Set([...Map.groupBy(all, kindOf).values()].map((some) => oneOf(pick, some)))
  return all.filter((one) => drawn.has(one))
}
