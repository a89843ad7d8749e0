import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Party } from './party.ts'
import { opened } from './private.ts'
import type { PartyOwner } from './subject-kinds.ts'

/** Binds sealed data to its row. */
export const contextOf = (id: string): string => `party ${id}`

export type PartyRow = {
  readonly id: string
  readonly institution_id: string
  readonly subject_kind: PartyOwner
  readonly subject_id: string
  readonly part: string
  readonly hash: string
  /** Null once the person was erased. */
  readonly party: Party | null
}

/** Open parties with their content. `where`: SQL over the table. */
export async function readParties(env: Env, sql: Sql, where: string, values: readonly unknown[]): Promise<PartyRow[]> {
  type Stored = Omit<PartyRow, 'party'> & { content: unknown; sealed: Buffer | null }
  const rows = await sql.query<Stored>(
    `select id, institution_id, subject_kind, subject_id, part, hash, content, sealed from compliance.party p
     where ended_at is null and ${where}`,
    [...values],
  )
  const sealable = rows.map((row) => ({ ...row, sealed_for: row.sealed === null ? null : row.subject_id }))
  const parties = await opened<Party>(env, sql, sealable, (row) => contextOf(rows[row]!.id))
  return rows.map(({ content: _content, sealed: _sealed, ...row }, i) => ({ ...row, party: parties[i]! }))
}
