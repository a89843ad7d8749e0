import type { AssetCode } from '@specie/protocol/assets.ts'
import type { HeldKind } from '@specie/protocol/holds.ts'
import { type RuleDefinition, type RuleFigures } from '@specie/protocol/rules.ts'
import type { Sql } from '../../base/database/db.ts'
import { firedSql } from './figures.ts'

// A rule tried on the items of the past: the same figures as for new items. Nothing is written.

export type Slice = {
  readonly from: Date
  readonly to: Date
  /** The end of the slice before; null: the first one. */
  readonly after: Place | null
  /** How many items are looked at. */
  readonly size: number
}

/** A place in the order of all movements. */
export type Place = { readonly at: Date; readonly seq: bigint }

export type TriedHit = {
  readonly item_id: string
  readonly institution_id: string
  readonly kind: HeldKind
  readonly asset: AssetCode | null
  readonly worth: string | null
  readonly at: Date
  readonly figures: RuleFigures
}

/** `next`: where the next slice begins; null: all were looked at. */
export type Tried = { readonly lookedAt: number; readonly hits: TriedHit[]; readonly next: Place | null }

/** Looks at the next items of the time between `from` and `to`, oldest first. */
export async function tryOnHistory(sql: Sql, definition: RuleDefinition, slice: Slice): Promise<Tried> {
  const { from, to, after, size } = slice
  const start = after ?? { at: from, seq: -1n }
  const [end] = await sql.query<{ count: number; at: Date | null; seq: bigint | null }>(
    `with slice as materialized (select at, seq from compliance.movement
       where (at, seq) > ($1, $2) and at < $3 order by at, seq limit $4),
       final as (select at, seq from slice order by at desc, seq desc limit 1)
     select (select count(*)::integer from slice) as count, (select at from final) as at, (select seq from final) as seq`,
    [start.at, start.seq, to, size],
  )
  const { count, at, seq } = end!
  if (at === null || seq === null) return { lookedAt: 0, hits: [], next: null }
  const values: unknown[] = [start.at, start.seq, at, seq]
  const fired = firedSql(
    definition,
    '(m.at, m.seq) > ($1, $2) and (m.at, m.seq) <= ($3, $4)',
    (value) => `$${values.push(value)}`,
    'm.kind, m.asset, (m.worth / 100)::numeric(40, 2)::text as worth, m.at',
  )
  const hits = await sql.query<TriedHit>(`${fired} order by m.at, m.seq`, values)
  return { lookedAt: count, hits, next: count < size ? null : { at, seq } }
}

/** What the rule would have done with the last items: `14 of 9200`. */
export async function triedOnLast(sql: Sql, definition: RuleDefinition, size: number): Promise<string> {
  const [first] = await sql.query<Place>(
    'select at, seq from (select at, seq from compliance.movement order by at desc, seq desc limit $1) last order by at, seq limit 1',
    [size],
  )
  if (first === undefined) return '0 of 0'
  const after = { at: first.at, seq: first.seq - 1n }
  const { lookedAt, hits } = await tryOnHistory(sql, definition, { from: first.at, to: endOfTime, after, size })
  return `${hits.length} of ${lookedAt}`
}

const endOfTime = new Date('9999-01-01T00:00:00Z')

/** How many items there are in this time. */
export async function countMovements(sql: Sql, from: Date, to: Date): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*)::integer as count from compliance.movement where at >= $1 and at < $2',
    [from, to],
  )
  return row!.count
}
