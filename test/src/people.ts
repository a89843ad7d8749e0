import { randomUUID } from 'node:crypto'
import type { InstitutionRole, Role, StaffRole } from '@specie/protocol/people/roles.ts'
import type { Env } from '@specie/service/base/env.ts'
import { move } from '@specie/service/base/state-machine/move.ts'
import { createPerson } from '@specie/service/people/person/create.ts'
import { personMachine } from '@specie/service/people/person/row.ts'
import { findSession, openSession, type Session } from '@specie/service/people/session/session.ts'

// People of tests: created and signed in by the service's own functions, without going through an invitation each time.

export const staff = (env: Env, ...roles: StaffRole[]): Promise<Session> => signedIn(env, null, roles)

export const member = (env: Env, institutionId: string, ...roles: InstitutionRole[]): Promise<Session> =>
  signedIn(env, institutionId, roles)

async function signedIn(env: Env, institutionId: string | null, roles: readonly Role[]): Promise<Session> {
  const by = { actor: 'test', why: 'a test needs them', at: env.clock.now() }
  const email = `${randomUUID()}@example.com`
  const { token } = await env.db.tx(async (tx) => {
    const side = institutionId === null ? 'staff' : 'institution'
    const id = await createPerson(env, tx, { side, institutionId, email, name: 'Somebody', roles }, by)
    await move(tx, personMachine, id, 'accept', by)
    return openSession(env, tx, { person: { id }, kind: 'browser', method: 'password', ip: '127.0.0.1', agent: 'test' })
  })
  return (await findSession(env, token))!
}
