import { createScreener } from '@specie/screening/screen.ts'
import { heldKinds, type HeldKind } from '@specie/protocol/holds.ts'
import { isDone, statesOf } from '@specie/protocol/machines.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { forEachItem } from '../base/jobs/for-each-due.ts'
import type { Job } from '../base/jobs/runner.ts'
import { entriesChangedBy } from './list/active.ts'
import { comparedLists } from './list/row.ts'
import { holdHits, partiesOfItems } from './screen-items.ts'
import { type Hit, storePairs } from './screening/hits.ts'
import { lookUp } from './screening/look-up.ts'
import { isOwn, noteHits, stopInstitution } from './screening/register.ts'
import { type PartyRow, readParties } from './screening/register-rows.ts'
import { pairsOf, recordScreenings, type Subject } from './screening/screen-parties.ts'
import type { ListsInUse } from './screening/screener.ts'

// What a new version of a list affects. Registered parties and items under way are compared with its new and changed
// entries only, in batches. The place is stored with each batch: another process continues where one has stopped.

export const rescreenJob = 'compliance.rescreening'

const steps = ['parties', ...heldKinds] as const
export const rescreeningSteps = steps

/** Lower than any id. */
const first = '00000000-0000-0000-0000-000000000000'

/** Rows per transaction. */
const batchSize = 500

export const rescreen: Job = {
  name: rescreenJob,
  everyMs: 2_000,
  run: async (env) => {
    await begin(env)
    const due = await env.db.query<{ version: string }>(
      `select version_id as version from compliance.rescreening
       where ended_at is null and after <= pg_snapshot_xmin(pg_current_snapshot()) order by created_at, version_id`,
    )
    return forEachItem(env, due, ({ version }) => rescreenVersion(env, version))
  },
}

/**
 * Each new version once. Transactions that may have screened with the version before have a number below `after`
 * (screener.ts); the comparison begins when they have ended.
 */
async function begin({ db, clock }: Env): Promise<void> {
  await db.query(
    `insert into compliance.rescreening (version_id, after, step, created_at)
     select id, pg_snapshot_xmax(pg_current_snapshot()), $1, $2 from compliance.list_version v
     where state <> 'refused' and list = any($3) and not exists (select from compliance.rescreening r where r.version_id = v.id)
     on conflict do nothing`,
    [steps[0], clock.now(), comparedLists],
  )
}

async function rescreenVersion(env: Env, version: string): Promise<number> {
  const lists = await changedLists(env, version)
  for (let done = 0; ;) {
    const moved = await env.db.tx((tx) => nextBatch(env, tx, version, lists))
    if (moved === null) return done
    done += moved
  }
}

/** The new and changed entries of a version; null if it has none. */
async function changedLists({ db }: Env, version: string): Promise<ListsInUse | null> {
  const { began } = await entriesChangedBy(db, version)
  if (began.length === 0) return null
  const screener = createScreener()
  const known = new Map(began.map(({ entry: _entry, ...one }) => [one.id, one]))
  for (const { id, entry } of began) screener.add(id, entry)
  return { versions: [version], find: (party) => lookUp(screener, party, (id) => known.get(id)!) }
}

type Work = { step: (typeof steps)[number]; place: string | null }
type Batch = { readonly size: number; readonly last: string | null; readonly hits: number }

/** Null if nothing is left, or another process works on it. */
async function nextBatch(env: Env, tx: Tx, version: string, lists: ListsInUse | null): Promise<number | null> {
  const [work] = await tx.query<Work>(
    `select step, place from compliance.rescreening where version_id = $1 and ended_at is null for update skip locked`,
    [version],
  )
  if (!work) return null
  if (lists === null) return end(env, tx, version)
  const { step, place } = work
  const batch =
    step === 'parties' ? await compareParties(env, tx, lists, place) : await compareItems(env, tx, lists, step, place)
  const isLast = batch.size < batchSize
  const next = isLast ? steps[steps.indexOf(step) + 1] : step
  await tx.query(
    `update compliance.rescreening set step = $2, place = $3, parties = parties + $4, items = items + $5, hits = hits + $6
     where version_id = $1`,
    [
      version,
      next ?? step,
      isLast ? null : batch.last,
      step === 'parties' ? batch.size : 0,
      step === 'parties' ? 0 : batch.size,
      batch.hits,
    ],
  )
  return next === undefined ? end(env, tx, version) : batch.size
}

async function end({ clock }: Env, tx: Tx, version: string): Promise<null> {
  await tx.query('update compliance.rescreening set ended_at = $2 where version_id = $1', [version, clock.now()])
  return null
}

async function compareParties(env: Env, tx: Tx, lists: ListsInUse, place: string | null): Promise<Batch> {
  const rows = await readParties(env, tx, `id > $1 order by id limit ${batchSize}`, [place ?? first])
  const subjects = rows.map((row) => ({ row, subject: subjectOf(row) }))
  const hits = await storeHits(
    env,
    tx,
    lists,
    subjects.map(({ subject }) => subject),
  )
  const found = subjects.filter(({ subject }) => hits.get(subject.id)!.length > 0)
  for (const { row, subject } of found)
    noteHits(tx, row.institution_id, { kind: row.subject_kind, id: row.subject_id }, hits.get(subject.id)!)
  const stopped = found.filter(({ row }) => isOwn(row.subject_kind)).map(({ row }) => row.institution_id)
  for (const institution of [...new Set(stopped)].toSorted()) await stopInstitution(env, tx, institution)
  return { size: rows.length, last: rows.at(-1)?.id ?? null, hits: found.length }
}

/** Under the id of the row: a subject may have several parties. */
const subjectOf = ({ id, institution_id, subject_kind, subject_id, party }: PartyRow): Subject => ({
  kind: subject_kind,
  id,
  institutionId: institution_id,
  parties: party === null ? [] : [{ ...party, sealedFor: subject_kind === 'person' ? subject_id : null }],
})

async function compareItems(env: Env, tx: Tx, lists: ListsInUse, kind: HeldKind, place: string | null): Promise<Batch> {
  const { machine, table } = env.runtime.rooms.held[kind]
  const open = statesOf(machine).filter((state) => !isDone(machine, state))
  const rows = await tx.query<{ id: string; institution_id: string }>(
    `select id, institution_id from ${table} where state = any($1) and institution_id is not null
       and id > $2 order by id limit ${batchSize}`,
    [open, place ?? first],
  )
  const parties = await partiesOfItems(env, tx, kind, rows)
  const subjects = rows.map(({ id, institution_id: institutionId }) => ({
    kind,
    id,
    institutionId,
    parties: parties.get(id)!,
  }))
  const hits = await storeHits(env, tx, lists, subjects)
  const affected = rows.filter(({ id }) => hits.get(id)!.length > 0)
  // An item may have ended since it was read.
  const locked = await tx.query<{ id: string }>(
    `select id from ${table} where id = any($1::uuid[]) and state = any($2) order by id for update`,
    [affected.map(({ id }) => id), open],
  )
  const isOpen = ({ id }: { id: string }) => locked.some((row) => row.id === id)
  const held = await holdHits(
    env,
    tx,
    affected.filter(isOpen).map((row) => ({ ...row, hits: hits.get(row.id)! })),
  )
  return { size: rows.length, last: rows.at(-1)?.id ?? null, hits: held }
}

/** The hits of each subject. Only subjects with hits leave a decision, because this comparison clears no party. */
async function storeHits(
  env: Env,
  tx: Tx,
  lists: ListsInUse,
  subjects: readonly Subject[],
): Promise<Map<string, readonly Hit[]>> {
  const pairs = new Map(subjects.map((subject) => [subject.id, pairsOf(lists, subject)]))
  const stored = await storePairs(env, tx, [...pairs.values()].flat())
  const hits = new Map<string, readonly Hit[]>(
    subjects.map(({ id }) => [
      id,
      stored.filter((hit) =>
        pairs.get(id)!.some((pair) => pair.partyHash === hit.partyHash && pair.found.hash === hit.found.hash),
      ),
    ]),
  )
  const affected = subjects.filter(({ id }) => hits.get(id)!.length > 0)
  const outcomes = new Map(affected.map(({ id }) => [id, { outcome: 'hit' } as const]))
  await recordScreenings(env, tx, affected, lists, outcomes)
  return hits
}
