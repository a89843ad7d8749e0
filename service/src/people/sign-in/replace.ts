import { audit } from '../../base/audit/audit.ts'
import type { Env } from '../../base/env.ts'
import { assertFactorsUnchanged, type ShownFactor } from '../factor/factor-lock.ts'
import { actorOf } from '../../directory/person.ts'
import { type From, type NewSession, openSession, type Session, type SessionMethod } from '../session/session.ts'

/**
 * Records that a factor was shown again. The session continues under a new token, so that an attacker who knows the old
 * token gains no rights (session fixation). The session still ends at the same time. Only one of two concurrent calls
 * succeeds.
 */
export async function stepUp(
  env: Env,
  session: Session,
  method: SessionMethod,
  shown: ShownFactor,
  from: From,
): Promise<NewSession> {
  const { id, person, kind, label, expiresAt } = session
  return env.db.tx(async (tx) => {
    await assertFactorsUnchanged(tx, person.id, shown)
    const passkeyId = shown.passkeyId ?? null
    const next = await openSession(env, tx, {
      person,
      kind,
      method,
      passkeyId,
      label,
      expiresAt,
      replaces: id,
      ...from,
    })
    audit(tx, {
      actor: actorOf(person),
      action: 'person.confirmed',
      subject: person.id,
      detail: { method, session: next.id, before: id, ip: from.ip },
    })
    return next
  })
}
