import type { Side } from '@specie/protocol/people/roles.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { hashesOf, passwordHashOf } from '../factor/password.ts'
import { recoveryHash, useRecoveryCode } from '../factor/recovery-codes.ts'
import { totpOfPerson, unusedStep, useTotp } from '../factor/totp.ts'
import type { From, NewSession, Session } from '../session/session.ts'
import { stepUp } from './replace.ts'
import {
  browserKeys,
  countAttempt,
  tryCountAttempt,
  noteFailures,
  foreignBrowserKeys,
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

/** A person with this name, and their factors. */
type Account = {
  readonly id: string
  readonly hash: string | null
  readonly sealed: Buffer | null
  readonly lastStep: bigint | null
  /** Whether the sent recovery code is theirs. */
  readonly hasCode: boolean
}

/**
 * Signs in with password and code. Unknown names take the same work and get the same answer. People of different
 * institutions may share a name: password and code identify the person.
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
  const keys = isKnown ? browserKeys(name, browser!.id) : strangerKeys(name, from.ip)
  const accounts = await findAccounts(env, given)
  const isSeries = await countAttempt(env, keys)
  const shown = await accountsMatching(env, accounts, given).catch(async (error: unknown) => {
    await takeBack(env, keys)
    throw error
  })
  const isAtHome = ({ id }: Account) => !isKnown || known.includes(id)
  const athome = shown.find(isAtHome)
  if (athome) {
    const session = await enter(env, athome, given, from, before)
    await succeeded(env, keys)
    return session
  }
  const others = isKnown ? await tryCountAttempt(env, foreignBrowserKeys(name, from.ip)) : 'refused'
  if (others !== 'refused' && shown.length > 0) return enter(env, shown[0]!, given, from, before)
  const guessedAt = isSeries ? accounts : accounts.filter((one) => !isAtHome(one))
  if (isSeries || others === 'series')
    await noteFailures(
      env,
      guessedAt.map(({ id }) => id),
      from,
    )
  throw new ApiError('sign_in_failed')
}

/** The people with this name who may sign in; others are treated as unknown. One query for every name. */
const findAccounts = (env: Env, { email, side, recoveryCode }: PasswordAttempt): Promise<Account[]> =>
  env.db.query<Account>(
    `select p.id, w.hash, t.sealed_secret as sealed, t.last_step as "lastStep", exists (select from people.recovery_code c
       where c.person_id = p.id and c.hash = $3 and c.used_at is null) as "hasCode"
     from directory.person p left join people.password w on w.person_id = p.id
       left join people.totp t on t.person_id = p.id and t.confirmed_at is not null
     where p.email = $1 and p.side = $2 and p.state = 'active' order by p.created_at, p.id`,
    [email, side, recoveryCode === undefined ? null : recoveryHash(recoveryCode)],
  )

/**
 * The people with this password and code. Codes are compared for all people with the name, or once for none, before the
 * password: the time must not reveal that a password is right while its code is wrong.
 */
async function accountsMatching(
  env: Env,
  accounts: readonly Account[],
  given: PasswordAttempt,
): Promise<readonly Account[]> {
  const coded = accounts.map((account) => hasShownCode(env, account, given))
  if (accounts.length === 0) hasShownCode(env, unknownAccount, given)
  const stored = accounts.flatMap(({ hash }) => hash ?? [])
  const right = await hashesOf(env, given.password, given, stored)
  return accounts.filter(({ hash }, i) => coded[i] && hash !== null && right.includes(hash))
}

const unknownAccount: Account = { id: '', hash: null, sealed: null, lastStep: null, hasCode: false }

function hasShownCode(env: Env, { id, sealed, lastStep, hasCode }: Account, { code }: PasswordAttempt): boolean {
  if (code === undefined) return hasCode
  return unusedStep(env, id, sealed && { sealed, lastStep: lastStep! }, code) !== null
}

/** Uses the code up and opens the session, unless the factors have changed meanwhile. */
const enter = (
  env: Env,
  { id, hash }: Account,
  { code, recoveryCode = '' }: PasswordAttempt,
  from: From,
  before: string | null,
): Promise<NewSession> =>
  env.db.tx((tx) => {
    const use = (): Promise<boolean> =>
      code === undefined ? useRecoveryCode(env, tx, id, recoveryCode) : useTotp(env, tx, id, code)
    const method = code === undefined ? 'recovery' : 'password'
    return beginSession(env, tx, { person: { id }, method, shown: { passwordHash: hash!, use }, before, ...from })
  })

/** Confirms a signed-in person by password and code. */
export async function stepUpWithPassword(
  env: Env,
  session: Session,
  given: { password: string; code: string },
  from: From,
): Promise<NewSession> {
  const keys = personKeys(session.person.id, 'step_up')
  const isSeries = await countAttempt(env, keys)
  const stored = await passwordHashOf(env.db, session.person.id)
  const totp = await totpOfPerson(env.db, session.person.id)
  const isCoded = unusedStep(env, session.person.id, totp, given.code) !== null
  const [passwordHash] = await hashesOf(env, given.password, session.person, stored === null ? [] : [stored])
  if (passwordHash === undefined || !isCoded) {
    if (isSeries) await noteFailures(env, [session.person.id], from)
    throw new ApiError('sign_in_failed')
  }
  const use = (tx: Tx) => useTotp(env, tx, session.person.id, given.code)
  const next = await stepUp(env, session, 'password', { passwordHash, use }, from)
  await succeeded(env, keys)
  return next
}
