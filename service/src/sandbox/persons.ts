import type { Role, Side } from '@specie/protocol/people/roles.ts'
import { people } from '@specie/protocol/sandbox/institutions.ts'
import type { Env } from '../base/env.ts'
import type { App } from '../base/http/shell.ts'
import { isSqlState, type Tx } from '../base/database/db.ts'
import { badRequest } from '../base/http/errors.ts'
import { codeAt, offerTotp } from '../people/factor/totp.ts'
import { acceptLink } from '../people/person/accept.ts'
import { createPerson } from '../people/person/create.ts'
import { createLink } from '../people/person/link.ts'
import { findPersonByEmail } from '../directory/person.ts'
import { mount } from './control/mount.ts'

const why = 'requested through the sandbox'

/**
 * Creates a person who can sign in at once, with password and authenticator app, through the portal's own invitation.
 * An existing person of the institution with this email gets a recovery link instead.
 */
export function personRoutes(app: App, live: Env): void {
  mount(app, people, async (body, _parts, request) => {
    // One time for all steps: otherwise a code could be made before a step of thirty seconds ends and checked after it.
    const now = live.clock.now()
    const env = { ...live, clock: { ...live.clock, now: () => now } }
    const institutionId = 'institutionid' in body ? body.institutionid : null
    const { token, id } = await env.db.tx((tx) => link(env, tx, { ...body, institutionId }))
    const password = env.ids.secret(15).toString('base64url')
    const { secret, uri, setup } = offerTotp(env, { id, email: body.email })
    // The code of the previous step, so that the current one is left for the first sign-in.
    const code = codeAt(secret, new Date(now.getTime() - 30_000))
    const side: Side = institutionId === null ? 'staff' : 'institution'
    const given = { token, side, passkey: null, password: { password, totp: { setup, code } } }
    const { recoveryCodes } = await acceptLink(env, given, { ip: request.ip, agent: 'sandbox' }, null)
    return { personid: id, email: body.email, password, totp: { secret, uri }, recovery_codes: [...recoveryCodes] }
  })
}

type PersonRequest = { email: string; name: string; institutionId: string | null; roles: readonly Role[] }

async function link(env: Env, tx: Tx, request: PersonRequest): Promise<{ token: string; id: string }> {
  const known = await findPersonByEmail(tx, request.institutionId, request.email)
  if (known?.state === 'suspended') throw badRequest('email_taken', 'The person with this email is suspended.', 'email')
  const by = { actor: 'sandbox', why, at: env.clock.now() }
  const side: Side = request.institutionId === null ? 'staff' : 'institution'
  const id = known?.id ?? (await createPerson(env, tx, { side, ...request }, by).catch(refused))
  const { token } = await createLink(env, tx, id, known?.state === 'active' ? 'recovery' : 'invitation')
  return { token, id }
}

function refused(error: unknown): never {
  if (isSqlState(error, '23503')) throw badRequest('unknown', 'There is no such institution.', 'institutionid')
  const isConflict = isSqlState(error, '23514') && (error as { constraint?: string }).constraint === 'role_conflict'
  if (isConflict) {
    const { roles } = JSON.parse((error as { detail: string }).detail) as { roles: string[] }
    throw badRequest('role_conflict', `One person cannot have the roles ${roles.join(' and ')}.`, 'roles')
  }
  throw error
}
