import type { Env } from '../env.ts'

/** In the order in which they are sealed and checked. */
export const streamNames = ['journals', 'orders', 'versions', 'history'] as const

/** Written data that is sealed, in the order in which it was committed. */
export type Stream = {
  readonly name: (typeof streamNames)[number]
  /** SQL of the position after `$1` up to which every transaction has ended. */
  readonly end: string
  /** The last position that may be sealed now, for streams in which `end` does not determine it. */
  readonly limit?: (env: Env) => Promise<bigint>
  /** SQL of the items from position `$1` to `$2`: (place, item, hash); `item` is a readable name. */
  readonly items: string
}

export const hashed = (parts: string) => `sha256(convert_to(jsonb_build_array(${parts})::text, 'UTF8'))`

/** Maximum items under one seal: small enough to find a changed item quickly. */
export const maxItems = 5_000

/**
 * Each item has the id of the transaction that wrote it. Items from before the oldest open transaction are complete.
 */
export const byTransaction = (table: string, where: string, item: string, parts: string, order: string) => ({
  end: `select max(committed::text::numeric) as end from (
      select committed from ${table} where committed > ($1::text)::xid8 and committed < pg_snapshot_xmin(pg_current_snapshot())
        and ${where} order by committed limit ${maxItems}) next`,
  items: `select committed::text::numeric as place, ${item} as item, ${hashed(parts)} as hash from ${table} t
    where committed between ($1::text)::xid8 and ($2::text)::xid8 and ${where} order by committed, ${order}`,
})

export const versionStream: Stream = {
  name: 'versions',
  ...byTransaction(
    'audit.version',
    'true',
    `name || ' ' || id`,
    `seq, name, id, (select jsonb_build_array(s.name, s.columns) from audit.shape s where s.id = shape), encode(hash, 'hex'), role`,
    'seq',
  ),
}

export const historyStream: Stream = {
  name: 'history',
  ...byTransaction(
    'state.history',
    'true',
    `'state.history ' || id`,
    `id, machine, subject, from_state, to_state, actor, why, extract(epoch from at), institution_id, hold`,
    'id',
  ),
}
