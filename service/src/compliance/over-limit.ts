import { type LimitedProduct, limitedProductWords } from '@specie/protocol/limits.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { activeHold } from './active-holds.ts'
import { placeHold, releasedAmong, screeningActor } from './holds.ts'

type Item = { readonly id: string; readonly institution_id: string }

const reason = 'edd_required'

/**
 * Money that arrives above a limit cannot be refused, so it is held until two people decide. What they have released for
 * that is not held again.
 */
export async function holdOverLimit(env: Env, tx: Tx, items: readonly Item[]): Promise<void> {
  const ids = items.map(({ id }) => id)
  const rows = await tx.query<{ id: string; product: LimitedProduct; asset: string }>(
    'select subject as id, product, asset from compliance.limit_item where subject = any($1::uuid[]) and is_over',
    [ids],
  )
  if (rows.length === 0) return
  const over = new Map(rows.map((row) => [row.id, row]))
  const held = await activeHold(tx, [...over.keys()])
  const released = await releasedAmong(tx, reason, screeningActor, [...over.keys()])
  for (const { id: on, institution_id: institutionId } of items) {
    const row = over.get(on)
    if (row === undefined || held.has(on) || released.has(on)) continue
    const why = `above the limit of ${limitedProductWords[row.product]} in ${row.asset}`
    await placeHold(env, tx, { institutionId, on, reason, why }, screeningActor)
  }
}
