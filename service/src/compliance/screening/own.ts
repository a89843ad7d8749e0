import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { ActiveEntry } from '../list/active.ts'
import { comparedLists } from '../list/row.ts'
import { type Registered, registerParty, screenRegistered } from './register.ts'
import { readParties } from './register-rows.ts'

/**
 * Before anything of an institution leaves: its parties are compared with the lists of this moment. Those that no job has
 * compared with the newest versions yet are compared now. It is registered under the name that it has now.
 */
export async function screenInstitutions(env: Env, tx: Tx, institutions: readonly string[]): Promise<void> {
  const ids = [...new Set(institutions)].toSorted()
  await registerNames(env, tx, ids)
  const [behind] = await tx.query(
    `select from compliance.list_version v where v.state = 'active' and v.list = any($1) and not exists (select from compliance.rescreening r
       where r.version_id = v.id and (r.ended_at is not null or r.step <> 'parties')) limit 1`,
    [comparedLists],
  )
  if (behind === undefined) return
  for (const id of ids) {
    const rows = await readParties(
      env,
      tx,
      `institution_id = $1 and subject_kind in ('institution', 'person') order by subject_id, part`,
      [id],
    )
    const parties = rows.flatMap(({ subject_kind: kind, subject_id, part, party }): Registered[] =>
      party === null ? [] : [{ kind, id: subject_id, part, party }],
    )
    await screenRegistered(env, tx, id, parties, ({ isNew }) => isNew)
  }
}

async function registerNames(env: Env, tx: Tx, ids: readonly string[]): Promise<void> {
  const missing = await tx.query<{ id: string; name: string }>(
    `select i.id, i.name from directory.institution i
     where i.id = any($1::uuid[]) and not exists (select from compliance.party p
       where p.subject_id = i.id and p.ended_at is null and p.content ->> 'name' = i.name) order by i.id`,
    [ids],
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
