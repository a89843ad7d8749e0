import type { AssetCode } from '@specie/protocol/assets.ts'
import type { HeldKind } from '@specie/protocol/holds.ts'
import { type RuleDefinition, type RuleFigures } from '@specie/protocol/rules.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import { planForValues } from '../../base/database/prepared.ts'
import { firedSql } from './figures.ts'

// A rule tried on the items of the past: the same figures as for new items. Nothing is written.

export type Slice = {
  readonly from: Date
  readonly to: Date
  /** The end of the slice before; null: the first one. */
  readonly after: bigint | null
  /** How many items are looked at. */
  readonly size: number
}

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
export type Tried = { readonly lookedAt: number; readonly hits: TriedHit[]; readonly next: bigint | null }

/** Looks at the next items of the time between `from` and `to`, in their order. */
export async function tryOnHistory(tx: Tx, definition: RuleDefinition, slice: Slice): Promise<Tried> {
  const { from, to, after, size } = slice
  // A plan for any slice reads the items of all institutions for each item (a thousand times slower).
  await planForValues(tx)
  const [end] = await tx.query<{ count: number; last: bigint | null }>(
    `select count(*)::integer as count, max(seq) as last from (
       select seq from compliance.movement where seq > $1 and at >= $2 and at < $3 order by seq limit $4) slice`,
    [after ?? 0n, from, to, size],
  )
  const { count, last } = end!
  if (last === null) return { lookedAt: 0, hits: [], next: null }
  const values: unknown[] = [after ?? 0n, last, from, to]
  const fired = firedSql(
    definition,
    'm.seq > $1 and m.seq <= $2 and m.at >= $3 and m.at < $4',
    (value) => `$${values.push(value)}`,
    'm.kind, m.asset, (m.worth / 100)::numeric(40, 2)::text as worth, m.at, m.seq',
  )
  const hits = await tx.query<TriedHit>(`${fired} order by m.seq`, values)
  return { lookedAt: count, hits, next: count < size ? null : last }
}

/** What the rule would have done with the last items: `14 of 9200`. */
export async function triedOnLast(tx: Tx, definition: RuleDefinition, size: number): Promise<string> {
  const [first] = await tx.query<{ seq: bigint | null }>(
    'select min(seq) as seq from (select seq from compliance.movement order by seq desc limit $1) last',
    [size],
  )
  const seq = first!.seq
  if (seq === null) return '0 of 0'
  const all = { from: new Date(0), to: endOfTime, after: seq - 1n, size }
  const { lookedAt, hits } = await tryOnHistory(tx, definition, all)
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
