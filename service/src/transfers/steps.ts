import { type Machine, next } from '@specie/protocol/machines.ts'
import type { Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import { around, type FaultPoint } from '../base/faults.ts'
import { acting, type By, type Stateful } from '../base/machines.ts'

// How a job takes many things a step further: as sets, in transactions of bounded size.

/** One transaction's worth of work; answers how many things it has moved. */
export type Work = (env: Env, tx: Tx) => Promise<number>

export async function untilNone(env: Env, work: Work): Promise<number> {
  for (let total = 0; ;) {
    const steps = await env.db.tx((tx) => work(env, tx))
    if (steps === 0) return total
    total += steps
  }
}

/** The same between two fault points, which an idle job does not pass: `due` yields a row when there is work. */
export async function untilNoneAround(env: Env, point: FaultPoint, due: string, work: Work): Promise<number> {
  for (let total = 0; ;) {
    const [found] = await env.db.query(due)
    const steps = found ? await around(env, point, () => env.db.tx((tx) => work(env, tx))) : 0
    if (steps === 0) return total
    total += steps
  }
}

type Moving = { readonly id: string; readonly state: string }

/** Moves things that are all in one state, whose rows are locked, along their table (S1). */
export async function moveAll(tx: Tx, what: Stateful, things: readonly Moving[], event: string, by: By): Promise<void> {
  const [first] = things
  if (!first) return
  const to = next(what.machine, first.state, event)
  if (to === null) throw new Error(`a ${what.machine.name} that is ${first.state} cannot ${event}`)
  await acting(tx, by)
  await tx.query(`update ${what.table} set state = $2, updated_at = $3 where id = any($1)`, [idsOf(things), to, by.at])
}

/** Takes the step with those that can still take it; answers all of them as they are then. */
export async function take<T extends Moving>(
  tx: Tx,
  what: Stateful,
  things: readonly T[],
  event: string,
  by: By,
): Promise<T[]> {
  const after: T[] = []
  const machine: Machine = what.machine
  for (const [state, some] of Map.groupBy(things, (one) => one.state)) {
    const to = next(machine, state, event)
    if (to !== null) await moveAll(tx, what, some, event, by)
    after.push(...some.map((one) => ({ ...one, state: to ?? state })))
  }
  return after
}

export const idsOf = (things: readonly Moving[]): string[] => things.map((one) => one.id)
