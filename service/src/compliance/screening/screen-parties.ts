import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { listsAreFresh } from '../list/age.ts'
import { type Answers, answersAbout } from './answers.ts'
import type { Question } from './question.ts'
import { type Hit, type Pair, storePairs } from './hits.ts'
import { belonging, type Party, partyHash } from './party.ts'
import { listsFor, type ListsInUse } from './screener.ts'
import { partyOwners, type SubjectKind } from './subject-kinds.ts'

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

/** `closed`: the lists are too old, or answers of outside services are missing, so the caller holds it. */
export type Screening = {
  readonly outcome: (typeof outcomes)[number]
  /** Without cleared pairs. */
  readonly hits: readonly Hit[]
  readonly listsAreOld: boolean
  readonly waitsFor: readonly Question[]
}

/**
 * Compares the parties of each subject with the lists and the answers of outside services, and records the decision with
 * the versions of the lists.
 */
export async function screenParties(env: Env, tx: Tx, subjects: readonly Subject[]): Promise<Map<string, Screening>> {
  if (subjects.length === 0) return new Map()
  const isFresh = await listsAreFresh(env, tx)
  // Used at once: while this waited, another caller could begin to read a newer version into the same memory.
  const lists = await listsFor(env, tx)
  const pairs = new Map(subjects.map((subject) => [subject.id, pairsOf(lists, subject)]))
  const hits = new Map(
    (await storePairs(env, tx, [...pairs.values()].flat())).map((hit) => [pairKey(hit), hit] as const),
  )
  const answers = await answersAbout(env, tx, byHash(subjects))
  const screened = new Map(
    subjects.map((subject): [string, Screening] => {
      const found = pairs.get(subject.id)!.flatMap((pair) => hits.get(pairKey(pair)) ?? [])
      return [subject.id, decided(subject, found, answers, !isFresh)]
    }),
  )
  await recordScreenings(env, tx, subjects, lists, screened)
  return screened
}

const byHash = (subjects: readonly Subject[]): Map<string, ScreenedParty> =>
  new Map(subjects.flatMap(partiesOf).map((party) => [partyHash(party), party] as const))

function decided(subject: Subject, found: readonly Hit[], answers: Answers, listsAreOld: boolean): Screening {
  const hashes = [...new Set(partiesOf(subject).map(partyHash))]
  const hits = [...found, ...hashes.flatMap((hash) => answers.hits.get(hash) ?? [])]
  const waitsFor = hashes.flatMap((hash) => answers.waiting.get(hash) ?? [])
  const outcome = listsAreOld || waitsFor.length > 0 ? 'closed' : hits.length > 0 ? 'hit' : 'clear'
  return { outcome, hits, listsAreOld, waitsFor }
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
  screened: ReadonlyMap<string, Pick<Screening, 'outcome'>>,
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
