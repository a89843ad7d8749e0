import { canonical } from '@specie/protocol/json.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { challengeMs, newChallenge, takeChallenge } from '../factor/challenge.ts'
import type { Site } from '../factor/passkey.ts'
import type { Session } from '../session/session.ts'
import { findApproval } from './list.ts'
import { sha256 } from './row.ts'

// What a passkey signs for a decision. A bare payload hash could be replayed for another request, another decision or by
// another installation; so the challenge is the hash of an object that names all of these.

const purpose = 'approval'

export async function challengeFor(
  env: Env,
  session: Session,
  { rpId }: Site,
  id: string,
  decision: 'approve' | 'refuse',
) {
  const approval = await findApproval(env.db, session, id)
  const personId = session.person.id
  const signs = canonical({
    approval: approval.id,
    checker: personId,
    decision,
    environment: env.config.environment,
    expires: new Date(env.clock.now().getTime() + challengeMs).toISOString(),
    nonce: env.ids.secret(16).toString('base64url'),
    payload_hash: approval.payload_hash.toString('hex'),
  })
  const challenge = await newChallenge(env, { purpose, personId, subject: signs, value: sha256(signs) })
  const passkeys = await env.db.query<{ id: Buffer; transports: string[] }>(
    'select credential_id as id, transports from people.passkey where person_id = $1 and removed_at is null',
    [personId],
  )
  return {
    challenge: challenge.toString('base64url'),
    rpId,
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials: passkeys.map((one) => ({
      id: one.id.toString('base64url'),
      type: 'public-key' as const,
      transports: one.transports,
    })),
    signs,
  }
}

/** The object behind a challenge of this person, which is used up by asking. */
export async function signedObject(env: Env, { person }: Session, challenge: Buffer): Promise<string> {
  const taken = await takeChallenge(env, challenge, { purpose, personId: person.id })
  if (taken !== null && taken.subject !== null) return taken.subject
  throw new ApiError('approval_refused', { reason: 'challenge' }, 'The challenge has expired, or was used before.')
}
