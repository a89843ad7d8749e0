import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { HitState } from './hits.ts'

// What two people decide about a pair of a party and an entry. The database checks their approval (assert_hit_decided).

/** Releases holds once people have cleared all hits that they are about (compliance/cleared-holds.ts). */
export const clearedHoldsJob = 'compliance.cleared_holds'

export type Deciders = { readonly maker: string; readonly checker: string }

const actions = { cleared: 'hit.cleared', confirmed: 'hit.confirmed' } as const

/**
 * Clears or confirms these hits. What was cleared before stays cleared when an item is rejected: its money returns for a
 * reason of its own.
 */
export async function decideHits(
  { clock }: Pick<Env, 'clock'>,
  tx: Tx,
  ids: readonly string[],
  state: Exclude<HitState, 'open'>,
  { maker, checker }: Deciders,
): Promise<void> {
  if (ids.length === 0) return
  const before: HitState[] = state === 'cleared' ? ['open', 'confirmed'] : ['open']
  const decided = await tx.query<{ id: string }>(
    `update compliance.hit set state = $2, maker = $3, checker = $4, decided_at = $5
     where id = any($1::uuid[]) and state = any($6) returning id`,
    [ids, state, maker, checker, clock.now(), before],
  )
  for (const { id } of decided) audit(tx, { actor: checker, action: actions[state], subject: id, detail: { maker } })
}

/** Links a hold to the hits that it is about. */
export async function noteHitsOfHold(tx: Tx, hold: string, hits: readonly string[]): Promise<void> {
  await tx.query('insert into compliance.hold_hit (hold_id, hit_id) select $1, id from unnest($2::uuid[]) id', [
    hold,
    [...new Set(hits)],
  ])
}

/** The hits among these, by item, that no active hold on the item is about. */
export async function hitsWithoutHold(
  tx: Tx,
  pairs: readonly { readonly item: string; readonly hit: string }[],
): Promise<Map<string, string[]>> {
  if (pairs.length === 0) return new Map()
  const rows = await tx.query<{ item: string; hit: string }>(
    `select distinct item, hit from unnest($1::uuid[], $2::uuid[]) pair (item, hit)
     where not exists (select from compliance.hold_hit l join compliance.hold h on h.id = l.hold_id
       where l.hit_id = pair.hit and h.subject_id = pair.item and h.state <> 'released' and h.concluded_at is null)
     order by item, hit`,
    [pairs.map(({ item }) => item), pairs.map(({ hit }) => hit)],
  )
  const found = Map.groupBy(rows, ({ item }) => item)
  return new Map([...found].map(([item, some]) => [item, some.map(({ hit }) => hit)]))
}
