import { audit } from '../../base/audit/audit.ts'
import type { Env } from '../../base/env.ts'
import { actorOf } from '../person/row.ts'
import { type From, type NewSession, openSession, type Session } from './session.ts'

const dayMs = 24 * 3_600_000

/** A token for a program that acts as this person. It is a session that is not tied to a browser. */
export async function makeToken(
  env: Env,
  { id, person, method, factorAt }: Session,
  { label, days }: { label: string; days: number },
  from: From,
): Promise<NewSession> {
  const expiresAt = new Date(env.clock.now().getTime() + days * dayMs)
  return env.db.tx(async (tx) => {
    const token = await openSession(env, tx, {
      person,
      kind: 'token',
      method,
      label,
      factorAt,
      expiresAt,
      openedBy: id,
      ...from,
    })
    audit(tx, {
      actor: actorOf(person),
      action: 'token.made',
      subject: person.id,
      detail: { token: token.id, session: id, ip: from.ip, expires_at: expiresAt.toISOString() },
    })
    return token
  })
}
