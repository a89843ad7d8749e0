import { type HeldKind, heldKinds } from '@specie/protocol/holds.ts'
import { statesOf, isDone } from '@specie/protocol/machines.ts'
import { closeCasesAbout, openCaseAgain } from '../banking/reconciliation/cases.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { effectivenessOf } from './irrevocable.ts'
import type { Thing } from './things.ts'

/** `waiting`: how many things wait now; `irrevocable`: what could not be stopped any more, or only in part. */
export type Stopped = { waiting: number; irrevocable: { kind: HeldKind; id: string; problem: string }[] }

/** What became of the things of an institution that was just stopped. For what could not be stopped, a case is opened. */
export async function reportStopped(env: Env, tx: Tx, institutionId: string): Promise<Stopped> {
  const stopped: Stopped = { waiting: 0, irrevocable: [] }
  const at = env.clock.now()
  for (const { on_hold, ...thing } of await openThings(env, tx, institutionId)) {
    if (on_hold) stopped.waiting += 1
    const { irrevocable } = await effectivenessOf(env, tx, thing)
    if (irrevocable === null) continue
    const [{ kind, id }, problem] = [thing, on_hold ? irrevocable : ending(irrevocable)]
    stopped.irrevocable.push({ kind, id, problem })
    const detail = { institutionid: institutionId, kind, id, problem }
    // It may have been told before, when it was stopped before: more may have left since.
    await closeCasesAbout(tx, 'left_anyway', { id }, at, 'service')
    await openCaseAgain(tx, { kind: 'left_anyway', cause: id, detail }, at)
  }
  return stopped
}

/** No hold lies on it: it ends by itself. */
const ending = (irrevocable: string): string =>
  irrevocable.replace(/ It cannot be stopped; the hold stays.*$| What follows it waits\.$/, ' It ends by itself.')

type Open = Thing & { on_hold: boolean }

async function openThings({ runtime }: Env, tx: Tx, institutionId: string): Promise<Open[]> {
  const found: Open[] = []
  for (const kind of heldKinds.filter((one) => one !== 'rail')) {
    const { table, machine } = runtime.holdable[kind]
    const rows = await tx.query<Omit<Open, 'kind'>>(
      `select id, institution_id, state, on_hold from ${table} where institution_id = $1 and state = any($2) order by id`,
      [institutionId, statesOf(machine).filter((state) => !isDone(machine, state))],
    )
    found.push(...rows.map((row) => ({ kind, ...row })))
  }
  return found
}
