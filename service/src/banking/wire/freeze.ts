import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { idsOf, moveRows } from '../../base/state-machine/transitions.ts'
import { frozenHolds } from '../../compliance/ended.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { type OwnedWire, wireMachine } from './row.ts'

/** Two people have frozen these wires: the money stays with us, for an authority. The hold stays on them. */
export async function freezeWires(env: Env, tx: Tx, by: By): Promise<number> {
  const found = await tx.query<OwnedWire>(
    `select * from banking.wire where on_hold and state = 'held' and compliance.frozen_hold(id) is not null
     order by created_at, id for update skip locked`,
  )
  const holds = await frozenHolds(tx, idsOf(found))
  for (const wire of found) {
    const { id, institution_id, currency, amount, bankref, value_date } = wire
    const hold = holds.get(id)!
    const lines = [
      debit(account('client', 'held', institution_id, currency), amount),
      credit(account('client', 'frozen', hold, currency), amount),
    ]
    const meta = { wireid: id, bankref, value: value_date }
    await postIn(env, tx, [{ key: `wire:${id}:frozen`, kind: 'wire_frozen', lines, meta }])
    await moveRows(tx, wireMachine, [wire], 'freeze', by, { frozen_by: hold })
  }
  return found.length
}
