import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { assertFactorsUnchanged, type ShownFactor } from '../factor/factor-lock.ts'
import { actorOf, type Person } from '../../directory/person.ts'
import { type From, type NewSession, openSession, type SessionMethod } from '../session/session.ts'

type Beginning = From & {
  person: Pick<Person, 'id'>
  method: SessionMethod
  shown?: ShownFactor
  /** When the factor was shown, if not now. */
  factorAt?: Date
  /** The previous session of this browser, if any. It ends together with its dependent sessions. */
  before: string | null
}

/** Opens a session in a browser, always with a new token. Throws when the factor was just removed. */
export async function beginSession(env: Env, tx: Tx, beginning: Beginning): Promise<NewSession> {
  const { person, before, shown = {}, ...opened } = beginning
  await assertFactorsUnchanged(tx, person.id, shown)
  if (before !== null)
    await tx.query('update people.session set ended_at = $2 where id = $1 and ended_at is null', [
      before,
      env.clock.now(),
    ])
  if (opened.method !== 'link') await endRecovery(env, tx, person)
  const session = await openSession(env, tx, { person, kind: 'browser', passkeyId: shown.passkeyId ?? null, ...opened })
  audit(tx, {
    actor: actorOf(person),
    action: 'person.signed_in',
    subject: person.id,
    detail: { method: opened.method, session: session.id, ip: opened.ip },
  })
  return session
}

/** A person who can sign in needs no recovery; one that was requested without their knowledge ends. */
async function endRecovery(env: Env, tx: Tx, { id }: Pick<Person, 'id'>): Promise<void> {
  const ended = await tx.query(
    `update people.link set used_at = $2 where person_id = $1 and purpose = 'recovery' and used_at is null returning id`,
    [id, env.clock.now()],
  )
  if (ended.length > 0) audit(tx, { actor: actorOf({ id }), action: 'person.recovery_ended', subject: id, detail: {} })
}
