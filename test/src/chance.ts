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
