import { approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import { type Role, type StaffRole, staffRoles } from '@specie/protocol/people/roles.ts'
import { z } from 'zod'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import type { Description } from '../approval/row.ts'
import { endLinks } from './link.ts'
import { assertCompatible, replaceRoles } from './manage.ts'
import { findPerson, type Person } from './row.ts'

// Roles of staff that decide on requests of others are given by two people (approval kind staff.give_role), and only to
// somebody who has accepted: an administrator could still make a new link for whoever has not, and use it.

const deciding: ReadonlySet<Role> = new Set(
  Object.values(approvalKinds).flatMap(({ side, checkers }): Role[] => (side === 'staff' ? [...checkers] : [])),
)

/** These of the roles need a second person to be given. */
export const decidingAmong = (roles: readonly Role[]): StaffRole[] =>
  staffRoles.filter((role) => roles.includes(role) && deciding.has(role))

export const hasDecidingRole = ({ roles }: Pick<Person, 'roles'>): boolean => decidingAmong(roles).length > 0

export const giveRolePayload = z.strictObject({
  person: z.uuid(),
  /** All roles that the person has from then on. */
  roles: z.array(z.enum(staffRoles as readonly [StaffRole, ...StaffRole[]])).min(1),
})
export type GiveRole = z.infer<typeof giveRolePayload>

/** When it is asked for, the person need not have accepted yet. */
export async function assertGivable(_env: Env, tx: Tx, payload: GiveRole): Promise<void> {
  await givable(tx, payload)
}

async function givable(tx: Tx, { person: id, roles }: GiveRole): Promise<Person> {
  const person = await findPerson(tx, id)
  if (person?.side !== 'staff' || person.state === 'removed') throw new ApiError('not_found', { id })
  assertCompatible('staff', roles)
  return person
}

export async function describeGiveRoles(_env: Env, sql: Sql, { person: id, roles }: GiveRole): Promise<Description> {
  const person = await findPerson(sql, id)
  const added = roles.filter((role) => !person?.roles.includes(role))
  const given = added.length > 0 ? added : roles
  const which = given.length === 1 ? 'the role' : 'the roles'
  return { title: `Give ${person?.name ?? id} ${which} ${given.join(' and ')}`, institutionId: null }
}

/** What happens when the second person approves: in the transaction of that decision. */
export async function giveRoles(_env: Env, tx: Tx, { person: id, roles }: GiveRole, by: By): Promise<void> {
  const person = await givable(tx, { person: id, roles })
  if (person.state !== 'active')
    throw badRequest('not_accepted', 'The person has not accepted the invitation yet: approve it when they have.')
  await replaceRoles(tx, person, roles, by)
  // One administrator alone could make a recovery link before this, and still have it.
  await endLinks(tx, id, by.at)
  audit(tx, {
    actor: by.actor,
    action: 'person.roles_set',
    subject: id,
    detail: { roles: [...roles], before: [...person.roles], reason: by.why },
  })
}
