import type { HoldReason } from '@specie/protocol/holds.ts'
import type { Sql } from '../../base/database/db.ts'
import { idsOf } from '../../base/state-machine/transitions.ts'

/** Why these wires are held, and since when. */
export async function heldWires(
  sql: Sql,
  held: readonly { id: string }[],
): Promise<Map<string, { reason: HoldReason; since: Date }>> {
  if (held.length === 0) return new Map()
  const rows = await sql.query<{ id: string; reason: HoldReason; since: Date }>(
    'select id, hold as reason, updated_at as since from banking.wire where id = any($1::uuid[]) and hold is not null',
    [idsOf(held)],
  )
  return new Map(rows.map(({ id, ...hold }) => [id, hold]))
}
