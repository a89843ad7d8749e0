import {
  type InstitutionRole,
  institutionRoles,
  type Role,
  type StaffRole,
  staffRoles,
} from '@specie/protocol/people/roles.ts'
import { z } from 'zod'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import type { Description } from '../../base/approvable.ts'
import { endLinks } from './link.ts'
import { assertCompatible, replaceRoles } from './manage.ts'
import { findPerson, type Person } from '../../directory/person.ts'

// Two people give a role that decides on requests of others (staff.give_role, member.approver), and only to a person
// who has accepted: otherwise an administrator could make a new link and use it.

const person = z.uuid()

/** `roles`: all roles that the person has from then on. */
export const staffRolesPayload = z.strictObject({
  person,
  roles: z.array(z.enum(staffRoles as readonly [StaffRole, ...StaffRole[]])).min(1),
})
export const memberRolesPayload = z.strictObject({
  institutionid: z.uuid(),
  person,
  roles: z.array(z.enum(institutionRoles as readonly [InstitutionRole, ...InstitutionRole[]])).min(1),
})
export type RolesPayload = {
  /** Null for staff. */
  readonly institutionid?: string
  readonly person: string
  readonly roles: readonly Role[]
}

/** At the request, the person need not have accepted yet. */
export async function assertGivable(_env: Env, tx: Tx, payload: RolesPayload): Promise<void> {
  await givable(tx, payload)
}

async function givable(tx: Tx, { institutionid, person: id, roles }: RolesPayload): Promise<Person> {
  const person = await findPerson(tx, id)
  if (!person || person.institutionId !== (institutionid ?? null) || person.state === 'removed')
    throw new ApiError('not_found', { id })
  assertCompatible(person.side, roles)
  return person
}

export async function describeRoles(_env: Env, sql: Sql, payload: RolesPayload): Promise<Description> {
  const { person: id, roles, institutionid } = payload
  const person = await findPerson(sql, id)
  const added = roles.filter((role) => !person?.roles.includes(role))
  const given = added.length > 0 ? added : roles
  const which = given.length === 1 ? 'the role' : 'the roles'
  return { title: `Give ${person?.name ?? id} ${which} ${given.join(' and ')}`, institutionId: institutionid ?? null }
}

/** Gives the roles, in the transaction of the second person's decision. */
export async function giveRoles(_env: Env, tx: Tx, payload: RolesPayload, by: By): Promise<void> {
  const { person: id, roles } = payload
  const person = await givable(tx, payload)
  if (person.state !== 'active')
    throw badRequest('not_accepted', 'The person has not accepted the invitation yet. Approve this when they have.')
  await replaceRoles(tx, person, roles, by)
  // An administrator could have made a recovery link before, and still have it.
  await endLinks(tx, id, by.at)
  audit(tx, {
    actor: by.actor,
    action: 'person.roles_set',
    subject: id,
    detail: { roles: [...roles], before: [...person.roles], reason: by.why },
  })
}
