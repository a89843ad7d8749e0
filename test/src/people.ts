import { randomUUID } from 'node:crypto'
import type { HoldDecision } from '@specie/protocol/holds.ts'
import type { Json } from '@specie/protocol/encoding/json.ts'
import { approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import { type PayloadOf, payloads, type ProposedKind } from '@specie/protocol/people/approvals/payloads.ts'
import type { InstitutionRole, Role, StaffRole } from '@specie/protocol/people/roles.ts'
import type { Env } from '@specie/service/base/env.ts'
import { move } from '@specie/service/base/state-machine/move.ts'
import { decideApproval } from '@specie/service/people/approval/decide.ts'
import { requestApproval } from '@specie/service/people/approval/request.ts'
import { createPerson } from '@specie/service/people/person/create.ts'
import { personMachine } from '@specie/service/directory/person.ts'
import { findSession, type NewSession, openSession, type Session } from '@specie/service/people/session/session.ts'
import { makeToken } from '@specie/service/people/session/token.ts'

// People of tests: created and signed in by the service's own functions, without an invitation each time.

export const staff = (env: Env, ...roles: StaffRole[]): Promise<Session> => signedIn(env, null, roles)

export const member = (env: Env, institutionId: string, ...roles: InstitutionRole[]): Promise<Session> =>
  signedIn(env, institutionId, roles)

async function signedIn(env: Env, institutionId: string | null, roles: readonly Role[]): Promise<Session> {
  const by = { actor: 'test', why: 'a test needs them', at: env.clock.now() }
  const email = `${randomUUID()}@example.com`
  const { token } = await env.db.tx(async (tx) => {
    const side = institutionId === null ? 'staff' : 'institution'
    const id = await createPerson(env, tx, { side, institutionId, email, name: 'Nora Keller', roles }, by)
    await move(tx, personMachine, id, 'accept', by)
    return openSession(env, tx, { person: { id }, kind: 'browser', method: 'password', ip: '127.0.0.1', agent: 'test' })
  })
  return (await findSession(env, token, 'browser'))!
}

/** A token for a program of this person, as made in their browser. */
export const tokenOf = (env: Env, session: Session): Promise<NewSession> =>
  makeToken(env, session, { label: 'a program' }, { ip: '127.0.0.1', agent: 'test' })

/** An act of two people: requested by one with the role, approved by another. */
export async function agree<K extends ProposedKind>(
  env: Env,
  kind: K,
  payload: PayloadOf<K>,
  reason = 'a test needs it',
): Promise<void> {
  const { makers, checkers } = approvalKinds[kind]
  const maker = await staff(env, makers[0])
  const checker = await staff(env, checkers[0])
  const subject = String((payload as Record<string, unknown>)[payloads[kind].subject])
  const { id } = await env.db.tx((tx) =>
    requestApproval(env, tx, maker, { kind, subject, payload: payload as Json, reason }),
  )
  await approve(env, checker, id)
}

export const approve = (env: Env, checker: Session, id: string): Promise<void> => decide(env, checker, id, 'approve')

/** Decides a request in its current state. */
export async function decide(
  env: Env,
  checker: Session,
  id: string,
  decision: 'approve' | 'refuse',
  reason: string | null = null,
): Promise<void> {
  const [asked] = await env.db.query<{ payloadHash: Buffer }>(
    'select payload_hash as "payloadHash" from people.approval where id = $1',
    [id],
  )
  await decideApproval(env, checker, { id, decision, payloadHash: asked!.payloadHash, reason, signed: null })
}

/** Two people release or reject a hold, or freeze its subject. */
export const decideHold = (env: Env, holdid: string, decision: HoldDecision, returnTo?: string): Promise<void> =>
  agree(env, 'hold.decide', { holdid, decision, ...(returnTo !== undefined && { return_to: returnTo }) })
