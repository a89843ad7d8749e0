import { randomBytes } from 'node:crypto'
import { canonical } from '@specie/protocol/json.ts'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { Session } from '../session/session.ts'
import { findApproval } from './list.ts'
import { sha256 } from './row.ts'

// What a passkey signs for a decision. A bare payload hash could be replayed for another request, another decision or by
// another installation; so the challenge is the hash of an object that names all of these.

/** Where people reach this installation: passkeys belong to it. */
export type Site = { readonly rpId: string; readonly origins: readonly string[] }

const lifetimeMs = 5 * 60_000

export async function challengeFor(
  env: Env,
  session: Session,
  { rpId }: Site,
  id: string,
  decision: 'approve' | 'refuse',
) {
  const approval = await findApproval(env.db, session, id)
  const expires = new Date(env.clock.now().getTime() + lifetimeMs)
  const signs = canonical({
    approval: approval.id,
    checker: session.person.id,
    decision,
    environment: env.config.environment,
    expires: expires.toISOString(),
    nonce: randomBytes(16).toString('base64url'),
    payload_hash: approval.payload_hash.toString('hex'),
  })
  const value = sha256(signs)
  await env.db.query(
    `insert into people.challenge (value, purpose, person_id, subject, expires_at) values ($1, 'approval', $2, $3, $4)`,
    [value, session.person.id, signs, expires],
  )
  const passkeys = await env.db.query<{ id: Buffer }>(
    'select credential_id as id from people.passkey where person_id = $1 and removed_at is null order by created_at',
    [session.person.id],
  )
  // As bytes: a string would be encoded once more.
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: new Uint8Array(value),
    userVerification: 'required',
    allowCredentials: passkeys.map((one) => ({ id: one.id.toString('base64url') })),
  })
  return {
    challenge: options.challenge,
    rp_id: rpId,
    user_verification: 'required' as const,
    credentials: (options.allowCredentials ?? []).map((one) => one.id),
    signs,
  }
}

/** The object behind a challenge of this person, which is used up by asking. */
export async function takeChallenge(env: Env, tx: Tx, { person }: Session, value: Buffer): Promise<string> {
  const [row] = await tx.query<{ signs: string }>(
    `delete from people.challenge where value = $1 and purpose = 'approval' and person_id = $2 and expires_at > $3
     returning subject as signs`,
    [value, person.id, env.clock.now()],
  )
  if (row) return row.signs
  throw new ApiError('approval_refused', { reason: 'challenge' }, 'The challenge has expired, or was used before.')
}
