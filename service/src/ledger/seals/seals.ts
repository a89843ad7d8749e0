import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { signHead } from './signed-head.ts'

// Written data is sealed (V1): a hash over each range of journals, orders, row versions and history goes into the audit
// chain, whose head is signed. Data that is changed afterwards no longer matches its hash.

export type Stream = {
  readonly name: string
  /** SQL of the position after `$1` up to which every transaction has ended. */
  readonly end: string
  /** SQL of the items from position `$1` to `$2`: (place, item, hash); `item` is a readable name. */
  readonly items: string
}

const hashed = (parts: string) => `sha256(convert_to(jsonb_build_array(${parts})::text, 'UTF8'))`

/** Maximum items under one seal: small enough to find a changed item quickly. */
const maxItems = 5_000

/** Each item has the id of the transaction that wrote it: those before the oldest open transaction are complete. */
const byTransaction = (table: string, where: string, item: string, parts: string, order: string) => ({
  end: `select max(committed::text::numeric) as end from (
      select committed from ${table} where committed > ($1::text)::xid8 and committed < pg_snapshot_xmin(pg_current_snapshot())
        and ${where} order by committed limit ${maxItems}) next`,
  items: `select committed::text::numeric as place, ${item} as item, ${hashed(parts)} as hash from ${table} t
    where committed between ($1::text)::xid8 and ($2::text)::xid8 and ${where} order by committed, ${order}`,
})

export const streams: readonly Stream[] = [
  {
    name: 'journals',
    // An id is assigned before its transaction commits, so later ones may commit first: settledJournals waits for them.
    end: `select max(id)::numeric as end from (select id from ledger.journal where id > ($1::text)::bigint order by id limit ${maxItems}) next`,
    items: `
      select j.id::numeric as place, 'ledger.journal ' || j.id || ' ' || j.key as item,
        ${hashed(`j.id, j.key, j.kind, extract(epoch from j.at), j.reverses, j.meta, (
          select jsonb_agg(jsonb_build_array(a.pool, a.name, a.owner, a.asset, e.version, e.amount, e.balance)
            order by a.pool, a.name, a.owner, a.asset, e.version)
          from ledger.entry e left join ledger.account a on a.id = e.account_id where e.journal_id = j.id)`)} as hash
      from ledger.journal j where j.id between ($1::text)::bigint and ($2::text)::bigint order by j.id`,
  },
  {
    name: 'orders',
    ...byTransaction(
      'trading.client_order',
      `state <> 'received'`,
      `'trading.client_order ' || id`,
      `id, institution_id, clordid, symbol, side, qty, price, state, amount, fee, fills, error, trade_id,
       extract(epoch from created_at), extract(epoch from updated_at)`,
      'id',
    ),
  },
  {
    name: 'versions',
    ...byTransaction(
      'audit.version',
      'true',
      `name || ' ' || id`,
      `seq, name, id, (select jsonb_build_array(s.name, s.columns) from audit.shape s where s.id = shape), encode(hash, 'hex'), role`,
      'seq',
    ),
  },
  {
    name: 'history',
    ...byTransaction(
      'state.history',
      'true',
      `'state.history ' || id`,
      `id, machine, subject, from_state, to_state, actor, why, extract(epoch from at), institution_id, hold`,
      'id',
    ),
  },
]

/** The content of a seal. */
export type Content = { count: bigint; sha256: Buffer; marks: Buffer }

export async function contentOf(sql: Sql, { items }: Stream, first: bigint, last: bigint): Promise<Content | null> {
  const [row] = await sql.query<Content>(
    `select count(*) as count, sha256(string_agg(hash, ''::bytea order by n)) as sha256,
       string_agg(substr(hash, 1, 8), ''::bytea order by n) as marks
     from (select hash, row_number() over () as n from (${items}) sorted) numbered`,
    [String(first), String(last)],
  )
  return row!.count === 0n ? null : row!
}

export const sealAll: Job = {
  name: 'audit.seals',
  everyMs: 30_000,
  run: async (env) => {
    let seals = 0
    for (const stream of streams) {
      const limit = stream.name === 'journals' ? await settledJournals(env) : null
      while (await env.db.tx((tx) => sealNext(tx, stream, limit))) seals += 1
    }
    await signHead(env)
    return seals
  },
}

const maxTries = 40
const pauseMs = 50

/**
 * The last journal at this moment, once every transaction that was open then has ended: one of those may still commit a
 * journal with a smaller id. 0 when they take too long; the next run tries again.
 */
async function settledJournals({ db }: Env): Promise<bigint | null> {
  const [now] = await db.query<{ last: bigint | null; open: string }>(
    `select max(id) as last, pg_snapshot_xmax(pg_current_snapshot())::text as open from ledger.journal`,
  )
  for (let tries = 0; tries < maxTries; tries += 1) {
    const ended = await db.query(`select 1 where pg_snapshot_xmin(pg_current_snapshot()) >= ($1::text)::xid8`, [
      now!.open,
    ])
    if (ended.length > 0) return now!.last ?? 0n
    await sleep(pauseMs)
  }
  return 0n
}

/** Seals the next range; false when nothing is left to seal. */
async function sealNext(tx: Tx, stream: Stream, limit: bigint | null): Promise<boolean> {
  const [before] = await tx.query<{ last: bigint | null }>(
    'select max(last) as last from audit.seal where stream = $1',
    [stream.name],
  )
  const from = before!.last ?? 0n
  const [row] = await tx.query<{ end: bigint | null }>(stream.end, [String(from)])
  const found = row!.end
  const last = found !== null && limit !== null && found > limit ? limit : found
  if (last === null) return false
  const content = await contentOf(tx, stream, from + 1n, last)
  if (content === null) return false
  await tx.query('select audit.add_seal($1, $2, $3, $4, $5, $6)', [
    stream.name,
    from + 1n,
    last,
    content.count,
    content.sha256,
    content.marks,
  ])
  return true
}

export const sealDetail = (seal: { first: bigint; last: bigint; count: bigint; sha256: Buffer }) => ({
  first: String(seal.first),
  last: String(seal.last),
  count: String(seal.count),
  sha256: seal.sha256.toString('hex'),
})
