import { type HeldKind, heldKinds } from '@specie/protocol/holds.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { listsAreFresh } from '../list/age.ts'
import { type Hit, type Pair, storePairs } from './hits.ts'
import { belonging, type Party, partyHash } from './party.ts'
import { listsFor, type ListsInUse } from './screener.ts'

/** Items, what parties are registered for (register.ts), and exchanges of the Travel Rule. */
export type SubjectKind = HeldKind | PartyOwner | 'exchange'
export type PartyOwner = (typeof partyOwners)[number]
export const subjectKinds = (): SubjectKind[] => [...heldKinds, ...partyOwners, 'exchange']
export const partyOwners = ['institution', 'person', 'bank_account', 'wallet'] as const

export type ScreenedParty = Party & {
  /** The person whose key seals what is found; null or left out: it is stored clear. */
  readonly sealedFor?: string | null
}

export type Subject = {
  readonly kind: SubjectKind
  readonly id: string
  readonly institutionId: string | null
  readonly parties: readonly ScreenedParty[]
}

export const outcomes = ['clear', 'hit', 'closed'] as const

/** `closed`: the lists are too old, so the caller holds it. Cleared pairs are left out of the hits. */
export type Screening = { readonly outcome: (typeof outcomes)[number]; readonly hits: readonly Hit[] }

/** Compares the parties of each subject with the lists, and records the decision with the versions of the lists. */
export async function screenParties(env: Env, tx: Tx, subjects: readonly Subject[]): Promise<Map<string, Screening>> {
  if (subjects.length === 0) return new Map()
  const isFresh = await listsAreFresh(env, tx)
  // Used at once: while this waited, another caller could begin to read a newer version into the same memory.
  const lists = await listsFor(env, tx)
  const pairs = new Map(subjects.map((subject) => [subject.id, pairsOf(lists, subject)]))
  const hits = new Map(
    (await storePairs(env, tx, [...pairs.values()].flat())).map((hit) => [pairKey(hit), hit] as const),
  )
  const screened = new Map<string, Screening>()
  for (const { id } of subjects) {
    const own = pairs.get(id)!.flatMap((pair) => hits.get(pairKey(pair)) ?? [])
    screened.set(id, { outcome: isFresh ? (own.length > 0 ? 'hit' : 'clear') : 'closed', hits: own })
  }
  await recordScreenings(env, tx, subjects, lists, screened)
  return screened
}

const pairKey = ({ partyHash: of, found }: Pair): string => `${of} ${found.hash}`

/** The parties of a subject next to the entries that they match. */
export const pairsOf = (lists: Pick<ListsInUse, 'find'>, subject: Subject): Pair[] =>
  partiesOf(subject).flatMap(({ sealedFor = null, ...party }) =>
    lists.find(party).map((found) => ({ party, partyHash: partyHash(party), sealedFor, found })),
  )

/** Registered parties are compared as they were registered. */
const partiesOf = ({ kind, parties, institutionId }: Subject): readonly ScreenedParty[] =>
  (partyOwners as readonly string[]).includes(kind) ? parties : parties.map((party) => belonging(party, institutionId))

/** Stores the decision on each subject, unless the same parties were compared with the same lists before. */
export async function recordScreenings(
  env: Env,
  tx: Tx,
  subjects: readonly Subject[],
  { versions }: ListsInUse,
  screened: ReadonlyMap<string, Screening>,
): Promise<void> {
  if (subjects.length === 0) return
  const at = env.clock.now()
  const rows = subjects.map((subject) => ({
    id: env.ids.uuid(at),
    subject_kind: subject.kind,
    subject_id: subject.id,
    institution_id: subject.institutionId,
    parties: [...new Set(partiesOf(subject).map(partyHash))],
    versions,
    outcome: screened.get(subject.id)!.outcome,
    screened_at: at,
  }))
  const columns = 'id, subject_kind, subject_id, institution_id, parties, versions, outcome, screened_at'
  await tx.query(
    `insert into compliance.screening (${columns})
     select ${columns} from jsonb_populate_recordset(null::compliance.screening, $1) fresh
     where not exists (select from compliance.screening s where s.subject_id = fresh.subject_id
       and (s.parties, s.versions, s.outcome) = (fresh.parties, fresh.versions, fresh.outcome))`,
    [JSON.stringify(rows)],
  )
}
