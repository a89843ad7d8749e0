import type { Side } from '@specie/protocol/people/roles.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { actorOf } from '../../directory/person.ts'
import { countAttempt, personKeys, succeeded } from './attempts.ts'
import { type From, hashOfToken, type NewSession, openSession, type Session } from '../session/session.ts'

// A command line asks to act for a person (the device flow of RFC 8628). It shows a short code, the person confirms it
// in the browser, then it takes its token, which has the factor and the end of the confirming session.

export const deviceSeconds = 600
export const pollSeconds = 5

/** Letters without vowels, so that they form no words, and without similar ones: 8 of them are 34 bits. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const codeLength = 8

export type NewDevice = { deviceCode: string; userCode: string }

export async function beginDevice(env: Env, side: Side, label: string, from: From): Promise<NewDevice> {
  const at = env.clock.now()
  const deviceCode = env.ids.secret(32).toString('base64url')
  const userCode = Array.from(
    { length: codeLength },
    () => letters[env.ids.secret(4).readUInt32BE() % letters.length],
  ).join('')
  await env.db.query('delete from people.device where expires_at < $1', [at])
  await env.db.query(
    `insert into people.device (id, device_hash, user_code, side, label, expires_at, created_at, ip, agent)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      env.ids.uuid(at),
      hashOfToken(deviceCode),
      userCode,
      side,
      label,
      new Date(at.getTime() + deviceSeconds * 1_000),
      at,
      from.ip,
      from.agent.slice(0, 200),
    ],
  )
  return { deviceCode, userCode: `${userCode.slice(0, 4)}-${userCode.slice(4)}` }
}

export type Device = { id: string; label: string; ip: string; agent: string; createdAt: Date; expiresAt: Date }

/** The device with this code. Guesses are counted against the guessing person. */
export async function findDevice(env: Env, { person }: Session, userCode: string): Promise<Device> {
  const keys = personKeys(person.id, 'device')
  await countAttempt(env, keys)
  const [device] = await env.db.query<Device>(
    `select id, label, host(ip) as ip, agent, created_at as "createdAt", expires_at as "expiresAt" from people.device
     where user_code = $1 and side = $2 and person_id is null and expires_at > $3`,
    [userCode.toUpperCase().replaceAll(/[^A-Z]/g, ''), person.side, env.clock.now()],
  )
  if (!device) throw new ApiError('not_found', {}, 'No device is waiting with this code.')
  await succeeded(env, keys)
  return device
}

export async function confirmDevice(env: Env, session: Session, userCode: string, from: From): Promise<void> {
  const device = await findDevice(env, session, userCode)
  await env.db.tx(async (tx) => {
    const confirmed = await tx.query(
      `update people.device set person_id = $2, confirmed_at = $3, confirmed_by = $4
       where id = $1 and person_id is null returning id`,
      [device.id, session.person.id, env.clock.now(), session.id],
    )
    if (confirmed.length === 0) throw new ApiError('not_found', {}, 'No device is waiting with this code.')
    audit(tx, {
      actor: actorOf(session.person),
      action: 'device.confirmed',
      subject: session.person.id,
      detail: { device: device.id, session: session.id, ip: from.ip, device_ip: device.ip },
    })
  })
}

type Waiting = { id: string; personId: string | null; label: string; openedBy: string }

/** The token, once. */
export async function takeDeviceToken(env: Env, side: Side, deviceCode: string, from: From): Promise<NewSession> {
  const at = env.clock.now()
  return env.db.tx(async (tx) => {
    const [device] = await tx.query<Waiting>(
      `select id, person_id as "personId", label, confirmed_by as "openedBy" from people.device
       where device_hash = $1 and side = $2 and expires_at > $3 for update`,
      [hashOfToken(deviceCode), side, at],
    )
    if (!device)
      throw badRequest('expired_token', 'This code has expired, or its token was already fetched. Start again.')
    if (device.personId === null)
      throw badRequest('authorization_pending', 'The person has not confirmed it yet. Try again after the interval.')
    const { label, openedBy } = device
    // Read once the device is locked. A join would miss the session of a confirmation that ends while this waits for
    // the lock.
    const [opener] = await tx.query<Pick<Session, 'passkeyId' | 'factorAt' | 'expiresAt'>>(
      'select passkey_id as "passkeyId", factor_at as "factorAt", expires_at as "expiresAt" from people.session where id = $1',
      [openedBy],
    )
    const { passkeyId, factorAt, expiresAt } = opener!
    await tx.query('delete from people.device where id = $1', [device.id])
    const person = { id: device.personId }
    const session = await openSession(env, tx, {
      person,
      kind: 'token',
      method: 'device',
      passkeyId,
      label,
      factorAt,
      expiresAt,
      openedBy,
      ...from,
    })
    audit(tx, {
      actor: actorOf(person),
      action: 'token.made',
      subject: person.id,
      detail: { token: session.id, device: device.id, ip: from.ip, expires_at: expiresAt.toISOString() },
    })
    return session
  })
}
