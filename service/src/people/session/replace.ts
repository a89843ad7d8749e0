import { audit } from '../../base/audit/audit.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { actorOf } from '../person/row.ts'
import { endSession } from './end.ts'
import { type From, type NewSession, openSession, type Session, type SessionMethod } from './session.ts'

type Shown = { readonly method: SessionMethod; readonly passkeyId?: string }

/**
 * Notes that a factor was shown again. The session continues under a new token, so that a token somebody else knows does not
 * become more powerful (session fixation). It ends when it would have ended.
 */
export async function stepUp(env: Env, session: Session, shown: Shown, from: From): Promise<NewSession> {
  const { person, kind, label, expiresAt } = session
  return env.db.tx(async (tx) => {
    // Two at once: only one of them goes on.
    if (!(await endSession(tx, person.id, session.id, env.clock.now()))) throw new ApiError('not_signed_in')
    const next = await openSession(env, tx, { person, kind, label, expiresAt, ...shown, ...from })
    audit(tx, {
      actor: actorOf(person),
      action: 'person.confirmed',
      subject: person.id,
      detail: { method: shown.method, session: next.id, before: session.id, ip: from.ip },
    })
    return next
  })
}
