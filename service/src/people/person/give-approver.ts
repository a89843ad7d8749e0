import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import type { Description } from '../../base/approvable.ts'
import { approversOf } from '../approval/deciders.ts'
import { assertSeparate, decidingAmong } from './deciding-roles.ts'
import { describeRoles, giveRoles } from './give-roles.ts'
import { findMember } from './manage.ts'
import { findPerson } from '../../directory/person.ts'

// When an institution requires a second person and has no approver left to approve another one, two of the staff give
// the role (institution.approver).

type GiveApprover = PayloadOf<'institution.approver'>

export async function giveApprover(env: Env, tx: Tx, { person: id }: GiveApprover, by: By): Promise<void> {
  const person = await findMember(tx, id)
  const { institutionId: institutionid, roles } = person
  const needsTwo = (await decidingAmong(tx, person, ['approver'])).length > 0
  if (!needsTwo || (await approversOf(tx, institutionid)).length > 0)
    throw badRequest('own_people', 'The institution does this itself. Its administrator gives or requests the role.')
  await assertSeparate(tx, person, [...roles, 'approver'])
  await giveRoles(env, tx, { institutionid, person: id, roles: [...roles, 'approver'] }, by)
}

export async function describeGiveApprover(env: Env, sql: Sql, { person: id }: GiveApprover): Promise<Description> {
  const { institutionId = null } = (await findPerson(sql, id)) ?? {}
  return { ...(await describeRoles(env, sql, { person: id, roles: ['approver'] })), institutionId }
}
