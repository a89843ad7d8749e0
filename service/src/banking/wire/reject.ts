import { isDone, machines } from '@specie/protocol/machines.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { conclude, rejectedRows } from '../../compliance/screening.ts'
import { openCase } from '../reconciliation/cases.ts'
import { isTransient } from '../../base/jobs/for-each-due.ts'
import { type OwnedWire, type Wire, wireMachine } from './row.ts'
import { sendBackIn, returnTarget } from './send-back.ts'

/** One case for each apparent sender account: after the bank corrects the account, the return is tried again. */
const causeOf = ({ id, sender_account }: Wire): string => `${id}/${sender_account ?? ''}`

const waits = ['held', 'unidentified']

/** Wires with a case stay held until staff have acted, so they are left out. */
const withoutCase = `not (state in ('held', 'unidentified') and exists (select from banking.bank_case
  where kind = 'return_failed' and cause = item.id || '/' || coalesce(item.sender_account, '')))`

/** Compliance has rejected these wires. Each is returned to its sender, or stays held with a case that gives the reason. */
export async function rejectWires(env: Env, tx: Tx, by: By): Promise<number> {
  const found = await rejectedRows<OwnedWire>(tx, wireMachine, withoutCase)
  const hasLeft = ({ state }: Wire) => state === 'return_pending' || isDone(machines.wire, state)
  const left = found.filter(hasLeft)
  await conclude(env, tx, left)
  const waiting = found.filter(({ state }) => waits.includes(state))
  for (const wire of waiting) {
    const problem = await returnOne(env, tx, wire, by)
    if (problem !== null) await raise(env, tx, wire, problem, by.at)
  }
  return left.length + waiting.length
}

/** Null when the wire is being sent back, otherwise the reason. A failure is rolled back and does not stop the others. */
async function returnOne(env: Env, tx: Tx, wire: OwnedWire, by: By): Promise<string | null> {
  const target = returnTarget(wire)
  if ('problem' in target) return target.problem
  try {
    await tx.savepoint(async () => {
      const [free] = await conclude(env, tx, [wire])
      await sendBackIn(env, tx, free!, by)
    })
    return null
  } catch (error) {
    if (!(error instanceof Error) || isTransient(error)) throw error
    return `Wire ${wire.id} could not be returned: ${error.message}`
  }
}

async function raise(env: Env, tx: Tx, wire: Wire, problem: string, at: Date): Promise<void> {
  env.log.error({ wireid: wire.id, problem }, 'a rejected wire could not be returned')
  await openCase(tx, { kind: 'return_failed', cause: causeOf(wire), detail: { wireid: wire.id, problem } }, at)
}
