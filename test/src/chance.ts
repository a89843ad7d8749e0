import { randomInt } from 'node:crypto'

// Choices by chance, from a seed: a failure can be run again.

/** A whole number below `below`. */
export type Chance = (below: number) => number

export function seeded(seed: number): Chance {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export const oneOf = <T>(pick: Chance, choices: readonly T[]): T => choices[pick(choices.length)]!

/** Another seed in each run, so that more is seen than was seen before; SEED=… runs one again. Name it in the test's name. */
export const drawnSeed = (): number => Number(process.env['SEED'] ?? randomInt(2 ** 31))

/** SAMPLE=1, as in CI: less of what is proven by number, and of every matrix a part, another one in each run. */
export const isSample = process.env['SAMPLE'] === '1'

/** How many: as the environment says, else of a sample fewer. */
export const countOf = (name: string, all: number, sample: number): number =>
  Number(process.env[name] ?? (isSample ? sample : all))

/** All cases; of a sample, one of each kind. */
export function sampleOf<T>(pick: Chance, all: readonly T[], kindOf: (one: T) => string): T[] {
  if (!isSample) return [...all]
  const drawn = new Set([...Map.groupBy(all, kindOf).values()].map((some) => oneOf(pick, some)))
  return all.filter((one) => drawn.has(one))
}
