import type { Json } from '@specie/protocol/encoding/json.ts'
import type { StaffRole } from '@specie/protocol/people/roles.ts'
import { approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import { type PayloadOf, payloads, type ProposedKind } from '@specie/protocol/people/approvals/payloads.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { move } from '../../base/state-machine/move.ts'
import { decideWith } from '../../people/approval/decide.ts'
import { evidenceOf } from '../../people/approval/evidence.ts'
import { requestApproval } from '../../people/approval/request.ts'
import { createPerson } from '../../people/person/create.ts'
import { findPersonByEmail, personMachine } from '../../directory/person.ts'
import { findSession, openSession, type Session } from '../../people/session/session.ts'

// Simulated officers of UAT. They are staff like any other. Their acts take two of them, each with a session of their own.

type Officer = { readonly name: string; readonly roles: readonly StaffRole[] }

export const officers = {
  a: { name: 'Sandbox officer A', roles: ['compliance', 'operations'] },
  b: { name: 'Sandbox officer B', roles: ['mlro', 'operations'] },
} as const satisfies Record<string, Officer>

const emailOf = (which: keyof typeof officers): string => `officer-${which}@sandbox.example`

/** A session of this officer, for one act. */
export async function officer(env: Env, which: keyof typeof officers): Promise<Session> {
  const at = env.clock.now()
  const { token } = await env.db.tx(async (tx) => {
    const id = (await findPersonByEmail(tx, null, emailOf(which)))?.id ?? (await createOfficer(env, tx, which, at))
    const opened = { person: { id }, kind: 'browser', method: 'password', ip: '127.0.0.1', agent: 'sandbox' } as const
    return openSession(env, tx, { ...opened, expiresAt: new Date(at.getTime() + 60_000) })
  })
  return (await findSession(env, token, 'browser'))!
}

async function createOfficer(env: Env, tx: Tx, which: keyof typeof officers, at: Date): Promise<string> {
  // One process creates them; the others wait for its commit.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('sandbox officers', 0))`)
  const hired = await findPersonByEmail(tx, null, emailOf(which))
  if (hired !== null) return hired.id
  const by = { actor: 'sandbox', why: 'UAT needs people', at }
  const { name, roles } = officers[which]
  const person = { side: 'staff', institutionId: null, email: emailOf(which), name, roles } as const
  const id = await createPerson(env, tx, person, by)
  await move(tx, personMachine, id, 'accept', by)
  return id
}

/** Officer A requests it, officer B approves it, and it is executed. */
export async function agreeInSandbox<K extends ProposedKind>(env: Env, kind: K, payload: PayloadOf<K>): Promise<void> {
  const subject = String((payload as Record<string, unknown>)[payloads[kind].subject])
  const request = { kind, subject, payload: payload as Json, reason: approvalKinds[kind].does }
  const maker = await officer(env, 'a')
  const checker = await officer(env, 'b')
  // One transaction: a second call at the same time waits for it, and none leaves a request behind.
  await env.db.tx(async (tx) => {
    const { id, payloadHash } = await requestApproval(env, tx, maker, request)
    const decision = { id, decision: 'approve', payloadHash, reason: null, signed: null } as const
    await decideWith(env, tx, checker, decision, await evidenceOf(env, checker, decision))
  })
}
