import { type HeldKind, heldKinds, type HoldDecision, type HoldReason } from '@specie/protocol/holds.ts'
import { isDone, machines } from '@specie/protocol/machines.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import { audit } from '../base/audit/audit.ts'
import { isSqlState, type Sql, type Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { badRequest } from '../base/http/errors.ts'
import { creatorsOf } from '../base/state-machine/history.ts'
import { idsOf } from '../base/state-machine/transitions.ts'
import { type By, setActor, move, type Stateful } from '../base/state-machine/move.ts'
import { decisionsFor } from './effects.ts'
import { conclude, isActive } from './active-holds.ts'
import { clearedHoldsJob, decideHits } from './screening/decide.ts'
import { signedHits, withHits } from './screening/decided-hits.ts'
import { institutionName } from '../directory/institutions.ts'
import { lapse } from '../people/approval/act.ts'
import type { Description } from '../base/approvable.ts'

import { describeHeldItem, type HeldItem, lockHeldItem } from './held-items.ts'

// Holds: placed by one person, ended by two. A hold applies to an item, or to the next one of its kind. The database
// marks the item (`on_hold`) in the transaction that places the hold, under its row lock. Every later step sees it.

const holdMachine: Stateful = { machine: machines.hold, table: 'compliance.hold' }

/** The actor of automatic holds. */
export const screeningActor = 'screening'
export const automaticActors: readonly string[] = [screeningActor, 'service']

export type HoldRequest = {
  institutionId: string
  /** The id of an item, or the next item of a kind. */
  on: `next ${HeldKind}` | (string & {})
  reason: HoldReason
  /** The findings of screening, for staff. Without names, because the history is never erased. */
  why?: string
  /** The session and address of a person, for the audit entry. */
  from?: By['from']
}

/** `on`: its subject, locked; null: none yet. `together`: the items held together with it, and the name of each. */
export type PlacedHold = { holdid: string; on: HeldItem | null; together: { name: string; item: HeldItem }[] }

/** Places a hold. One person is enough, because stopping is safe. stopping/place.ts reports what it still stops. */
export async function placeHold(env: Env, tx: Tx, request: HoldRequest, by: string): Promise<PlacedHold> {
  const next = heldKinds.find((kind) => request.on === `next ${kind}`) ?? null
  const { institutionId, reason, why, from } = request
  if (next !== null) {
    const row = { institutionId, reason, why, from, kind: next, subject: null, cause: null }
    const holdid = await insert(env, tx, row, by)
    return { holdid, on: null, together: [] }
  }
  const item = await lockHeldItem(env, tx, request.on)
  if (item === null) throw badRequest('unknown', 'No item that can be held has this id.', 'on')
  if (item.institution_id !== null && item.institution_id !== institutionId) {
    throw badRequest('other_institution', 'This id belongs to another institution.', 'institutionid')
  }
  const { kind, id: subject, state } = item
  if (isDone(env.runtime.rooms.held[kind].machine, state)) {
    const message = `This ${kind} is ${state} and can no longer be stopped, so no hold was placed.`
    throw badRequest('too_late', message, 'on')
  }
  const holdid = await insert(env, tx, { institutionId, reason, why, from, kind, subject, cause: null }, by)
  env.jobs.wake(tx, env.runtime.rooms.held[kind].job)
  const row = { institutionId, reason, why, from, kind, subject, cause: holdid }
  return { holdid, on: item, together: await holdTogether(env, tx, row, by) }
}

type Row = {
  institutionId: string
  reason: HoldReason
  why: string | undefined
  kind: HeldKind
  subject: string | null
  cause: string | null
  from: By['from']
}

async function insert(env: Env, tx: Tx, row: Row, by: string): Promise<string> {
  const at = env.clock.now()
  const id = env.ids.uuid(at)
  await setActor(tx, { actor: by, why: row.why ?? row.reason, at })
  try {
    await tx.query(
      `insert into compliance.hold (id, institution_id, subject_kind, subject_id, reason, cause, state, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
      [id, row.institutionId, row.kind, row.subject, row.reason, row.cause, machines.hold.initial, at],
    )
  } catch (error) {
    if (isSqlState(error, '23503')) throw badRequest('unknown', 'There is no such institution.', 'institutionid')
    throw error
  }
  const detail = {
    institutionid: row.institutionId,
    on: row.subject ?? `next ${row.kind}`,
    reason: row.reason,
    ...(row.why !== undefined && { why: row.why }),
    ...row.from,
  }
  audit(tx, { actor: by, action: 'hold.placed', subject: id, detail })
  return id
}

/** Places holds on the items that belong to this one, for the same reason. */
async function holdTogether(
  env: Env,
  tx: Tx,
  { kind, subject: whole, ...row }: Row & { subject: string },
  by: string,
): Promise<PlacedHold['together']> {
  const { together } = env.runtime.rooms.held[kind]
  if (!together) return []
  const held: PlacedHold['together'] = []
  for (const subject of await together.openOf(tx, whole)) {
    await insert(env, tx, { ...row, kind: together.kind, subject }, by)
    held.push({ name: together.name, item: (await lockHeldItem(env, tx, subject))! })
  }
  return held
}

/** The audit action of each decision. */
export const endedBy = { release: 'hold.released', reject: 'hold.rejected', freeze: 'hold.frozen' } as const

type Hold = {
  id: string
  institution_id: string
  state: string
  subject_kind: HeldKind | null
  subject_id: string | null
}

type Deciders = { maker: string; checker: string }

/**
 * The action of an approved `hold.decide`. Only people end a hold, and no passing of time. The database refuses other
 * ends (S1). A release clears the hits that the hold is about and that they have signed, any other decision confirms them.
 */
export async function decideHold(
  env: Env,
  tx: Tx,
  { holdid, decision, on, return_to: returnTo, hits }: PayloadOf<'hold.decide'>,
  by: Deciders,
): Promise<void> {
  await assertByHold(tx, holdid)
  if (decision === 'reject') await endRequest(env, tx, holdid)
  if (returnTo !== undefined)
    await tx.query('update compliance.hold set return_to = $2 where id = $1', [holdid, returnTo])
  await endHold(env, tx, holdid, decision, by, on ?? 'nothing named')
  const ids = await signedHits(tx, 'hold', holdid, hits)
  await decideHits(env, tx, ids, decision === 'release' ? 'cleared' : 'confirmed', by)
  env.jobs.wake(tx, clearedHoldsJob)
}

/**
 * Holds that wait for a second person of the institution, or for the institution's standing, are not decided one by
 * one.
 */
async function assertByHold(tx: Tx, holdid: string): Promise<void> {
  const [hold] = await tx.query<{ reason: HoldReason }>('select reason from compliance.hold where id = $1', [holdid])
  if (hold?.reason === 'approval_required')
    throw badRequest(
      'second_person',
      'A second approver of the institution decides on this hold. Staff cannot.',
      'holdid',
    )
  if (hold?.reason === 'account_suspended')
    throw badRequest(
      'account_suspended',
      'This item waits because its institution is suspended. Decide on the institution first. The item then continues or is returned.',
      'holdid',
    )
}

/** Adds the hold's current subject and its hits. The decision is for those alone. Checks the return address. */
export async function completeHoldDecision(
  env: Env,
  tx: Tx,
  payload: PayloadOf<'hold.decide'>,
): Promise<PayloadOf<'hold.decide'>> {
  const [hold] = await tx.query<Hold>('select subject_kind, subject_id from compliance.hold where id = $1', [
    payload.holdid,
  ])
  if (!hold) return payload
  const whole = await withHits(tx, 'hold', payload.holdid, payload)
  const { decision, return_to: to, on = subjectOf(hold), ...rest } = whole
  const kind = hold.subject_kind
  if (kind !== null && !decisionsFor(kind).includes(decision)) {
    throw badRequest(
      'decision',
      `A ${kind} cannot be frozen, because only incoming money can. Reject it instead.`,
      'decision',
    )
  }
  if (kind !== null && hold.subject_id !== null)
    await env.runtime.rooms.held[kind].assertDecidable?.(env, tx, hold.subject_id, decision)
  const returnAddress = kind === null || decision !== 'reject' ? undefined : env.runtime.rooms.held[kind].returnAddress
  if (!returnAddress && to !== undefined)
    throw badRequest('return_to', 'Only a rejected deposit has a return address. Leave out `return_to`.', 'return_to')
  if (!returnAddress || hold.subject_id === null) return { ...rest, decision, on }
  return { ...rest, decision, on, return_to: await returnAddress(env, tx, hold.subject_id, to) }
}

const subjectOf = ({ subject_id, subject_kind }: Pick<Hold, 'subject_id' | 'subject_kind'>): string =>
  subject_id ?? `next ${subject_kind}`

/**
 * A staff rejection closes the institution's pending approval. Runs before the item is locked, in the lock order of
 * deciding.
 */
async function endRequest(env: Env, tx: Tx, holdid: string): Promise<void> {
  const at = env.clock.now()
  const [row] = await tx.query<{ id: string | null }>('select compliance.end_approval_request($1, $2) as id', [
    holdid,
    at,
  ])
  if (row!.id !== null) await lapse(env, tx, row!.id, { actor: 'service', at })
}

const verbs = { release: 'Release', reject: 'Reject', freeze: 'Freeze' } as const

export async function describeHoldDecision(
  env: Env,
  sql: Sql,
  { holdid, decision }: PayloadOf<'hold.decide'>,
): Promise<Description> {
  const [hold] = await sql.query<Hold & { institution_id: string }>(
    'select id, institution_id, state, subject_kind, subject_id, institution_id from compliance.hold where id = $1',
    [holdid],
  )
  if (!hold) return { title: `${verbs[decision]} a hold`, institutionId: null }
  const { subject_kind: kind, subject_id: id, institution_id } = hold
  const what = id === null ? `the next ${kind}` : await describeHeldItem(env, sql, kind!, id)
  const whose = await institutionName(sql, institution_id)
  const on = decision === 'freeze' ? '' : ' the hold on'
  return { title: `${verbs[decision]}${on} ${what} by ${whose}`, institutionId: institution_id }
}

/** A hold on a rail is decided together with the holds that it caused on payments. */
export async function endHold(
  env: Env,
  tx: Tx,
  id: string,
  decision: HoldDecision,
  by: Deciders,
  on?: string,
): Promise<void> {
  await lockSubjects(env, tx, id)
  const holds = await tx.query<Hold>(
    `select id, institution_id, state, subject_kind, subject_id from compliance.hold where id = $1 or cause = $1
     order by id = $1 desc, id for update`,
    [id],
  )
  const [hold, ...caused] = holds
  if (hold?.id !== id) throw badRequest('unknown', 'There is no such hold.', 'holdid')
  if (!isUndecided(hold)) throw badRequest('decided', `The hold is already ${hold.state}.`, 'holdid')
  if (on !== undefined && on !== subjectOf(hold)) {
    throw badRequest(
      'moved',
      `The hold is now on ${subjectOf(hold)}, and this request was about ${on}: make a new request.`,
      'on',
    )
  }
  for (const one of [hold, ...caused.filter(isUndecided)]) await endSingleHold(env, tx, one, decision, by)
  if (decision === 'reject') await rejectWaits(env, tx, holds, by)
}

/** A rejected item no longer waits for its institution's standing, because its money is returned and does not leave. */
async function rejectWaits(env: Env, tx: Tx, rejected: readonly Hold[], by: Deciders): Promise<void> {
  const waits = await tx.query<Hold>(
    `select id, institution_id, state, subject_kind, subject_id from compliance.hold
     where subject_id = any($1::uuid[]) and reason = 'account_suspended' and state = 'placed' order by id for update`,
    [rejected.flatMap((hold) => hold.subject_id ?? [])],
  )
  for (const one of waits) await endSingleHold(env, tx, one, 'reject', by)
}

/** Locks the held items before the holds. Jobs use the same order; otherwise both could deadlock. */
async function lockSubjects(env: Env, tx: Tx, id: string): Promise<void> {
  const held = await tx.query<{ subject: string }>(
    `select distinct subject_id as subject from compliance.hold
     where (id = $1 or cause = $1) and subject_id is not null order by 1`,
    [id],
  )
  for (const { subject } of held) await lockHeldItem(env, tx, subject)
}

const isUndecided = ({ state }: Hold): boolean => state === 'placed' || state === 'under_review'

async function endSingleHold(
  env: Env,
  tx: Tx,
  { id, institution_id, state, subject_kind, subject_id }: Hold,
  decision: HoldDecision,
  { maker, checker }: Deciders,
): Promise<void> {
  const at = env.clock.now()
  if (state === 'placed') {
    await move(tx, holdMachine, id, 'review', { actor: maker, why: `asks to ${decision}`, at })
  }
  await tx.query('update compliance.hold set maker = $2, checker = $3 where id = $1', [id, maker, checker])
  await move(tx, holdMachine, id, decision, { actor: checker, why: `requested by ${maker}`, at })
  audit(tx, {
    actor: checker,
    action: endedBy[decision],
    subject: id,
    detail: { institutionid: institution_id, maker },
  })
  if (subject_kind !== null && subject_id !== null) env.jobs.wake(tx, env.runtime.rooms.held[subject_kind].job)
}

/** A second person of the institution has approved or refused the item. The hold for it ends. */
export async function endApprovalHold(
  env: Env,
  tx: Tx,
  subject: string,
  decision: 'release' | 'reject',
  by: Deciders,
): Promise<void> {
  const [hold] = await tx.query<{ id: string }>(
    `select id from compliance.hold where subject_id = $1 and reason = 'approval_required'`,
    [subject],
  )
  if (!hold) throw new Error(`no hold on ${subject} waits for a second approver`)
  await endHold(env, tx, hold.id, decision, by)
}

/** The institution has withdrawn the item. The hold for its second person no longer applies. */
export async function concludeApprovalHold({ clock }: Env, tx: Tx, subject: string): Promise<void> {
  await tx.query(
    `update compliance.hold set concluded_at = $2
     where subject_id = $1 and reason = 'approval_required' and state = 'rejected' and concluded_at is null`,
    [subject, clock.now()],
  )
}

/**
 * The institution cancels the item. Its value covers the debt, so no review is needed. The database checks the
 * cancellation at the end of the transaction.
 */
export async function endDebtReview(env: Env, tx: Tx, row: { id: string }): Promise<void> {
  const holds = await tx.query<{ id: string }>(
    `select id from compliance.hold
     where subject_id = $1 and reason = 'debt_review' and state in ('placed', 'under_review') order by id`,
    [row.id],
  )
  for (const { id } of holds) await endHold(env, tx, id, 'reject', { maker: 'institution', checker: 'service' })
  if (holds.length > 0) await conclude(env, tx, [row])
}

/**
 * Those of these items that people have released from a hold which `actor` had placed for this reason, and not for a match. The
 * release of any other hold decides nothing about that.
 */
export async function releasedAmong(
  tx: Tx,
  reason: HoldReason,
  actor: string,
  subjects: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `select distinct h.subject_id as id from compliance.hold h
     join state.step s on s.machine = 'hold' and s.subject = h.id and s.from_state is null and s.actor = $3
     where h.subject_id = any($1::uuid[]) and h.reason = $2 and h.state = 'released'
       and not exists (select from compliance.hold_hit l where l.hold_id = h.id)`,
    [subjects, reason, actor],
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Two members of staff return an item that only screening has stopped. The holds are rejected, and the item can be returned.
 * Returns false and changes nothing when people have placed, frozen or rejected one of the holds. Then that hold itself
 * must be decided.
 */
export async function rejectAutomaticHolds(env: Env, tx: Tx, row: { id: string }, checker: string): Promise<boolean> {
  const holds = await tx.query<Hold & { reason: HoldReason }>(
    `select id, institution_id, state, subject_kind, subject_id, reason from compliance.hold
     where subject_id = $1 and ${isActive} order by reason <> 'account_suspended', id`,
    [row.id],
  )
  const creators = await creatorsOf(tx, idsOf(holds))
  const isAutomatic = (hold: (typeof holds)[number]) =>
    isUndecided(hold) && (creators.get(hold.id) === screeningActor || hold.reason === 'account_suspended')
  if (!holds.every(isAutomatic)) return false
  for (const { id } of holds) await endHold(env, tx, id, 'reject', { maker: screeningActor, checker })
  await conclude(env, tx, [row])
  return true
}
