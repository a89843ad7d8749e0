import { type Role, type Side, conflictAmong } from '@specie/protocol/people/roles.ts'
import type { AuditAction } from '@specie/protocol/audit-actions.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { next } from '@specie/protocol/machines.ts'
import { type By, move, setActor } from '../../base/state-machine/move.ts'
import { refusedInState } from '../../base/state-machine/refusal.ts'
import { endSessions } from '../session/end.ts'
import type { From, Session } from '../session/session.ts'
import { requestRoles } from './request-roles.ts'
import { createPerson } from './create.ts'
import { assertMayHaveLink, assertSeparate, decidingAmong, keptRoles } from './deciding-roles.ts'
import { createLink, endLinks, type LinkPurpose, type NewLink, purposeFor } from './link.ts'
import { requestLink, type FirstHalf } from './link-in-halves.ts'
import { actorOf, type Person, personColumns, personMachine } from '../../directory/person.ts'

// Actions of an administrator on the people of the own side: those of the own institution, or staff.

/** An acting administrator, with session, address and reason. */
export type Admin = { readonly session: Session; readonly from: From; readonly reason: string }

export const byOf = (env: Env, { session, reason }: Admin): By => ({
  actor: actorOf(session.person),
  why: reason,
  at: env.clock.now(),
})

export const note = (
  tx: Tx,
  { session, from, reason }: Admin,
  action: AuditAction,
  subject: string,
  more: Record<string, string[]> = {},
) =>
  audit(tx, {
    actor: actorOf(session.person),
    action,
    subject,
    detail: { session: session.id, ip: from.ip, reason, ...more },
  })

export type ListedPerson = Person & { createdAt: Date; lastSeenAt: Date | null; link: OpenLink | null }

/** As PostgreSQL writes times into JSON. */
type OpenLink = { purpose: LinkPurpose; usable_from: string | null; expires_at: string }

const listed = `
  select ${personColumns}, p.created_at as "createdAt",
    (select max(s.seen_at) from people.session s where s.person_id = p.id) as "lastSeenAt",
    (select jsonb_build_object('purpose', l.purpose, 'usable_from', l.usable_from, 'expires_at', l.expires_at)
      from people.link l where l.person_id = p.id and l.used_at is null) as link
  from directory.person p`

/** All people of one side who were not removed: of an institution, or staff. */
export const listPeople = (
  sql: Sql,
  { side, institutionId }: Pick<Person, 'side' | 'institutionId'>,
): Promise<ListedPerson[]> =>
  sql.query<ListedPerson>(
    `${listed} where p.side = $1 and p.institution_id is not distinct from $2 and p.state <> 'removed' order by p.created_at, p.id`,
    [side, institutionId],
  )

/** A person of any institution, for staff. */
export async function findMember(sql: Sql, id: string): Promise<ListedPerson & { institutionId: string }> {
  const [found] = await sql.query<ListedPerson & { institutionId: string }>(
    `${listed} where p.id = $1 and p.institution_id is not null and p.state <> 'removed'`,
    [id],
  )
  if (!found) throw new ApiError('not_found', { id }, 'There is no such person.')
  return found
}

/**
 * Another person of the own side. People cannot change their own roles or state, so an administrator always remains.
 */
async function findOther(sql: Sql, { person }: Session, id: string): Promise<Person> {
  const [other] = await sql.query<Person>(
    `select ${personColumns} from directory.person p
     where p.id = $1 and p.side = $2 and p.institution_id is not distinct from $3 and p.state <> 'removed'`,
    [id, person.side, person.institutionId],
  )
  if (!other) throw new ApiError('not_found', { id })
  if (other.id === person.id) throw badRequest('own_account', 'Ask another administrator to change your own account.')
  return other
}

export type Invitation = { email: string; name: string; roles: readonly Role[] }

/** `approval`: the request of the roles that need a second person; null if there are none. */
type RolesRequest = { readonly approval: string | null }

/** Invites a person. Roles that need a second person are requested, and given once the person has accepted. */
export async function invite(
  env: Env,
  tx: Tx,
  admin: Admin,
  { roles, ...named }: Invitation,
): Promise<MadeLink & RolesRequest & { id: string }> {
  const { side, institutionId } = admin.session.person
  assertCompatible(side, roles)
  await assertSeparate(tx, { side, institutionId }, roles)
  const asked = await decidingAmong(tx, { side, institutionId }, roles)
  const person = { side, institutionId, ...named, roles: without(roles, asked) }
  const id = await createPerson(env, tx, person, byOf(env, admin))
  const approval = asked.length === 0 ? null : await requestRoles(env, tx, admin, id, roles)
  const isInHalves = side === 'staff' && asked.length > 0
  const link = isInHalves
    ? await requestLink(env, tx, admin, { id, state: 'invited', side })
    : await createWholeLink(env, tx, admin, { id, state: 'invited' })
  return { id, ...link, approval }
}

/** A whole link, or the first half of one that a second person must agree to. */
export type MadeLink = NewLink | FirstHalf

export async function createWholeLink(
  env: Env,
  tx: Tx,
  admin: Admin,
  { id, state }: Pick<Person, 'id' | 'state'>,
): Promise<NewLink> {
  const link = await createLink(env, tx, id, purposeFor(state))
  note(tx, admin, 'person.link_made', id)
  return link
}

const without = (roles: readonly Role[], others: readonly Role[]): Role[] =>
  roles.filter((role) => !others.includes(role))

export function assertCompatible(side: Side, roles: readonly Role[]): void {
  const pair = conflictAmong(side, roles)
  if (pair) throw badRequest('role_conflict', `One person cannot have the roles ${pair.join(' and ')}.`, 'roles')
}

/**
 * Gives exactly these roles; new ones that need a second person are requested. The sessions of the person end, so that
 * the next one has the new roles from its start.
 */
export async function setRoles(
  env: Env,
  tx: Tx,
  admin: Admin,
  id: string,
  roles: readonly Role[],
): Promise<RolesRequest> {
  const other = await findOther(tx, admin.session, id)
  assertCompatible(other.side, roles)
  await assertSeparate(tx, other, roles)
  const asked = await decidingAmong(tx, other, without(roles, keptRoles(other)))
  const given = without(roles, asked)
  await replaceRoles(tx, other, given, byOf(env, admin))
  note(tx, admin, 'person.roles_set', id, { roles: given, before: [...other.roles] })
  return { approval: asked.length === 0 ? null : await requestRoles(env, tx, admin, id, roles) }
}

export async function replaceRoles(tx: Tx, { id }: Pick<Person, 'id'>, roles: readonly Role[], by: By): Promise<void> {
  await setActor(tx, by)
  await tx.query('select people.set_roles($1, $2)', [id, roles])
  await endSessions(tx, id, by.at)
}

export type Move = 'suspend' | 'reinstate' | 'remove'
const past = { suspend: 'person.suspended', reinstate: 'person.reinstated', remove: 'person.removed' } as const

export const moveOther = (env: Env, admin: Admin, id: string, event: Move): Promise<void> =>
  env.db.tx(async (tx) => {
    const other = await findOther(tx, admin.session, id)
    if (next(personMachine.machine, other.state, event) === null)
      throw refusedInState('person', personMachine.machine, other.state, event)
    const by = byOf(env, admin)
    await move(tx, personMachine, id, event, by)
    await endSessions(tx, id, by.at)
    await endLinks(tx, id, by.at)
    note(tx, admin, past[event], id)
  })

export const newLink = (env: Env, admin: Admin, id: string): Promise<MadeLink> =>
  env.db.tx(async (tx) => {
    const other = await findOther(tx, admin.session, id)
    if (other.state === 'suspended') throw badRequest('state', 'Reinstate the person first.')
    if (other.side === 'staff' && (await needsTwoPeople(tx, other))) return requestLink(env, tx, admin, other)
    await assertMayHaveLink(tx, other)
    return createWholeLink(env, tx, admin, other)
  })

/** Also true for a person who has not accepted, and gets such a role when they do. */
async function needsTwoPeople(tx: Tx, person: Person): Promise<boolean> {
  if ((await decidingAmong(tx, person, person.roles)).length > 0) return true
  const [asked] = await tx.query(
    `select from people.approval where kind = 'staff.give_role' and subject = $1 and state = 'waiting' limit 1`,
    [person.id],
  )
  return asked !== undefined
}

export async function rename(env: Env, { id, person }: Session, name: string, { ip }: From): Promise<void> {
  const at = env.clock.now()
  await env.db.tx(async (tx) => {
    await setActor(tx, { actor: actorOf(person), why: 'changed their own name', at })
    await tx.query('update directory.person set name = $2, updated_at = $3 where id = $1', [person.id, name, at])
    audit(tx, {
      actor: actorOf(person),
      action: 'person.renamed',
      subject: person.id,
      detail: { session: id, ip },
    })
  })
}
