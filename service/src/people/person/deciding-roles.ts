import { needsTwoPeople } from '@specie/protocol/people/approvals/approvals.ts'
import type { Role } from '@specie/protocol/people/roles.ts'
import type { Sql } from '../../base/database/db.ts'
import { badRequest } from '../../base/http/errors.ts'
import { choicesOf } from '../approval/second-person.ts'
import type { Person } from '../../directory/person.ts'

// Roles that need two people are given by two (give-roles.ts). Their holders get no link from one administrator alone,
// who could then be both. A link for staff is made in two halves (link-in-halves.ts). For staff this always holds; for
// an institution while it requires a second person (docs/adr/0063-who-becomes-approver.md).

/** The holders of the roles: staff, or people of one institution. */
type RoleOwner = Pick<Person, 'side' | 'institutionId'>

/** The roles among these that need a second person to be given. */
export async function decidingAmong<R extends Role>(sql: Sql, whose: RoleOwner, roles: readonly R[]): Promise<R[]> {
  const found = roles.filter((role) => needsTwoPeople(whose.side, role))
  return found.length > 0 && (await requiresTwo(sql, whose)) ? found : []
}

const requiresTwo = async (sql: Sql, { institutionId }: RoleOwner): Promise<boolean> =>
  institutionId === null || (await choicesOf(sql, institutionId)).length > 0

/** The roles that a person keeps without a second person. A former administrator can have invited the maker. */
export const keptRoles = ({ side, roles }: Pick<Person, 'side' | 'roles'>): readonly Role[] =>
  side === 'institution' && roles.includes('admin') ? roles.filter((role) => role !== 'approver') : roles

/** Throws for an administrator who would also be an approver: alone they could invite a maker, and approve. */
export async function assertSeparate(sql: Sql, whose: RoleOwner, roles: readonly Role[]): Promise<void> {
  if (whose.side !== 'institution' || !roles.includes('admin')) return
  if ((await decidingAmong(sql, whose, roles)).length > 0)
    throw badRequest(
      'role_conflict',
      'While a second approver is required, an administrator cannot be an approver. Give the roles to different people.',
      'roles',
    )
}

/** Throws for people whose factors one person alone must not replace. */
export async function assertMayHaveLink(sql: Sql, person: Person): Promise<void> {
  if ((await decidingAmong(sql, person, person.roles)).length > 0)
    throw badRequest(
      'two_people',
      'Remove this person and invite them again. A second approver then approves their roles.',
    )
}

/**
 * Throws for a link that was made before the institution required a second person. The maker of the link could use it to
 * get such a role. The first two staff of an installation use such links.
 */
export async function assertMayUseLink(sql: Sql, person: Person): Promise<void> {
  if (person.side === 'institution' && (await decidingAmong(sql, person, person.roles)).length > 0)
    throw badRequest(
      'link',
      'An approver of your institution can no longer use a link. Ask its administrator to remove and invite you again.',
      'token',
    )
}
