import type { Env } from '../base/env.ts'
import type { By } from '../base/state-machine/move.ts'
import { actorOf } from '../directory/person.ts'
import type { Session } from './session/session.ts'

/** A person as the actor of a change, with reason, time and session. */
export const byPerson = (env: Pick<Env, 'clock'>, session: Session, { ip }: { ip: string }, why: string): By => ({
  actor: actorOf(session.person),
  why,
  at: env.clock.now(),
  from: { session: session.id, ip },
})
