import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import { idsOf, moveRows } from '../../base/state-machine/transitions.ts'
import { frozenHolds } from '../../compliance/ended.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { cancelPayouts, closeFailedReturns, paidOrOrdered } from '../payout/row.ts'
import { lotOf, type OwnedWire, wireJournal, wireMachine } from './row.ts'

const freezable = `on_hold and state in ('held', 'return_pending') and compliance.frozen_hold(id) is not null`

/**
 * Two people have frozen these wires. The money stays with us, for an authority, and the hold stays. A pending return is
 * canceled; a return that the bank has an order to pay cannot be frozen.
 */
export async function freezeWires(env: Env, tx: Tx, by: By): Promise<number> {
  const found = await tx.query<OwnedWire>(
    `select * from banking.wire where ${freezable} order by created_at, id for update skip locked`,
  )
  const returning = idsOf(found.filter(({ state }) => state === 'return_pending'))
  await cancelPayouts(env, tx, 'return', returning, 'Two people have frozen the wire.', by)
  const ordered = await paidOrOrdered(tx, 'return', returning)
  const free = found.filter(({ id }) => !ordered.has(id))
  const holds = await frozenHolds(tx, idsOf(free))
  for (const wire of free) {
    const frozen_by = holds.get(wire.id)!
    await postIn(env, tx, [wireJournal({ ...wire, frozen_by }, 'frozen', lotOf[wire.state] ?? 'returns', 'frozen')])
    await moveRows(tx, wireMachine, [wire], 'freeze', by, { frozen_by })
    await closeFailedReturns(tx, wire.id, by.at)
  }
  return free.length
}

/** Throws when the bank already has the order to return it. */
export async function assertWireDecidable(_env: Env, tx: Tx, id: string, decision: string): Promise<void> {
  if (decision !== 'freeze' || !(await paidOrOrdered(tx, 'return', [id])).has(id)) return
  throw badRequest(
    'too_late',
    'The bank already has the order to return this wire, so it cannot be frozen.',
    'decision',
  )
}
