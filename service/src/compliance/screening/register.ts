import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { setActor } from '../../base/state-machine/move.ts'
import type { Hit } from './hits.ts'
import { belonging, compared, type Party, partyHash } from './party.ts'
import { opened, stored } from './private.ts'
import { type PartyOwner, screenParties, type Subject, type SubjectKind } from './screen-parties.ts'

// The register of parties: what a new version of a list is compared with, whether or not anything of theirs is under way.

/** A party of an institution: which name of which subject it is. */
export type Registered = {
  readonly kind: PartyOwner
  readonly id: string
  readonly part: string
  readonly party: Party
}

type Row = { id: string; subject_id: string; part: string; hash: string }

/**
 * Registers and screens the parties of these subjects of an institution as they are now, and returns the hits of each
 * subject. A party that is left out ends, unless a hit of it is not cleared: otherwise an institution could take a listed
 * director off its case and continue.
 */
export async function registerParties(
  env: Env,
  tx: Tx,
  institutionId: string,
  kinds: readonly PartyOwner[],
  given: readonly Registered[],
): Promise<Map<string, readonly Hit[]>> {
  const parties = given.map((one) => ofInstitution(institutionId, one))
  const open = await tx.query<Row>(
    `select id, subject_id, part, hash from compliance.party
     where institution_id = $1 and subject_kind = any($2) and ended_at is null for update`,
    [institutionId, kinds],
  )
  const isIn = (row: Row) =>
    parties.some(({ id, part, party }) => id === row.subject_id && part === row.part && partyHash(party) === row.hash)
  await endParties(
    env,
    tx,
    open.filter((row) => !isIn(row)),
  )
  const isKnown = ({ id, part, party }: Registered) =>
    open.some((row) => id === row.subject_id && part === row.part && partyHash(party) === row.hash)
  await addParties(
    env,
    tx,
    institutionId,
    parties.filter((one) => !isKnown(one)),
  )
  return screenRegistered(env, tx, institutionId, parties)
}

/** Registers and screens a new party; one that is registered as it is now is not screened again. */
export async function registerParty(
  env: Env,
  tx: Tx,
  institutionId: string,
  given: Registered,
): Promise<readonly Hit[]> {
  const one = ofInstitution(institutionId, given)
  const open = await tx.query<Row>(
    `select id, subject_id, part, hash from compliance.party where subject_id = $1 and part = $2 and ended_at is null`,
    [one.id, one.part],
  )
  if (open.some(({ hash }) => hash === partyHash(one.party))) return []
  await endParties(env, tx, open)
  await addParties(env, tx, institutionId, [one])
  return (await screenRegistered(env, tx, institutionId, [one])).get(one.id)!
}

const ofInstitution = (institutionId: string, one: Registered): Registered => ({
  ...one,
  party: belonging(one.party, institutionId),
})

/** A party with a hit that is not cleared stays, next to the one that replaces it. */
async function endParties({ clock }: Env, tx: Tx, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `update compliance.party p set ended_at = $2 where id = any($1::uuid[])
       and not exists (select from compliance.hit h where h.party_hash = p.hash and h.state <> 'cleared')`,
    [rows.map(({ id }) => id), clock.now()],
  )
}

async function addParties(env: Env, tx: Tx, institutionId: string, parties: readonly Registered[]): Promise<void> {
  const at = env.clock.now()
  for (const { kind, id: subject, part, party } of parties) {
    const id = env.ids.uuid(at)
    const { content, sealed } = await stored(
      env,
      tx,
      kind === 'person' ? subject : null,
      contextOf(id),
      compared(party),
    )
    await tx.query(
      `insert into compliance.party (id, institution_id, subject_kind, subject_id, part, hash, content, sealed, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (subject_id, part, hash) where ended_at is null do nothing`,
      [id, institutionId, kind, subject, part, partyHash(party), content, sealed, at],
    )
  }
}

const contextOf = (id: string): string => `party ${id}`

/**
 * Screens registered parties. A hit of the institution itself stops what leaves, also what is under way. `counts`: whether
 * a hit has to be acted on.
 */
export async function screenRegistered(
  env: Env,
  tx: Tx,
  institutionId: string,
  parties: readonly Registered[],
  counts: (hit: Hit) => boolean = () => true,
): Promise<Map<string, readonly Hit[]>> {
  const subjects = [...Map.groupBy(parties, ({ id }) => id)].map(([id, some]): Subject => ({
    kind: some[0]!.kind,
    id,
    institutionId,
    parties: some.map(({ kind, party }) => ({ ...party, sealedFor: kind === 'person' ? id : null })),
  }))
  const screened = await screenParties(env, tx, subjects)
  const hits = new Map(subjects.map(({ id }) => [id, screened.get(id)!.hits]))
  const found = subjects.filter(({ id }) => hits.get(id)!.some(counts))
  if (found.some(({ kind }) => isOwn(kind))) await stopInstitution(env, tx, institutionId)
  for (const { id, kind } of found) noteHits(tx, institutionId, { kind, id }, hits.get(id)!)
  return hits
}

export const isOwn = (kind: SubjectKind): boolean => kind === 'institution' || kind === 'person'

/** Without names and lists of natural persons: the audit log is never erased. */
export function noteHits(
  tx: Tx,
  institutionId: string,
  subject: { readonly kind: string; readonly id: string },
  hits: readonly { readonly id: string; readonly found: { readonly list: string } }[],
): void {
  const lists = [...new Set(hits.map(({ found }) => found.list))].join(', ')
  const detail = { institutionid: institutionId, party: subject.kind, hits: String(hits.length), lists }
  audit(tx, { actor: 'screening', action: 'party.listed', subject: subject.id, detail })
}

/** Its outgoing items wait from now on, those under way too. */
export async function stopInstitution(env: Env, tx: Tx, institutionId: string): Promise<void> {
  const why = 'a party of the institution matches an entry of a list'
  await setActor(tx, { actor: 'screening', why, at: env.clock.now() })
  await tx.query('select compliance.note_hits($1)', [institutionId])
}

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
