import type { Sql, Tx } from '../database/db.ts'
import type { Job } from '../jobs/runner.ts'
import type { Stream } from './sealed-stream.ts'
import { signHead } from './signed-head.ts'
import { reportUnsealed } from './unsealed.ts'

// Written data is sealed (V1): a hash over each range of journals, orders, row versions and history goes into the audit
// chain, whose head is signed. Data that is changed afterwards no longer matches its hash. Rooms declare their streams.

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
    for (const stream of env.runtime.rooms.sealed) {
      const limit = (await stream.limit?.(env)) ?? null
      while (await env.db.tx((tx) => sealNext(tx, stream, limit))) seals += 1
    }
    await signHead(env)
    await reportUnsealed(env)
    return seals
  },
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
