import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { canonical } from '@specie/protocol/encoding/json.ts'
import type { assertionCredential } from '@specie/protocol/web-api/fields.ts'
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Env } from '../../base/env.ts'
import type { ApiError } from '../../base/http/errors.ts'
import type { Session } from '../session/session.ts'
import { challengeMs, newChallenge, takeChallenge } from './challenge.ts'
import { isForeignHandle, recordUse, ownPasskeys, type Site } from './passkey.ts'

// Signatures of people with a passkey. The challenge is the hash of an object that names the action, the person, the
// environment, a nonce and an expiry: a bare hash of a text could be replayed for another purpose. All evidence for a
// verification years later and without this service is stored: raw bytes as base64url, never re-encoded.

/** The signed facts, by name: ids and hashes. The environment, a nonce and an expiry are added. */
export type SignedFacts = { readonly [name: string]: string }

/** A signature of a passkey, and the site. */
export type Signed = { readonly credential: z.infer<typeof assertionCredential>; readonly site: Site }

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

/** Creates the error for an invalid signature. */
type Refuse = (reason: 'challenge' | 'passkey' | 'signature', sentence: string) => ApiError

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/**
 * The options that the browser passes to the passkey, and the signed object. `purpose`: the challenge is valid for no
 * other.
 */
export async function signatureOptions(
  env: Env,
  { person }: Session,
  { rpId }: Site,
  purpose: string,
  facts: SignedFacts,
) {
  const signs = canonical({
    ...facts,
    environment: env.config.environment,
    expires: new Date(env.clock.now().getTime() + challengeMs).toISOString(),
    nonce: env.ids.secret(16).toString('base64url'),
  })
  const challenge = await newChallenge(env, { purpose, personId: person.id, subject: signs, value: sha256(signs) })
  return {
    challenge: challenge.toString('base64url'),
    rpId,
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials: (await ownPasskeys(env.db, person.id)).map(({ id, transports }) => ({
      id: id.toString('base64url'),
      type: 'public-key' as const,
      transports,
    })),
    signs,
  }
}

type Passkey = { id: string; public_key: Buffer; counter: bigint }

/** The evidence that a passkey of this person has signed exactly this. Uses up the challenge in any case. */
export async function signatureOf(
  env: Env,
  { person }: Session,
  purpose: string,
  facts: SignedFacts,
  { credential: { id, response }, site }: Signed,
  refuse: Refuse,
): Promise<PasskeyEvidence> {
  const challenge = challengeIn(response.clientDataJSON)
  if (challenge === null) throw refuse('signature', 'The client data of the passkey cannot be read.')
  const taken = await takeChallenge(env, challenge, { purpose, personId: person.id })
  if (taken?.subject == null) throw refuse('challenge', 'The challenge has expired, or was used before.')
  if (otherIn(taken.subject, { ...facts, environment: env.config.environment }) !== null)
    throw refuse('challenge', 'The passkey has signed another request.')
  const [passkey] = await env.db.query<Passkey>(
    `select id, public_key, counter from people.passkey
     where credential_id = $1 and person_id = $2 and removed_at is null`,
    [Buffer.from(id, 'base64url'), person.id],
  )
  if (!passkey || isForeignHandle(response.userHandle, person.id))
    throw refuse('passkey', 'This passkey is not yours, or was removed.')
  const evidence: PasskeyEvidence = {
    method: 'passkey',
    credential_id: id,
    authenticator_data: response.authenticatorData,
    client_data_json: response.clientDataJSON,
    signature: response.signature,
    signs: taken.subject,
    public_key: passkey.public_key.toString('base64url'),
    rp_id: site.rpId,
    origins: [site.origin],
    ...flagsOf(response.authenticatorData),
  }
  const fault = await passkeyFault(evidence)
  if (fault !== null) throw refuse('signature', `The passkey's signature is invalid: ${fault}.`)
  await recordUse(env, { ...passkey, personId: person.id }, evidence.counter)
  return evidence
}

function challengeIn(clientDataJson: string): Buffer | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as { challenge: string }
    return Buffer.from(challenge, 'base64url')
  } catch {
    return null
  }
}

/** A name whose value differs in the signed object. */
function otherIn(signs: string, facts: SignedFacts): string | null {
  const signed = JSON.parse(signs) as Record<string, string>
  return Object.keys(facts).find((name) => signed[name] !== facts[name]) ?? null
}

/**
 * Bytes 32 to 36 of authenticator data: flags and counter. Zeros where they are missing. No signature is valid over
 * that.
 */
function flagsOf(authenticatorData: string): { flags: number; counter: number } {
  const bytes = Buffer.from(authenticatorData, 'base64url')
  return bytes.length < 37 ? { flags: 0, counter: 0 } : { flags: bytes.readUInt8(32), counter: bytes.readUInt32BE(33) }
}

/**
 * Returns what is wrong with a signature given at this time, or null if it is valid. `publicKey` belongs to the passkey
 * that has the credential of the evidence, even if the person has removed that passkey since.
 */
export async function evidenceFault(
  evidence: PasskeyEvidence,
  facts: SignedFacts,
  publicKey: Buffer | null,
  at: Date,
): Promise<string | null> {
  if (publicKey?.toString('base64url') !== evidence.public_key)
    return 'its evidence is not from a passkey of this person'
  const other = otherIn(evidence.signs, facts)
  if (other !== null) return `another ${other} was signed`
  const { expires } = JSON.parse(evidence.signs) as { expires: string }
  if (Date.parse(expires) < at.getTime()) return 'it was signed after the challenge had expired'
  const fault = await passkeyFault(evidence)
  return fault === null ? null : `its signature is invalid: ${fault}`
}

/**
 * The fault of the signature itself, from the evidence alone. The counter is compared with 0. Later use of the passkey
 * does not invalidate an old signature.
 */
async function passkeyFault(evidence: PasskeyEvidence): Promise<string | null> {
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
    if (!verified) return 'it was not made by this key'
    return flags === evidence.flags && counter === evidence.counter ? null : 'its flags or counter differ'
  } catch (error) {
    return (error as Error).message
  }
}
