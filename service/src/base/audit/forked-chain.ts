import type { Sql } from '../database/db.ts'
import type { SignedHead } from './signed-head.ts'

/** The heads at a destination belong to another chain. It was cut, rewritten, or restored from a backup. */
export class ForkedChain extends Error {
  override name = 'ForkedChain'
}

/** Throws unless each of these heads, kept at a destination, is an entry of the chain. */
export async function assertSameChain(sql: Sql, kept: readonly SignedHead[]): Promise<void> {
  if (kept.length === 0) return
  const entries = await sql.query<{ seq: bigint; hash: Buffer }>(
    'select seq, hash from audit.entry where seq = any($1::bigint[])',
    [kept.map(({ seq }) => seq)],
  )
  const chain = new Map(entries.map(({ seq, hash }) => [seq, hash]))
  const other = kept.find(({ seq, hash }) => !chain.get(seq)?.equals(hash))
  if (other === undefined) return
  const { seq } = other
  throw new ForkedChain(
    chain.has(seq)
      ? `it has another head ${seq} than this chain`
      : `it has head ${seq}, and this chain has no such entry`,
  )
}
