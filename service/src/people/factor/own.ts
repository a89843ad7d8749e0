import type { AuditAction } from '@specie/protocol/audit-actions.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { actorOf } from '../../directory/person.ts'
import { endSessions, endSessionsBy, type RemovedFactor } from '../session/end.ts'
import type { From, Session } from '../session/session.ts'
import { lockPerson } from './factor-lock.ts'
import { type NewPasskey, ownPasskeys, storePasskey } from './passkey.ts'
import { assertGoodPassword, hashPassword, storePassword } from './password.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { confirmTotp, storeTotp } from './totp.ts'

// Actions of signed-in people on their own factors. Each change is an audit entry.

export type Factors = {
  passkeys: { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }[]
  password: boolean
  totp: boolean
  recoveryCodesLeft: number
}

export async function factorsOf(sql: Sql, personId: string): Promise<Factors> {
  const passkeys = await sql.query<Factors['passkeys'][number]>(
    `select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from people.passkey
     where person_id = $1 and removed_at is null order by created_at, id`,
    [personId],
  )
  const [others] = await sql.query<{ password: boolean; totp: boolean; left: bigint }>(
    `select exists (select from people.password where person_id = $1) as password,
       exists (select from people.totp where person_id = $1 and confirmed_at is not null) as totp,
       (select count(*) from people.recovery_code where person_id = $1 and used_at is null) as left`,
    [personId],
  )
  return { passkeys, password: others!.password, totp: others!.totp, recoveryCodesLeft: Number(others!.left) }
}

const note = (tx: Tx, { id, person }: Session, { ip }: From, action: AuditAction, more: Record<string, string> = {}) =>
  audit(tx, { actor: actorOf(person), action, subject: person.id, detail: { session: id, ip, ...more } })

export const addPasskey = (env: Env, session: Session, from: From, name: string, made: NewPasskey): Promise<string> =>
  env.db.tx(async (tx) => {
    await lockPerson(tx, session.person.id)
    await assertMayChangePasskeys(tx, session)
    return storePasskey(env, tx, session.person.id, name, made, { session: session.id, ip: from.ip })
  })

export const renamePasskey = (env: Env, session: Session, from: From, id: string, name: string): Promise<void> =>
  env.db.tx(async (tx) => {
    const renamed = await tx.query(
      'update people.passkey set name = $3 where id = $1 and person_id = $2 and removed_at is null returning id',
      [id, session.person.id, name],
    )
    if (renamed.length === 0) throw new ApiError('not_found')
    note(tx, session, from, 'passkey.renamed', { passkey: id })
  })

export const removePasskey = (env: Env, session: Session, from: From, id: string): Promise<void> =>
  env.db.tx(async (tx) => {
    await lockPerson(tx, session.person.id)
    await assertMayChangePasskeys(tx, session)
    const removed = await tx.query(
      'update people.passkey set removed_at = $3 where id = $1 and person_id = $2 and removed_at is null returning id',
      [id, session.person.id, env.clock.now()],
    )
    if (removed.length === 0) throw new ApiError('not_found')
    await assertOneStays(tx, session.person.id)
    await endOthersBy(env, tx, session, { passkeyId: id })
    note(tx, session, from, 'passkey.removed', { passkey: id })
  })

/** Ends all other sessions, so that a person who knew the old password is signed out. */
export async function changePassword(env: Env, session: Session, from: From, password: string): Promise<void> {
  const { person } = session
  assertGoodPassword(password, person)
  const hashed = await hashPassword(env, password, person)
  const at = env.clock.now()
  await env.db.tx(async (tx) => {
    await lockPerson(tx, person.id)
    await storePassword(tx, person.id, hashed, at)
    await endSessions(tx, person.id, at, session.id)
    note(tx, session, from, 'password.changed')
  })
}

export async function changeTotp(env: Env, session: Session, from: From, given: { setup: string; code: string }) {
  const confirmed = confirmTotp(env, session.person.id, given)
  await env.db.tx(async (tx) => {
    await lockPerson(tx, session.person.id)
    await storeTotp(tx, session.person.id, confirmed, env.clock.now())
    await endOthersBy(env, tx, session, 'password')
    note(tx, session, from, 'totp.changed')
  })
}

export const removePassword = (env: Env, session: Session, from: From): Promise<void> =>
  env.db.tx(async (tx) => {
    await lockPerson(tx, session.person.id)
    await tx.query('delete from people.password where person_id = $1', [session.person.id])
    await tx.query('delete from people.totp where person_id = $1', [session.person.id])
    await assertOneStays(tx, session.person.id)
    await endOthersBy(env, tx, session, 'password')
    note(tx, session, from, 'password.removed')
  })

/** Ends sessions opened with an old recovery code. */
export const changeRecoveryCodes = (env: Env, session: Session, from: From): Promise<string[]> =>
  env.db.tx(async (tx) => {
    await lockPerson(tx, session.person.id)
    await assertMayChangePasskeys(tx, session)
    const codes = await renewRecoveryCodes(env, tx, session.person.id)
    await endOthersBy(env, tx, session, 'recovery')
    note(tx, session, from, 'recovery_codes.renewed')
    return codes
  })

/** Ends sessions opened with the removed factor. */
const endOthersBy = (env: Env, tx: Tx, { id, person }: Session, factor: RemovedFactor): Promise<void> =>
  endSessionsBy(tx, person.id, factor, { at: env.clock.now(), except: id })

/**
 * A session by password and app, or by single sign-on, must not add a passkey for a person who has one. The new passkey
 * would sign their decisions. They show the existing passkey, or come by a recovery code or link. The same holds for
 * removing a passkey and for renewing the codes, which would be a way around.
 */
export async function assertMayChangePasskeys(sql: Sql, { person, method, passkeyId }: Session): Promise<void> {
  if (passkeyId !== null || method === 'recovery' || method === 'link') return
  if ((await ownPasskeys(sql, person.id)).length === 0) return
  throw new ApiError(
    'fresh_factor_required',
    { factor: 'passkey' },
    'You have a passkey, so confirm with it. If you have lost it, sign in with a recovery code.',
  )
}

/** Refuses to remove the last way to sign in. */
async function assertOneStays(tx: Tx, personId: string): Promise<void> {
  const { passkeys, password, totp } = await factorsOf(tx, personId)
  if (passkeys.length > 0 || (password && totp)) return
  throw badRequest('last_factor', 'This is your last way to sign in. Add another one first.')
}
