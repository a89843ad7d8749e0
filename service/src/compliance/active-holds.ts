import type { HoldReason } from '@specie/protocol/holds.ts'
import type { Sql, Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { idsOf } from '../base/state-machine/transitions.ts'

/** An active hold: undecided, or rejected while the item has not been reversed yet. */
export const isActive = `state <> 'released' and concluded_at is null`
export const isOpen = `state in ('placed', 'under_review', 'frozen')`

/** The oldest active hold of each item. */
export async function activeHold(
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, { reason: HoldReason; since: Date }>> {
  const rows = await sql.query<{ id: string; reason: HoldReason; since: Date }>(
    `select distinct on (subject_id) subject_id as id, reason, coalesce(hit_at, created_at) as since
     from compliance.hold where subject_id = any($1::uuid[]) and ${isActive} order by subject_id, created_at, id`,
    [ids],
  )
  return new Map(rows.map(({ id, reason, since }) => [id, { reason, since }]))
}

/** The rejection of these items has been processed. The mark is removed, and the rest of them may continue. */
export async function conclude<R extends { readonly id: string }>(env: Env, tx: Tx, rows: readonly R[]): Promise<R[]> {
  if (rows.length === 0) return []
  await tx.query(
    `update compliance.hold set concluded_at = $2 where subject_id = any($1::uuid[]) and state = 'rejected' and concluded_at is null`,
    [idsOf(rows), env.clock.now()],
  )
  return rows.map((row) => ('on_hold' in row ? { ...row, on_hold: false } : row))
}
