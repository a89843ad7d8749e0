import type { Role } from '@specie/protocol/people/roles.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { requestApproval } from '../approval/request.ts'
import type { Session } from '../session/session.ts'

/**
 * Requests a second person's approval to give a person of the own side exactly these roles; returns the id of the
 * request.
 */
export async function requestRoles(
  env: Env,
  tx: Tx,
  { session, reason }: { readonly session: Session; readonly reason: string },
  person: string,
  roles: readonly Role[],
): Promise<string> {
  const { institutionId: institutionid } = session.person
  const request =
    institutionid === null
      ? ({ kind: 'staff.give_role', subject: person, payload: { person, roles } } as const)
      : ({ kind: 'member.approver', subject: institutionid, payload: { institutionid, person, roles } } as const)
  return (await requestApproval(env, tx, session, { ...request, reason })).id
}
