import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { ActiveEntry } from '../list/active.ts'
import { registerParty } from './register.ts'

/** Registers institutions under the names that they have now, those of which no party has that name yet. */
export async function registerInstitutions(env: Env, tx: Tx, institutions: readonly string[]): Promise<void> {
  const missing = await tx.query<{ id: string; name: string }>(
    `select i.id, i.name from directory.institution i
     where i.id = any($1::uuid[]) and not exists (select from compliance.party p
       where p.subject_id = i.id and p.ended_at is null and p.content ->> 'name' = i.name) order by i.id`,
    [[...new Set(institutions)]],
  )
  for (const { id, name } of missing)
    await registerParty(env, tx, id, { kind: 'institution', id, part: 'name', party: { kind: 'company', name } })
}

/** A list with a party, and what the list says of it. */
export type Listing = Pick<ActiveEntry, 'list' | 'effect'>

/**
 * The worst entry that parties of the institution itself or of this wallet match; undefined if none, or people have cleared
 * them.
 */
export async function worstListing(sql: Sql, institutionId: string, wallet: string): Promise<Listing | undefined> {
  const [worst] = await sql.query<Listing>(
    `select e.list, e.effect from compliance.hit h join compliance.list_entry e on e.id = h.entry_id
     where h.id in (select compliance.own_hits($1)) or h.state <> 'cleared' and h.party_hash in (
       select p.hash from compliance.party p where p.subject_id = $2 and p.ended_at is null)
     order by e.effect, h.score desc limit 1`,
    [institutionId, wallet],
  )
  return worst
}
