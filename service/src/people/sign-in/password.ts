import type { Side } from '@specie/protocol/people/roles.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { hashesOf, passwordHashOf } from '../factor/password.ts'
import { useRecoveryCode } from '../factor/recovery-codes.ts'
import { useTotp } from '../factor/totp.ts'
import type { From, NewSession, Session } from '../session/session.ts'
import { stepUp } from '../session/replace.ts'
import {
  browserKeys,
  countAttempt,
  countQuietly,
  noteFailures,
  othersKeys,
  personKeys,
  strangerKeys,
  succeeded,
  takeBack,
} from './attempts.ts'
import { beginSession } from './begin-session.ts'
import { type KnownBrowser, nameOf } from './known-browser.ts'

export type PasswordAttempt = {
  side: Side
  email: string
  password: string
  code: string | undefined
  recoveryCode: string | undefined
}

type Account = { id: string; hash: string | null }

/**
 * Signs in with password and code. Unknown names take the same way: the same work, the same answer. Several may have the name,
 * at different institutions: password and code say who it is.
 */
export async function signInWithPassword(
  env: Env,
  given: PasswordAttempt,
  from: From,
  before: string | null,
  browser: KnownBrowser | null,
): Promise<NewSession> {
  const name = nameOf(given.side, given.email)
  const known = browser?.people.filter((one) => one.name === name).map(({ id }) => id) ?? []
  const isKnown = known.length > 0
  const accounts = await findAccounts(env, given)
  const keys = isKnown ? browserKeys(name, browser!.id) : strangerKeys(name, from.ip)
  const isSeries = await countAttempt(env, keys)
  const matching = await matchingAccounts(env, accounts, given).catch(async (error: unknown) => {
    await takeBack(env, keys)
    throw error
  })
  const enter = (people: readonly Account[]) => enterAsOneOf(env, people, given, from, before)
  const session = await enter(isKnown ? matching.filter(({ id }) => known.includes(id)) : matching)
  if (session !== null) {
    await succeeded(env, keys)
    return session
  }
  const other =
    isKnown && (await countQuietly(env, othersKeys(name, from.ip)))
      ? await enter(matching.filter(({ id }) => !known.includes(id)))
      : null
  if (other !== null) return other
  if (isSeries)
    await noteFailures(
      env,
      accounts.map(({ id }) => id),
      from,
    )
  throw new ApiError('sign_in_failed')
}

/** Those who have this name and may sign in; of others nothing is known, as if there were none. */
const findAccounts = (env: Env, { email, side }: PasswordAttempt): Promise<Account[]> =>
  env.db.query<Account>(
    `select p.id, w.hash from people.person p left join people.password w on w.person_id = p.id
     where p.email = $1 and p.side = $2 and p.state = 'active' order by p.created_at, p.id`,
    [email, side],
  )

async function matchingAccounts(
  env: Env,
  accounts: readonly Account[],
  given: PasswordAttempt,
): Promise<readonly Account[]> {
  const stored = accounts.flatMap(({ hash }) => hash ?? [])
  const right = await hashesOf(env, given.password, given, stored)
  return accounts.filter(({ hash }) => hash !== null && right.includes(hash))
}

/** The session of the first whose code it is; null: nobody's. */
async function enterAsOneOf(
  env: Env,
  people: readonly Account[],
  { code, recoveryCode = '' }: PasswordAttempt,
  from: From,
  before: string | null,
): Promise<NewSession | null> {
  for (const person of people) {
    const session = await env.db.tx(async (tx) => {
      const isProven =
        code === undefined
          ? await useRecoveryCode(env, tx, person.id, recoveryCode)
          : await useTotp(env, tx, person.id, code)
      const method = code === undefined ? 'recovery' : 'password'
      return isProven ? beginSession(env, tx, { person: { id: person.id }, method, before, ...from }) : null
    })
    if (session !== null) return session
  }
  return null
}

/** Confirms with password and code who is signed in already. */
export async function stepUpWithPassword(
  env: Env,
  session: Session,
  given: { password: string; code: string },
  from: From,
): Promise<NewSession> {
  const keys = personKeys(session.person.id, 'step_up')
  const isSeries = await countAttempt(env, keys)
  const stored = await passwordHashOf(env.db, session.person.id)
  const right = await hashesOf(env, given.password, session.person, stored === null ? [] : [stored])
  if (right.length === 0 || !(await useTotp(env, env.db, session.person.id, given.code))) {
    if (isSeries) await noteFailures(env, [session.person.id], from)
    throw new ApiError('sign_in_failed')
  }
  const next = await stepUp(env, session, { method: 'password' }, from)
  await succeeded(env, keys)
  return next
}
