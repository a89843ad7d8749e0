import type { Side } from '@specie/protocol/people/roles.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { recoveryHash, useRecoveryCode } from '../factor/recovery-codes.ts'
import { endSessions } from '../session/end.ts'
import type { From, NewSession } from '../session/session.ts'
import { countAttempt, noteFailures, strangerKeys, succeeded } from './attempts.ts'
import { beginSession } from './begin-session.ts'
import { nameOf } from './known-browser.ts'

// A person with only passkeys who has lost them signs in with two recovery codes, because one code may have been seen
// by others. A person with a password signs in with it and one code. Two people let the holder of a two-person role back in.

export type CodesAttempt = { readonly side: Side; readonly email: string; readonly codes: readonly [string, string] }

/** Unknown names get the same answer. */
export async function signInWithCodes(
  env: Env,
  given: CodesAttempt,
  from: From,
  before: string | null,
): Promise<NewSession> {
  const keys = strangerKeys(nameOf(given.side, given.email), from.ip)
  const isSeries = await countAttempt(env, keys)
  const people = await findPeople(env, given)
  const owner = people.find(({ hasBoth }) => hasBoth)
  if (owner === undefined) {
    if (isSeries)
      await noteFailures(
        env,
        people.map(({ id }) => id),
        from,
      )
    throw new ApiError('sign_in_failed')
  }
  await succeeded(env, keys)
  if (owner.needsTwo)
    throw badRequest(
      'two_people',
      'Because of your roles, two people must reset your sign-in. Ask for a link.',
      'email',
    )
  return env.db.tx((tx) => enter(env, tx, owner.id, given, from, before))
}

/** `needsTwo`: one administrator alone could not make a link for this person. */
type Candidate = { readonly id: string; readonly hasBoth: boolean; readonly needsTwo: boolean }

/** Active people with this name and without a password. */
const findPeople = (env: Env, { side, email, codes }: CodesAttempt): Promise<Candidate[]> =>
  env.db.query<Candidate>(
    `select p.id, 2 = (select count(*) from people.recovery_code c
         where c.person_id = p.id and c.hash = any ($3) and c.used_at is null) as "hasBoth",
       (p.side = 'staff' or people.uses_second_person(p.institution_id)) and exists (
         select from directory.person_role r
         where r.person_id = p.id and not r.is_taken and people.needs_two_people(p.side, r.role)) as "needsTwo"
     from directory.person p
     where p.email = $1 and p.side = $2 and p.state = 'active'
       and not exists (select from people.password w where w.person_id = p.id)
     order by p.created_at, p.id`,
    [email, side, codes.map(recoveryHash)],
  )

/** The device is lost, so its sessions end. */
async function enter(
  env: Env,
  tx: Tx,
  id: string,
  { codes }: CodesAttempt,
  from: From,
  before: string | null,
): Promise<NewSession> {
  const use = async (): Promise<boolean> => {
    for (const code of codes) if (!(await useRecoveryCode(env, tx, id, code))) return false
    return true
  }
  const opened = await beginSession(env, tx, { person: { id }, method: 'recovery', shown: { use }, before, ...from })
  await endSessions(tx, id, env.clock.now(), opened.id)
  return opened
}
