import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { canonical } from '@specie/protocol/json.ts'
import type { assertionCredential } from '@specie/protocol/people/fields.ts'
import type { z } from 'zod'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { Session } from '../session/session.ts'
import type { Site } from '../factor/passkey.ts'
import { signedObject } from './challenge.ts'
import { sha256 } from './row.ts'

// How the checker has shown who they are, kept with the decision. Of a passkey it is everything that its signature can be
// verified with, years later and without this service: raw bytes as base64url, never written anew.

/** What the checker's passkey has signed, and where. */
export type SignedDecision = { readonly credential: z.infer<typeof assertionCredential>; readonly site: Site }

export type Decision = {
  id: string
  decision: 'approve' | 'refuse'
  /** Of what the checker has seen. */
  payloadHash: Buffer
  /** A refusal says why. */
  reason: string | null
  /** Of a checker who signs with a passkey. */
  signed: SignedDecision | null
}

export type PasskeyEvidence = {
  method: 'passkey'
  credential_id: string
  authenticator_data: string
  client_data_json: string
  signature: string
  /** The canonical object whose SHA-256 was signed. */
  signs: string
  public_key: string
  rp_id: string
  origins: string[]
  flags: number
  counter: number
}

/** Canonical JSON; its hash is in the audit chain. */
export async function evidenceOf(env: Env, session: Session, decision: Decision): Promise<string> {
  if (decision.signed !== null) return canonical(await passkeyEvidence(env, session, decision, decision.signed))
  if (env.config.approvals === 'passkey')
    throw refused('passkey_required', 'This installation takes decisions that are signed with a passkey.')
  const { id, method, factorAt } = session
  return canonical({ method, session: id, factor_at: factorAt.toISOString() })
}

const refused = (reason: string, sentence: string) => new ApiError('approval_refused', { reason }, sentence)

type Passkey = { id: string; public_key: Buffer; counter: bigint }

async function passkeyEvidence(
  env: Env,
  session: Session,
  decision: Decision,
  { credential: { id, response }, site }: SignedDecision,
): Promise<PasskeyEvidence> {
  const signs = await signedObject(env, session, challengeIn(response.clientDataJSON))
  assertMeant(env, session, decision, signs)
  const [passkey] = await env.db.query<Passkey>(
    `select id, public_key, counter from people.passkey
     where credential_id = $1 and person_id = $2 and removed_at is null`,
    [Buffer.from(id, 'base64url'), session.person.id],
  )
  if (!passkey) throw refused('passkey', 'This passkey is not yours, or was removed.')
  const evidence: PasskeyEvidence = {
    method: 'passkey',
    credential_id: id,
    authenticator_data: response.authenticatorData,
    client_data_json: response.clientDataJSON,
    signature: response.signature,
    signs,
    public_key: passkey.public_key.toString('base64url'),
    rp_id: site.rpId,
    origins: [site.origin],
    ...flagsOf(response.authenticatorData),
  }
  const fault = await passkeyFault(evidence)
  if (fault !== null) throw refused('signature', `The passkey's signature does not hold: ${fault}.`)
  if (passkey.counter > 0n && BigInt(evidence.counter) <= passkey.counter)
    env.log.warn({ passkey: passkey.id, counter: evidence.counter }, 'a passkey counts backwards: was it copied?')
  await env.db.query('update people.passkey set counter = greatest(counter, $2), last_used_at = $3 where id = $1', [
    passkey.id,
    evidence.counter,
    env.clock.now(),
  ])
  return evidence
}

function challengeIn(clientDataJson: string): Buffer {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as { challenge: string }
    return Buffer.from(challenge, 'base64url')
  } catch {
    throw refused('signature', 'The client data of the passkey cannot be read.')
  }
}

/** A challenge is for one decision on one request: not for another one of the same person. */
function assertMeant(env: Env, { person }: Session, { id, decision, payloadHash }: Decision, signs: string): void {
  const meant = JSON.parse(signs) as Record<string, string>
  const isMeant =
    meant['approval'] === id &&
    meant['decision'] === decision &&
    meant['checker'] === person.id &&
    meant['environment'] === env.config.environment &&
    meant['payload_hash'] === payloadHash.toString('hex')
  if (!isMeant) throw refused('challenge', 'The passkey has signed another decision.')
}

/** Bytes 33 to 37 of authenticator data: flags and counter. */
function flagsOf(authenticatorData: string): { flags: number; counter: number } {
  const bytes = Buffer.from(authenticatorData, 'base64url')
  if (bytes.length < 37) throw refused('signature', 'The authenticator data of the passkey cannot be read.')
  return { flags: bytes.readUInt8(32), counter: bytes.readUInt32BE(33) }
}

/**
 * What is wrong with the signature of a decision; null: it holds. Needs the evidence alone. The counter is compared with 0:
 * what the passkey did later does not make an old decision wrong.
 */
export async function passkeyFault(evidence: PasskeyEvidence): Promise<string | null> {
  const challenge = sha256(evidence.signs).toString('base64url')
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: {
        id: evidence.credential_id,
        rawId: evidence.credential_id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          authenticatorData: evidence.authenticator_data,
          clientDataJSON: evidence.client_data_json,
          signature: evidence.signature,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: evidence.origins,
      expectedRPID: evidence.rp_id,
      credential: {
        id: evidence.credential_id,
        publicKey: new Uint8Array(Buffer.from(evidence.public_key, 'base64url')),
        counter: 0,
      },
      requireUserVerification: true,
    })
    const { flags, counter } = flagsOf(evidence.authenticator_data)
    if (!verified) return 'it is not by this key'
    return flags === evidence.flags && counter === evidence.counter ? null : 'flags or counter are others'
  } catch (error) {
    return (error as Error).message
  }
}
