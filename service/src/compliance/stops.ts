import type { Tx } from '../base/database/db.ts'
import { setActor } from '../base/state-machine/move.ts'

/**
 * The items among these that must not move: on hold, or wallets that are not usable now. Placing a hold on one of the
 * others waits until this transaction has ended. So this is the last check before an effect (S1). Call it before
 * locking rows of operations or payouts.
 */
export async function stoppedAmong(tx: Tx, items: readonly string[]): Promise<Set<string>> {
  if (items.length === 0) return new Set()
  const rows = await tx.query<{ item: string }>('select compliance.stopped_among($1::uuid[]) as item', [items])
  return new Set(rows.map((row) => row.item))
}

/**
 * The transactions signed for these items can never be included, so the items have not left. Those of a stopped
 * institution are put on hold now. Call it before locking rows of operations.
 */
export async function holdFailedItems(tx: Tx, subjects: readonly string[], at: Date): Promise<void> {
  await setActor(tx, { actor: 'service', why: 'its transaction can never be included', at })
  await tx.query('select compliance.hold_items($1::uuid[])', [subjects])
}
