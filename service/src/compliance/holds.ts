import { machines } from '@specie/protocol/machines.ts'
import { audit } from '../base/audit.ts'
import { isSqlState, type Sql, type Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import { badRequest } from '../base/http/errors.ts'
import { acting, type By, move, type Stateful } from '../base/machines.ts'
import { idsOf, moveRows } from '../base/steps.ts'

// Must this wait for a human? A hold lies on a thing, or on the next one of its kind.

export const holdReasons = ['aml_review', 'sanctions_review', 'travel_rule', 'edd_required'] as const
export type HoldReason = (typeof holdReasons)[number]

/** What can be held, and the job that carries it on; known by name alone, for it stands a floor above. */
const jobOf = {
  mint: 'issuance.mints',
  redemption: 'issuance.redemptions',
  withdrawal: 'transfers.withdrawals',
  deposit: 'transfers.deposits',
  rail: 'rails.rails',
  payment: 'rails.payments',
} as const
export type HeldKind = keyof typeof jobOf
export const heldKinds = Object.keys(jobOf) as HeldKind[]

const holdMachine: Stateful = { machine: machines.hold, table: 'compliance.hold' }
const open = `state in ('placed', 'under_review', 'frozen')`

export type Placing = {
  institutionId: string
  /** The id of something, or the next thing of a kind. */
  on: `next ${HeldKind}` | (string & {})
  reason: HoldReason
}

/** Places a hold and answers its id. One person may: stopping is safe. */
export async function placeHold(env: Env, tx: Tx, ask: Placing, by: string): Promise<string> {
  const at = env.clock.now()
  const id = env.ids.uuid(at)
  const next = heldKinds.find((kind) => ask.on === `next ${kind}`) ?? null
  await acting(tx, { actor: by, why: ask.reason, at })
  try {
    await tx.query(
      `insert into compliance.hold (id, institution_id, subject_kind, subject_id, reason, state, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7)`,
      [id, ask.institutionId, next, next === null ? ask.on : null, ask.reason, machines.hold.initial, at],
    )
  } catch (error) {
    if (isSqlState(error, '23503')) throw badRequest('unknown', 'There is no such institution.', 'institutionid')
    throw error
  }
  await audit(tx, { actor: by, at, action: 'hold.placed', subject: id, detail: { on: ask.on, reason: ask.reason } })
  return id
}

type Held = { readonly id: string; readonly institution_id: string; readonly state: string }

/**
 * What stands in the way of these things. Holds that waited for an institution's next one lie on the first of them from
 * now on.
 */
export async function screen(
  env: Env,
  tx: Tx,
  kind: HeldKind,
  rows: readonly Held[],
): Promise<Map<string, { reason: HoldReason }>> {
  await tx.query(
    `with subject as (
       select id, institution_id, row_number() over (partition by institution_id order by place) as nth
       from unnest($2::uuid[], $3::uuid[]) with ordinality asked (id, institution_id, place))
     update compliance.hold set subject_kind = $1, subject_id = subject.id, hit_at = coalesce(hit_at, $4) from subject
     where ${open} and (subject_id = subject.id
       or subject_id is null and subject_kind = $1 and hold.institution_id = subject.institution_id and nth = 1)`,
    [kind, idsOf(rows), rows.map((row) => row.institution_id), env.clock.now()],
  )
  return activeHold(tx, idsOf(rows))
}

/** Screens rows that are `screening`: what a hold lies on is held from now on, what is clear may go on. */
export async function screenRows<R extends Held>(
  env: Env,
  tx: Tx,
  kind: HeldKind,
  stateful: Stateful,
  rows: readonly R[],
  by: By,
): Promise<{ clear: R[]; held: R[] }> {
  const found = await screen(env, tx, kind, rows)
  const held: R[] = []
  for (const row of rows) {
    const hold = found.get(row.id)
    if (hold) held.push(...(await moveRows(tx, stateful, [row], 'hold', { ...by, why: hold.reason })))
  }
  return { clear: rows.filter(({ id }) => !found.has(id)), held }
}

/** The oldest hold of each thing that still lies on it. */
export async function activeHold(
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, { reason: HoldReason; since: Date }>> {
  const rows = await sql.query<{ id: string; reason: HoldReason; since: Date }>(
    `select distinct on (subject_id) subject_id as id, reason, coalesce(hit_at, created_at) as since
     from compliance.hold where subject_id = any($1::uuid[]) and ${open} order by subject_id, created_at, id`,
    [ids],
  )
  return new Map(rows.map(({ id, reason, since }) => [id, { reason, since }]))
}

/** What people have decided on each of these things: rejected if one hold was, released when all were, else nothing. */
export async function decided(sql: Sql, ids: readonly string[]): Promise<Map<string, 'release' | 'reject'>> {
  const rows = await sql.query<{ id: string; verdict: 'release' | 'reject' | null }>(
    `select subject_id as id, case when bool_or(state = 'rejected') then 'reject'
       when bool_and(state = 'released') then 'release' end as verdict
     from compliance.hold where subject_id = any($1::uuid[]) group by subject_id`,
    [ids],
  )
  return new Map(rows.flatMap(({ id, verdict }) => (verdict === null ? [] : [[id, verdict] as const])))
}

/** Held rows, locked, on which no hold lies any more, by what people have decided: the oldest ones, `most` of them. */
export async function judged<R extends Held>(
  tx: Tx,
  { table }: Stateful,
  most: number,
): Promise<{ released: R[]; rejected: R[] }> {
  const rows = await tx.query<R>(
    `select * from ${table} thing where state = 'held'
       and not exists (select from compliance.hold where subject_id = thing.id and ${open})
     order by created_at, id limit $1 for update skip locked`,
    [most],
  )
  const verdicts = await decided(tx, idsOf(rows))
  const isRejected = ({ id }: R) => verdicts.get(id) === 'reject'
  return { released: rows.filter((row) => !isRejected(row)), rejected: rows.filter(isRejected) }
}

const actionOf = { release: 'hold.released', reject: 'hold.rejected' }

/**
 * Ends a hold: one person asks for it, another one decides (S1); the database refuses one who is both. Nothing else
 * does, least of all time: a sanctions hold lies until people have looked at it.
 */
export async function decideHold(
  env: Env,
  tx: Tx,
  id: string,
  decision: 'release' | 'reject',
  maker: string,
  checker: string,
): Promise<void> {
  const [hold] = await tx.query<{ state: string; subject_kind: HeldKind | null; subject_id: string | null }>(
    'select state, subject_kind, subject_id from compliance.hold where id = $1 for update',
    [id],
  )
  if (!hold) throw badRequest('unknown', 'There is no such hold.', 'holdid')
  if (hold.state !== 'placed' && hold.state !== 'under_review') {
    throw badRequest('decided', `The hold is ${hold.state} already.`, 'holdid')
  }
  const at = env.clock.now()
  if (hold.state === 'placed') {
    await move(tx, holdMachine, id, 'review', { actor: maker, why: `asks to ${decision}`, at })
  }
  await tx.query('update compliance.hold set maker = $2, checker = $3 where id = $1', [id, maker, checker])
  await move(tx, holdMachine, id, decision, { actor: checker, why: `asked for by ${maker}`, at })
  await audit(tx, { actor: checker, at, action: actionOf[decision], subject: id, detail: { maker } })
  if (hold.subject_kind !== null && hold.subject_id !== null) await env.jobs.wake(tx, jobOf[hold.subject_kind])
}
