import { type ActName, acts } from '@specie/protocol/people/acts.ts'
import type { PeopleCall } from '@specie/protocol/people/call.ts'
import type { Env } from '../base/env.ts'
import { ApiError } from '../base/http/errors.ts'
import { freshMs, type Session } from './session/session.ts'

/** Checks whether this person may do this now: the one place that decides it. */
export function allow(env: Env, session: Session, { act, fresh }: Pick<PeopleCall, 'act' | 'fresh'>): void {
  if (act === 'anyone') return
  if (act !== 'self') assertRole(session, act)
  const needsFresh = act === 'self' ? fresh : acts[act].fresh
  if (needsFresh && !isFresh(env, session)) throw new ApiError('fresh_factor_required')
}

function assertRole({ person }: Session, name: ActName): void {
  const { side, roles } = acts[name]
  const isAllowed = person.side === side && person.roles.some((role) => (roles as readonly string[]).includes(role))
  if (!isAllowed) throw new ApiError('role_missing', { act: name, roles: [...roles] })
}

const isFresh = (env: Env, { factorAt }: Session): boolean => env.clock.now().getTime() - factorAt.getTime() <= freshMs
