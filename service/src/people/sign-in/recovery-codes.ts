import type { Side } from '@specie/protocol/people/roles.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { recoveryHash, useRecoveryCode } from '../factor/recovery-codes.ts'
import { endSessions } from '../session/end.ts'
import type { From, NewSession } from '../session/session.ts'
import { countAttempt, noteFailures, strangerKeys, succeeded } from './attempts.ts'
import { beginSession } from './begin-session.ts'
import { nameOf } from './known-browser.ts'

// A person with only passkeys who has lost them signs in with two recovery codes, because one code may have been seen
// by others. A person with a password signs in with it and one code.

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
  const session = await env.db.tx((tx) => enter(env, tx, owner.id, given, from, before))
  await succeeded(env, keys)
  return session
}

/** Active people with this name and without a password. */
const findPeople = (env: Env, { side, email, codes }: CodesAttempt): Promise<{ id: string; hasBoth: boolean }[]> =>
  env.db.query(
    `select p.id, 2 = (select count(*) from people.recovery_code c
         where c.person_id = p.id and c.hash = any ($3) and c.used_at is null) as "hasBoth"
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
