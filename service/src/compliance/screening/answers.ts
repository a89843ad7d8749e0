import type { ServiceCode } from '@specie/screening/lists/entry.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Hit } from './hits.ts'
import { compared, type Party, type PartyKind } from './party.ts'
import { stored } from './private.ts'
import { readParties } from './register-rows.ts'
import { answersCountFrom, askServicesJob, type Question, questionContext, servicesOf } from './question.ts'

// What the outside services have answered, for a screening. A transaction cannot wait for another system: what is missing
// or too old is asked by a job (job.ts), and the item waits.

/** `sealedFor`: whose key seals it; null or left out: it is stored clear. */
type AskedAbout = Party & { readonly sealedFor?: string | null }

export type Answers = {
  /** What people have not cleared, by party. An answer that is too old still counts. */
  readonly hits: ReadonlyMap<string, readonly Hit[]>
  /** Questions without an answer that counts, by party. */
  readonly waiting: ReadonlyMap<string, readonly Question[]>
}

const none: Answers = { hits: new Map(), waiting: new Map() }

/** What is known about these parties, by hash. Asks what is missing. */
export async function answersAbout(env: Env, tx: Tx, parties: ReadonlyMap<string, AskedAbout>): Promise<Answers> {
  const services = servicesOf(env)
  if (services.length === 0 || parties.size === 0) return none
  const waiting = await missingAnswers(env, tx, [...parties.keys()], services)
  await ask(
    env,
    tx,
    waiting.map((question) => ({ ...question, about: parties.get(question.partyHash)! })),
  )
  return {
    hits: Map.groupBy(await answeredHits(tx, parties, services), ({ partyHash }) => partyHash),
    waiting: Map.groupBy(waiting, ({ partyHash }) => partyHash),
  }
}

const missingAnswers = (
  env: Env,
  tx: Tx,
  hashes: readonly string[],
  services: readonly string[],
): Promise<Question[]> =>
  tx.query(
    `select party_hash as "partyHash", service from unnest($1::text[]) party_hash cross join unnest($2::text[]) service
     where not exists (select from compliance.question q
       where q.party_hash = party_hash.party_hash and q.service = service.service and q.answered_at > $3)
     order by 1, 2`,
    [hashes, services, answersCountFrom(env)],
  )

/** One that failed before keeps its pause. */
async function ask(env: Env, tx: Tx, questions: readonly (Question & { readonly about: AskedAbout })[]): Promise<void> {
  const at = env.clock.now()
  for (const { partyHash, service, about } of questions) {
    const { sealedFor = null, ...party } = about
    const { content, sealed } = await stored(
      env,
      tx,
      sealedFor,
      questionContext({ partyHash, service }),
      compared(party),
    )
    await tx.query(
      `insert into compliance.question as q (party_hash, service, content, sealed, sealed_for, due_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $6)
       on conflict (party_hash, service) do update set due_at = excluded.due_at where q.due_at is null`,
      [partyHash, service, content, sealed, sealed === null ? null : sealedFor, at],
    )
  }
  if (questions.length > 0) env.jobs.wake(tx, askServicesJob)
}

/** Pairs that people have not cleared among the matches of answers. */
const found = `compliance.question q
  join compliance.hit h on h.party_hash = q.party_hash and h.entry_hash = any(q.matches) and h.state <> 'cleared'
  join compliance.list_entry e on e.id = h.entry_id`

type FoundRow = Pick<Hit, 'id' | 'state' | 'partyHash'> &
  Pick<Hit['found'], 'list' | 'effect' | 'hash' | 'score'> & { readonly entry: string }

async function answeredHits(
  tx: Tx,
  parties: ReadonlyMap<string, AskedAbout>,
  services: readonly string[],
): Promise<Hit[]> {
  const rows = await tx.query<FoundRow>(
    `select h.id, h.state, h.party_hash as "partyHash", h.entry_hash as hash, h.score::float8 as score, e.id as entry, e.list,
       e.effect
     from ${found} where q.party_hash = any($1) and q.service = any($2) order by h.score desc, h.id`,
    [[...parties.keys()], services],
  )
  return rows.map(({ id, state, partyHash, entry, ...listed }) => {
    const { sealedFor = null, ...party } = parties.get(partyHash)!
    return {
      id,
      state,
      partyHash,
      party,
      sealedFor,
      isNew: false,
      found: { ...listed, id: entry, why: [], name: null },
    }
  })
}

/** What the answers have found for which this hold waited. */
export async function hitsFoundFor(
  tx: Tx,
  hold: string,
): Promise<{ id: string; found: { list: ServiceCode }; party: { kind: PartyKind } }[]> {
  const rows = await tx.query<{ id: string; list: ServiceCode; kind: PartyKind }>(
    `select h.id, e.list, coalesce(q.content ->> 'kind', 'person') as kind from ${found}
     where exists (select from compliance.hold_question l
       where l.hold_id = $1 and l.party_hash = q.party_hash and l.service = q.service) order by h.score desc, h.id`,
    [hold],
  )
  return rows.map(({ id, list, kind }) => ({ id, found: { list }, party: { kind } }))
}

/**
 * Questions about the parties of these institutions themselves that have no answer which counts, by institution.
 * Those that were registered before a service was set are asked now.
 */
export async function waitingForOwn(
  env: Env,
  tx: Tx,
  institutions: readonly string[],
): Promise<Map<string, Question[]>> {
  const services = servicesOf(env)
  if (services.length === 0) return new Map()
  await askAboutRegistered(env, tx, { institutions, after: '' })
  const rows = await tx.query<Question & { institution: string }>(
    `select distinct p.institution_id as institution, q.party_hash as "partyHash", q.service
     from compliance.party p join compliance.question q on q.party_hash = p.hash and q.service = any($2)
     where p.institution_id = any($1::uuid[]) and p.ended_at is null and p.subject_kind in ('institution', 'person')
       and (q.answered_at is null or q.answered_at <= $3) order by 2, 3`,
    [institutions, services, answersCountFrom(env)],
  )
  return Map.groupBy(rows, ({ institution }) => institution)
}

/** Registered parties about which a service was never asked, in transactions of this size. */
const batchSize = 500

export async function askAboutAllRegistered(env: Env): Promise<void> {
  for (let after: string | null = ''; after !== null;)
    after = await env.db.tx((tx) => askAboutRegistered(env, tx, { institutions: null, after: after! }))
}

/** Asks about those of these institutions, or of all. Returns the hash after which it continues; null: that were all. */
async function askAboutRegistered(
  env: Env,
  tx: Tx,
  { institutions, after }: { readonly institutions: readonly string[] | null; readonly after: string },
): Promise<string | null> {
  const services = servicesOf(env)
  const rows = await readParties(
    env,
    tx,
    `hash > $1 and institution_id = any(coalesce($2::uuid[], array[institution_id])) and exists (select from unnest($3::text[]) service
       where not exists (select from compliance.question q where q.party_hash = p.hash and q.service = service.service))
     order by hash, id limit ${batchSize}`,
    [after, institutions, services],
  )
  const known = rows.flatMap(({ hash, subject_kind, subject_id, party }) =>
    party === null ? [] : [{ hash, about: { ...party, sealedFor: subject_kind === 'person' ? subject_id : null } }],
  )
  const questions = known.flatMap(({ hash, about }) => services.map((service) => ({ partyHash: hash, service, about })))
  await ask(env, tx, questions)
  return rows.length < batchSize ? null : rows.at(-1)!.hash
}
