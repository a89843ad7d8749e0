import type { Side } from '@specie/protocol/people/roles.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { blockOf } from '../../base/http/per-address.ts'
import { isPassword, passwordHashOf } from '../factor/password.ts'
import { useRecoveryCode } from '../factor/recovery-codes.ts'
import { useTotp } from '../factor/totp.ts'
import type { From, NewSession, Session } from '../session/session.ts'
import { stepUp } from '../session/replace.ts'
import { countAttempt, noteFailures, passwordKeys, personKeys, succeeded } from './attempts.ts'
import { beginSession } from './begin-session.ts'

export type PasswordAttempt = {
  side: Side
  email: string
  password: string
  code: string | undefined
  recoveryCode: string | undefined
}

const familiarMs = 30 * 24 * 3_600_000

type Account = { id: string; hash: string | null; mayEnter: boolean; addresses: string[] }

/** Signs in with password and code. Unknown names take the same way: the same work, the same answer. */
export async function signInWithPassword(
  env: Env,
  given: PasswordAttempt,
  from: From,
  before: string | null,
): Promise<NewSession> {
  const account = await findAccount(env, given)
  const block = blockOf(from.ip)
  const isFamiliar = account?.addresses.some((ip) => blockOf(ip) === block) ?? false
  const keys = passwordKeys(given.email, from.ip, isFamiliar)
  const isSeries = await countAttempt(env, keys)
  try {
    const session = await enter(env, account, given, from, before)
    await succeeded(env, keys)
    return session
  } catch (error) {
    const isFailure = error instanceof ApiError && error.code === 'sign_in_failed'
    if (isSeries && isFailure) await noteFailures(env, account?.id ?? null, from)
    throw error
  }
}

async function enter(
  env: Env,
  account: Account | null,
  given: PasswordAttempt,
  from: From,
  before: string | null,
): Promise<NewSession> {
  const isRight = await isPassword(account?.hash ?? null, given.password)
  if (!account?.mayEnter || !isRight) throw new ApiError('sign_in_failed')
  return env.db.tx(async (tx) => {
    const { code, recoveryCode } = given
    const isProven =
      code === undefined
        ? await useRecoveryCode(env, tx, account.id, recoveryCode ?? '')
        : await useTotp(env, tx, account.id, code)
    if (!isProven) throw new ApiError('sign_in_failed')
    const method = code === undefined ? 'recovery' : 'password'
    return beginSession(env, tx, { person: account, method, before, ...from })
  })
}

/** One statement for known and unknown names. */
async function findAccount(env: Env, { email, side }: PasswordAttempt): Promise<Account | null> {
  const since = new Date(env.clock.now().getTime() - familiarMs)
  const [account] = await env.db.query<Account>(
    `select p.id, (select hash from people.password w where w.person_id = p.id) as hash,
       p.side = $2 and p.state = 'active' as "mayEnter",
       array(select distinct host(s.ip) from people.session s where s.person_id = p.id and s.created_at > $3) as addresses
     from people.person p where p.email = $1 and p.state <> 'removed'`,
    [email, side, since],
  )
  return account ?? null
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
  const isRight = await isPassword(await passwordHashOf(env.db, session.person.id), given.password)
  if (!isRight || !(await useTotp(env, env.db, session.person.id, given.code))) {
    if (isSeries) await noteFailures(env, session.person.id, from)
    throw new ApiError('sign_in_failed')
  }
  const next = await stepUp(env, session, { method: 'password' }, from)
  await succeeded(env, keys)
  return next
}
