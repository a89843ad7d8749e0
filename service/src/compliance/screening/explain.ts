import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { type ListedEntry, listedEntries } from './entries.ts'
import { type HitRow, type HitState, readHits } from './hits.ts'
import { belonging, type Party, partyHash } from './party.ts'
import { listsNow } from './screener.ts'
import { partyTitle } from './words.ts'

// Matches for people who decide: the party next to the entry, and the score part by part.

export type ExplainedHit = {
  /** Null: known only since this look. */
  readonly id: string | null
  /** The compared name; of a natural person of a KYB case only what it is. */
  readonly name: string
  /** Null if the data of the party is private. */
  readonly party: Party | null
  readonly listed: ListedEntry
  /** The name of the entry that is alike; null if an identifier or an address is equal. */
  readonly alike: string | null
  readonly score: number
  readonly why: readonly string[]
  /** Null: no person has been asked about it. */
  readonly state: HitState | null
}

/** Every entry that these parties of an institution match now, and the decision about each, best first. */
export async function explainParties(
  env: Env,
  sql: Sql,
  institutionId: string,
  parties: readonly Party[],
): Promise<ExplainedHit[]> {
  const lists = await listsNow(env, sql)
  const distinct = [...new Map(parties.map((party) => [partyHash(belonging(party, institutionId)), party]))]
  const pairs = distinct.flatMap(([hash, party]) => lists.find(party).map((found) => ({ hash, party, found })))
  if (pairs.length === 0) return []
  const entries = await listedEntries(
    sql,
    pairs.map(({ found }) => found.id),
  )
  const known = await sql.query<{ id: string; party_hash: string; entry_hash: string; state: HitState }>(
    'select id, party_hash, entry_hash, state from compliance.hit where party_hash = any($1::text[])',
    [distinct.map(([hash]) => hash)],
  )
  return pairs
    .map(({ hash, party, found }): ExplainedHit => {
      const stored = known.find((one) => one.party_hash === hash && one.entry_hash === found.hash)
      return {
        id: stored?.id ?? null,
        name: party.name,
        party,
        listed: entries.get(found.id)!,
        alike: found.name,
        score: found.score,
        why: found.why,
        state: stored?.state ?? null,
      }
    })
    .toSorted((a, b) => b.score - a.score)
}

/**
 * The matches of registered parties of an institution itself. Without the data of natural persons: who may see it finds it
 * in the KYB case.
 */
export async function explainOwn(env: Env, sql: Sql, institutionId: string): Promise<ExplainedHit[]> {
  const parties = await sql.query<{ hash: string; subject_kind: string; part: string }>(
    `select distinct on (hash) hash, subject_kind, part from compliance.party
     where institution_id = $1 and ended_at is null and subject_kind in ('institution', 'person') order by hash, subject_kind`,
    [institutionId],
  )
  const of = new Map(parties.map((party) => [party.hash, party]))
  const rows = await readHits(env, sql, 'h.party_hash = any($1::text[])', [[...of.keys()]])
  return explained(sql, rows, (row) => {
    const party = of.get(row.party_hash)!
    return party.subject_kind === 'person' ? partyTitle(party) : null
  })
}

/** These stored matches, except the known ones. An entry may have left its list since. */
export async function explainHits(
  env: Env,
  sql: Sql,
  ids: readonly string[],
  known: readonly string[],
): Promise<ExplainedHit[]> {
  const rows = await readHits(env, sql, 'h.id = any($1::uuid[]) and h.id <> all($2::uuid[])', [ids, known])
  return explained(sql, rows, (row) => (row.is_private ? 'a party whose data is sealed' : null))
}

/** Stored matches. `privateName`: what is shown instead of the data of a natural person. */
export async function explained(
  sql: Sql,
  rows: readonly HitRow[],
  privateName: (row: HitRow) => string | null,
): Promise<ExplainedHit[]> {
  const entries = await listedEntries(
    sql,
    rows.map(({ entry_id }) => entry_id),
  )
  return rows.map((row) => {
    const hidden = privateName(row)
    const content = hidden === null ? row.content : null
    return {
      id: row.id,
      name: hidden ?? content?.party.name ?? 'erased',
      party: content?.party ?? null,
      listed: entries.get(row.entry_id)!,
      alike: content?.name ?? null,
      score: row.score,
      why: content?.why ?? [],
      state: row.state,
    }
  })
}
