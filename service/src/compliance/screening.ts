import type { HeldKind, HoldReason } from '@specie/protocol/holds.ts'
import { audit } from '../base/audit/audit.ts'
import type { Sql, Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import type { By, Stateful } from '../base/state-machine/move.ts'
import { idsOf, moveRows } from '../base/state-machine/transitions.ts'
import { activeHold, isActive, isOpen } from './active-holds.ts'
import { screenItems } from './screen-items.ts'

export { activeHold, conclude } from './active-holds.ts'

// Whether items must wait for people, and the decisions of those people.

export type Held = { readonly id: string; readonly institution_id: string; readonly state: string }

/**
 * What a screening may reveal. A rehearsal is free for the institution and can be repeated with any name, so it reveals
 * only what the institution knows itself. That its own second person must approve. Matches with lists, and holds of
 * officers, show only in the request itself (no tipping off).
 */
export type ScreeningMode = 'request' | 'rehearsal'

/**
 * The holds on these items. Their parties are compared with the lists, and a hold on an institution's next item now
 * applies to the first of them, unless it is a rehearsal.
 */
export async function screen(
  env: Env,
  tx: Tx,
  kind: HeldKind,
  rows: readonly Held[],
  look: ScreeningMode = 'request',
): Promise<Map<string, { reason: HoldReason; since: Date }>> {
  if (look === 'rehearsal') return activeHold(tx, idsOf(rows))
  await tx.query(
    `with subject as (
       select id, institution_id, row_number() over (partition by institution_id order by place) as nth
       from unnest($2::uuid[], $3::uuid[]) with ordinality asked (id, institution_id, place))
     update compliance.hold set subject_kind = $1, subject_id = subject.id, hit_at = case when subject_id is null then $4 else hit_at end
     from subject
     where ${isOpen} and (subject_id = subject.id
       or subject_id is null and subject_kind = $1 and hold.institution_id = subject.institution_id and nth = 1)`,
    [kind, idsOf(rows), rows.map((row) => row.institution_id), env.clock.now()],
  )
  await screenItems(env, tx, kind, rows)
  return activeHold(tx, idsOf(rows))
}

/** Screens rows that are `screening`. Those with a hold become held, the others may continue. */
export async function screenRows<R extends Held>(
  env: Env,
  tx: Tx,
  kind: HeldKind,
  stateful: Stateful,
  rows: readonly R[],
  by: By,
  look: ScreeningMode = 'request',
): Promise<{ clear: R[]; held: R[] }> {
  const found = await screen(env, tx, kind, rows, look)
  const held: R[] = []
  for (const row of rows) {
    const hold = found.get(row.id)
    if (hold) held.push(...(await moveRows(tx, stateful, [row], 'hold', { ...by, why: hold.reason })))
  }
  return { clear: rows.filter(({ id }) => !found.has(id)), held }
}

/** Reasons that concern one item alone. The next item gets its own hold if the reason still applies. */
const staysWithItem: readonly HoldReason[] = ['approval_required', 'account_suspended', 'debt_review']

/**
 * The institution cancels this withdrawal. The holds on it then apply to its next one. False when it cannot be
 * canceled, because people have frozen or refused it, or because its institution was stopped.
 */
export async function moveHoldsToNext(env: Env, tx: Tx, id: string, actor: string): Promise<boolean> {
  const at = env.clock.now()
  const moved = await tx.query<{ id: string }>(
    `update compliance.hold set subject_id = null, hit_at = null, updated_at = $2
     where subject_id = $1 and state in ('placed', 'under_review') and reason <> all($3) returning id`,
    [id, at, staysWithItem],
  )
  for (const hold of moved) {
    audit(tx, { actor, action: 'hold.passed_on', subject: hold.id, detail: { from: id } })
  }
  const active = await tx.query(`select 1 from compliance.hold where subject_id = $1 and ${isActive}`, [id])
  return active.length === 0
}

/** The decision on each of these items: rejected if one hold was, released if all were, otherwise none. */
export async function decisionsOn(sql: Sql, ids: readonly string[]): Promise<Map<string, 'release' | 'reject'>> {
  const rows = await sql.query<{ id: string; verdict: 'release' | 'reject' | null }>(
    `select subject_id as id, case when bool_or(${isOpen}) then null when bool_or(${isActive}) then 'reject' else 'release' end
       as verdict
     from compliance.hold where subject_id = any($1::uuid[]) group by subject_id`,
    [ids],
  )
  return new Map(rows.flatMap(({ id, verdict }) => (verdict === null ? [] : [[id, verdict] as const])))
}

/** The oldest `limit` items that are `held` without an active hold, locked. */
export function releasedRows<R extends Held>(tx: Tx, { table }: Stateful, limit: number): Promise<R[]> {
  return tx.query<R>(
    `select * from ${table} item where state = 'held' and not on_hold
     order by created_at, id limit $1 for update skip locked`,
    [limit],
  )
}

/**
 * Locks and returns the items that staff have rejected and that are not reversed yet. They stay stopped until their product
 * has called `conclude`. `which` leaves out items that take long. There is no limit, so that one slow item does not block
 * the others; the number stays small because staff have decided on each item.
 */
export function rejectedRows<R extends Held>(tx: Tx, { table }: Stateful, which = 'true'): Promise<R[]> {
  return tx.query<R>(
    `select * from ${table} item where on_hold and ${which}
       and not exists (select from compliance.hold where subject_id = item.id and ${isOpen})
     order by created_at, id for update skip locked`,
  )
}

/** The reason shown for an item that a second person of its institution has not approved. */
const notApproved = 'Not approved by a second approver of the institution.'

/** The reason shown for an item whose institution was offboarded. */
export const noLongerClient = 'The institution is no longer a client.'

/** The reasons shown for an item that the provider of its wallet did not approve (Travel Rule). */
const withoutApproval = {
  rejected: 'The provider of the wallet has rejected the transfer.',
  undecided: 'The provider of the wallet has not answered in time.',
  unclear: 'The provider of the wallet has not given a clear answer in time.',
  unasked: 'The provider of the wallet could not be asked about the transfer.',
} as const

const hasStep = (
  states: string,
) => `exists (select from state.step s where s.machine = 'travel_rule' and s.subject = x.id
      and s.to_state in (${states}))`

/** SQL: which of these reasons the exchange `x` has. A provider that never had the inquiry was not asked. */
const exchangeEnd = `case when ${hasStep(`'conflict'`)} then 'unclear'
    when x.problem is null then case x.state when 'rejected' then 'rejected' else 'undecided' end
    when ${hasStep(`'acknowledged'`)} then 'unclear' else 'unasked' end`

const refused = 'refused after review'

/**
 * The reason of each of these rejections. The institution was offboarded, its second person did not approve, or staff
 * refused.
 */
export async function rejectionWords(
  tx: Tx,
  rows: readonly { readonly id: string }[],
): Promise<(row: { readonly id: string }) => string> {
  type Row = { id: string; left: boolean; unapproved: boolean; exchange: keyof typeof withoutApproval | null }
  const found = await tx.query<Row>(
    `select subject_id as id,
       bool_or(reason = 'account_suspended' and directory.standing_of(institution_id) = 'offboarded') as left,
       bool_and(reason in ('approval_required', 'account_suspended')) as unapproved,
       case when bool_or(maker = 'travel_rule') then (select ${exchangeEnd} from compliance.exchange x
         where x.subject_id = hold.subject_id and x.direction = 'out') end as exchange
     from compliance.hold where subject_id = any($1::uuid[]) and state = 'rejected' group by subject_id`,
    [idsOf(rows)],
  )
  const of = new Map(found.map((one) => [one.id, one]))
  return ({ id }) => {
    const one = of.get(id)
    if (one?.left) return noLongerClient
    if (one?.exchange) return withoutApproval[one.exchange]
    return one?.unapproved ? notApproved : refused
  }
}
