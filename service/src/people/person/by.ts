import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import type { Session } from '../session/session.ts'
import { actorOf } from './row.ts'

/** Who changes something; of a person also from where, for the detail of the audit entry. */
export type ByPerson = By & { readonly from?: { readonly session: string; readonly ip: string } }

export const byPerson = (env: Env, session: Session, { ip }: { readonly ip: string }, why: string): ByPerson => ({
  actor: actorOf(session.person),
  why,
  at: env.clock.now(),
  from: { session: session.id, ip },
})
