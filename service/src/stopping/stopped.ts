import { type HeldKind, heldKinds } from '@specie/protocol/holds.ts'
import { statesOf, isDone } from '@specie/protocol/machines.ts'
import { closeCases, closeCasesOf, openCasesAgain, openCasesOf } from '../banking/reconciliation/cases.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import type { Job } from '../base/jobs/runner.ts'
import { idsOf } from '../base/state-machine/transitions.ts'
import { effectivenessOfAll } from './irrevocable.ts'
import type { HeldItem } from '../compliance/held-items.ts'

/** `waiting`: the number of items that wait now; `irrevocable`: those that could not be stopped, or only in part. */
export type Stopped = { waiting: number; irrevocable: { kind: HeldKind; id: string; problem: string }[] }

/**
 * Reports the items of an institution that was just stopped. Opens a case for each item that could not be stopped.
 * There may be thousands, so each statement covers all items of a kind.
 */
export async function reportStopped(env: Env, tx: Tx, institutionId: string): Promise<Stopped> {
  const stopped: Stopped = { waiting: 0, irrevocable: [] }
  for (const kind of heldKinds.filter((one) => one !== 'rail')) {
    const { waiting, begun } = await openItems(env, tx, kind, institutionId)
    stopped.waiting += waiting
    stopped.irrevocable.push(...(await problemsOf(env, tx, kind, begun)))
  }
  const cases = stopped.irrevocable.map((one) => ({ cause: one.id, detail: { institutionid: institutionId, ...one } }))
  // Some may be left from an earlier stop. More items may have left since then.
  const at = env.clock.now()
  await closeCasesOf(tx, 'left_anyway', 'id', idsOf(stopped.irrevocable), at, 'service')
  await openCasesAgain(tx, 'left_anyway', cases, at)
  return stopped
}

async function problemsOf(env: Env, tx: Tx, kind: HeldKind, begun: readonly Open[]): Promise<Stopped['irrevocable']> {
  const effectiveness = await effectivenessOfAll(env, tx, begun)
  return begun.flatMap(({ id }) => {
    const { irrevocable } = effectiveness.get(id)!
    return irrevocable === null ? [] : [{ kind, id, problem: irrevocable }]
  })
}

type Open = HeldItem & { on_hold: boolean }

/** `begun`: the items of which a part may have left. */
async function openItems({ runtime }: Env, tx: Tx, kind: HeldKind, institutionId: string) {
  const { table, machine } = runtime.rooms.held[kind]
  const open = statesOf(machine).filter((state) => !isDone(machine, state))
  const [found] = await tx.query<{ waiting: bigint; ids: string[] }>(
    `select count(*) filter (where on_hold) as waiting, coalesce(array_agg(id), '{}') as ids
     from ${table} where institution_id = $1 and state = any($2)`,
    [institutionId, open],
  )
  const rows = await tx.query<Omit<Open, 'kind'>>(
    `select id, institution_id, state, on_hold from ${table}
     where id in (select compliance.begun_among($1::uuid[])) order by id`,
    [found!.ids],
  )
  return { waiting: Number(found!.waiting), begun: rows.map((row): Open => ({ kind, ...row })) }
}

/** Closes cases about unstoppable items that have ended. */
export const closeEnded: Job = {
  name: 'stopping.ended',
  everyMs: 10_000,
  run: async (env) => {
    const open = await openCasesOf(env.db, 'left_anyway')
    let closed = 0
    for (const [kind, cases] of Map.groupBy(open, ({ detail }) => detail['kind'] as HeldKind)) {
      const { table, machine } = env.runtime.rooms.held[kind]
      const ended = await env.db.query<{ id: string }>(
        `select id from ${table} where id = any($1::uuid[]) and state = any($2)`,
        [cases.map(({ detail }) => detail['id']), statesOf(machine).filter((state) => isDone(machine, state))],
      )
      const over = new Set(ended.map(({ id }) => id))
      const causes = cases.filter(({ detail }) => over.has(detail['id']!)).map(({ cause }) => cause)
      await closeCases(env.db, 'left_anyway', causes, env.clock.now(), 'service')
      closed += causes.length
    }
    return closed
  },
}
