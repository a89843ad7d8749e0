import type { Side } from '@specie/protocol/people/roles.ts'
import type { assertionCredential } from '@specie/protocol/web-api/fields.ts'
import type { z } from 'zod'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { assertionOptions, type Site, verifiedAssertion } from '../factor/passkey.ts'
import { findPerson } from '../../directory/person.ts'
import { stepUp } from './replace.ts'
import type { From, NewSession, Session } from '../session/session.ts'
import { beginSession } from './begin-session.ts'

// Sign-in by passkey is never slowed down by failed passwords. Its signature cannot be guessed.

type Assertion = z.infer<typeof assertionCredential>

export const passkeySignInOptions = (env: Env, site: Site) => assertionOptions(env, site, 'sign_in', null)

export async function signInWithPasskey(
  env: Env,
  { side, site, credential }: { side: Side; site: Site; credential: Assertion },
  from: From,
  before: string | null,
): Promise<NewSession> {
  const shown = await verifiedAssertion(env, site, 'sign_in', null, credential)
  const person = shown && (await findPerson(env.db, shown.personId))
  if (person?.side !== side || person.state !== 'active') throw new ApiError('sign_in_failed')
  return env.db.tx((tx) =>
    beginSession(env, tx, { person, method: 'passkey', shown: { passkeyId: shown!.id }, before, ...from }),
  )
}

export const passkeyStepUpOptions = (env: Env, site: Site, { person }: Session) =>
  assertionOptions(env, site, 'step_up', person.id)

export async function stepUpWithPasskey(
  env: Env,
  session: Session,
  { site, credential }: { site: Site; credential: Assertion },
  from: From,
): Promise<NewSession> {
  const shown = await verifiedAssertion(env, site, 'step_up', session.person.id, credential)
  if (shown === null) throw new ApiError('sign_in_failed')
  return stepUp(env, session, 'passkey', { passkeyId: shown.id }, from)
}
