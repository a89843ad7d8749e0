import { audit } from '../../base/audit/audit.ts'
import type { Env } from '../../base/env.ts'
import { actorOf } from '../../directory/person.ts'
import { type From, type NewSession, openSession, type Session } from './session.ts'
import { hourMs } from '../../base/clock.ts'

/** A token for a program that acts as this person, until the session that created it ends, or earlier. */
export async function makeToken(
  env: Env,
  { id, person, method, passkeyId, factorAt, expiresAt: end }: Session,
  { label, hours }: { label: string; hours?: number | undefined },
  from: From,
): Promise<NewSession> {
  const asked = hours === undefined ? Infinity : env.clock.now().getTime() + hours * hourMs
  const expiresAt = new Date(Math.min(asked, end.getTime()))
  return env.db.tx(async (tx) => {
    const token = await openSession(env, tx, {
      person,
      kind: 'token',
      method,
      passkeyId,
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
