import { type ActName, acts } from '@specie/protocol/people/acts.ts'
import { needsBrowser, needsFresh, type PeopleCall } from '@specie/protocol/web-api/call.ts'
import type { Env } from '../base/env.ts'
import { ApiError } from '../base/http/errors.ts'
import { freshMs, type Session } from './session/session.ts'

/**
 * Checks whether this person may perform this act now. The only place that decides it. `isExempt`: it needs no fresh
 * factor, because nothing is executed or because the call carries a passkey's signature of the act.
 */
export function allow(
  env: Env,
  session: Session,
  call: Pick<PeopleCall, 'act' | 'fresh' | 'browser' | 'signed'>,
  isExempt: () => boolean = () => false,
): void {
  if (call.act === 'anyone') return
  if (call.act !== 'self' && !hasRole(session.person, call.act)) throw roleMissing(session.person, call.act)
  if (needsBrowser(call) && session.kind !== 'browser') throw new ApiError('browser_required')
  if (needsFresh(call) && !isFresh(env, session) && !isExempt()) throw new ApiError('fresh_factor_required')
}

export function hasRole(person: Session['person'], name: ActName): boolean {
  const { side, roles } = acts[name]
  return person.side === side && person.roles.some((role) => (roles as readonly string[]).includes(role))
}

/** The refusal of a person without any of the roles: those given, or all roles of the act. */
export function roleMissing(
  person: Session['person'],
  name: ActName,
  roles: readonly string[] = acts[name].roles,
): ApiError {
  const own =
    person.roles.length === 0 ? 'You have no role yet' : `Your roles (${person.roles.join(', ')}) may not do this`
  const message = `${own}. It needs one of these: ${roles.join(', ')}.`
  return new ApiError('role_missing', { act: name, roles: [...roles], own: [...person.roles] }, message)
}

const isFresh = (env: Env, { factorAt }: Session): boolean => env.clock.now().getTime() - factorAt.getTime() <= freshMs
