import { once } from 'node:events'
import type { FaultPoint } from '@specie/service/base/faults.ts'
import { expect } from 'vitest'
import { type Random, sampleOf } from '../seeded-random.ts'
import type { Uat } from '../programs/uat.ts'
import { withConstants } from '../programs/constants.ts'

const moments = ['before', 'after'] as const

/** Both kinds of death at each of the fault points, in this order. */
export const at = (...points: FaultPoint[]): string[] =>
  points.flatMap((point) => moments.map((moment) => `${point}:${moment}`))

/** All of them; in a sample, one of the deaths at each point. */
export const drawnOf = <T extends string>(pick: Random, faults: readonly T[]): T[] =>
  sampleOf(pick, faults, (fault) => fault.split(':')[0]!)

/** Starts the service with the fault. With waiting work it may die before it is ready: false. */
export async function armed(uat: Uat, fault: string): Promise<boolean> {
  const early = await uat.restart(withConstants({ fault })).then(
    () => null,
    (error: Error) => error.message,
  )
  if (early !== null) expect(early).toContain('SIGKILL')
  return early === null
}

/** Starts it so, triggers the fault, and waits for its end. */
export async function diesAt(uat: Uat, fault: string, go: () => Promise<unknown> = async () => {}): Promise<void> {
  if (!(await armed(uat, fault))) return
  const died = once(uat.service.process, 'exit')
  await go().catch(() => {}) // a dying process does not answer
  expect([fault, (await died)[1]]).toEqual([fault, 'SIGKILL'])
}
