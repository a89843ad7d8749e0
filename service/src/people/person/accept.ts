import type { Side } from '@specie/protocol/people/roles.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { move } from '../../base/state-machine/move.ts'
import { lockPerson } from '../factor/factor-lock.ts'
import { type NewPasskey, storePasskey } from '../factor/passkey.ts'
import { assertGoodPassword, hashPassword, storePassword } from '../factor/password.ts'
import { renewRecoveryCodes } from '../factor/recovery-codes.ts'
import { confirmTotp, storeTotp } from '../factor/totp.ts'
import { endSessions } from '../session/end.ts'
import type { From, NewSession } from '../session/session.ts'
import { beginSession } from '../sign-in/begin-session.ts'
import { findLink, type Link, useLink } from './link.ts'
import { actorOf, personMachine } from '../../directory/person.ts'

export type Acceptance = {
  token: string
  side: Side
  passkey: (NewPasskey & { name: string }) | null
  /** Password and authenticator app go together. */
  password: { password: string; totp: { setup: string; code: string } } | null
}

export type Accepted = { link: Link; session: NewSession; recoveryCodes: string[] }

/** Accepts an invitation or a recovery link: sets the factors and opens a session, once. */
export async function acceptLink(env: Env, given: Acceptance, from: From, before: string | null): Promise<Accepted> {
  const link = await findLink(env, env.db, given.token, given.side)
  const { person } = link
  if (given.password !== null) assertGoodPassword(given.password.password, person)
  // The code first, because hashing is expensive.
  const totp = given.password && confirmTotp(env, person.id, given.password.totp)
  const hashed = given.password && (await hashPassword(env, given.password.password, person))
  const at = env.clock.now()
  const by = { actor: actorOf(person), why: `came by a link: ${link.purpose}`, at }
  return env.db.tx(async (tx) => {
    await lockPerson(tx, person.id)
    await useLink(env, tx, link)
    if (link.purpose === 'invitation') await move(tx, personMachine, person.id, 'accept', by)
    else await forgetFactors(tx, person.id, at)
    if (given.passkey !== null)
      await storePasskey(env, tx, person.id, given.passkey.name, given.passkey, { link: link.id, ip: from.ip })
    if (hashed !== null) await storePassword(tx, person.id, hashed, at)
    if (totp !== null) await storeTotp(tx, person.id, totp, at)
    const recoveryCodes = await renewRecoveryCodes(env, tx, person.id)
    audit(tx, {
      actor: by.actor,
      action: link.purpose === 'invitation' ? 'person.accepted' : 'person.recovered',
      subject: person.id,
      detail: { link: link.id, ip: from.ip },
    })
    const session = await beginSession(env, tx, { person, method: 'link', before, ...from })
    return { link, session, recoveryCodes }
  })
}

/** Old devices and passwords stop working. */
async function forgetFactors(tx: Tx, personId: string, at: Date): Promise<void> {
  await tx.query('update people.passkey set removed_at = $2 where person_id = $1 and removed_at is null', [
    personId,
    at,
  ])
  await tx.query('delete from people.password where person_id = $1', [personId])
  await tx.query('delete from people.totp where person_id = $1', [personId])
  await endSessions(tx, personId, at)
}
