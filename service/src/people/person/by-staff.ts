import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { endSessions } from '../session/end.ts'
import { assertMayHaveLink } from './deciding-roles.ts'
import type { NewLink } from './link.ts'
import { requestLink, type FirstHalf } from './link-in-halves.ts'
import { type Admin, findMember, createWholeLink, note } from './manage.ts'

// What staff do for the people of an institution who cannot get in. Its own administrators come first.

/** A new invitation for the first administrator. Later ones are invited by an administrator of the institution. */
export const inviteAgain = (env: Env, admin: Admin, id: string): Promise<NewLink> =>
  env.db.tx(async (tx) => {
    const person = await findMember(tx, id)
    if (person.state !== 'invited')
      throw badRequest(
        'state',
        'This person has accepted an invitation. Request a reset of their sign-in instead.',
        'id',
      )
    if (await hasAdministrator(tx, person.institutionId))
      throw badRequest(
        'own_people',
        'An administrator of the institution can make this link in its portal, on the page People.',
        'id',
      )
    await assertMayHaveLink(tx, person)
    return createWholeLink(env, tx, admin, person)
  })

/** Requests a recovery link. It works a day after a second person has approved it, unless the person signs in before. */
export const requestRecovery = (env: Env, admin: Admin, id: string): Promise<FirstHalf> =>
  env.db.tx(async (tx) => {
    const person = await findMember(tx, id)
    if (person.state === 'invited')
      throw badRequest('state', 'This person has not accepted the invitation yet. Make a new invitation.', 'id')
    if (person.state === 'suspended')
      throw badRequest(
        'state',
        'This person is suspended. An administrator of the institution can reinstate them.',
        'id',
      )
    return requestLink(env, tx, admin, person)
  })

/** Ends all sessions and tokens of a person of an institution; returns how many. */
export const endSessionsOf = (env: Env, admin: Admin, id: string): Promise<number> =>
  env.db.tx(async (tx) => {
    const person = await findMember(tx, id)
    const ended = await endSessions(tx, person.id, env.clock.now())
    note(tx, admin, 'person.sessions_ended', id, { ended: [String(ended)] })
    return ended
  })

async function hasAdministrator(sql: Sql, institutionId: string): Promise<boolean> {
  const found = await sql.query(
    `select from directory.person p join directory.person_role r on r.person_id = p.id and not r.is_taken
     where p.institution_id = $1 and p.state = 'active' and r.role = 'admin' limit 1`,
    [institutionId],
  )
  return found.length > 0
}
