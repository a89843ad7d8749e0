import { createPublicKey, verify } from 'node:crypto'
import { canonical } from '@specie/protocol/encoding/json.ts'
import { portalPath } from '@specie/protocol/web-api/call.ts'
import { decodeSignature, parseNonce, signatureForms, signingString } from '@specie/protocol/signing/signing.ts'
import { audit } from '../../base/audit/audit.ts'
import { isSqlState, type Sql, type Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { move, type By } from '../../base/state-machine/move.ts'
import { withRefusal } from '../../people/approval/refusal.ts'
import { taken } from './register.ts'
import { startRotation } from './rotate.ts'
import { assertCan, keyMachine, keyOf, type KeyRow } from './row.ts'
import type { OwnerFilter } from '../../directory/institutions.ts'

// Proof of possession: a key signs a challenge as it will sign its calls.

const challengeMs = 10 * 60_000

export type Challenge = { challenge: string; expires_at: string; path: string }

/** The challenge that the key must sign, once and soon; it replaces an earlier one. */
export async function newChallenge(env: Env, sql: Sql, whose: OwnerFilter, id: string): Promise<Challenge> {
  const key = await keyOf(sql, whose, id)
  assertCan(key, 'prove')
  const value = env.ids.secret(32)
  const expiresAt = new Date(env.clock.wall() + challengeMs)
  await sql.query(
    `insert into access.key_challenge (key_id, value, expires_at) values ($1, $2, $3)
     on conflict (key_id) do update set value = excluded.value, expires_at = excluded.expires_at`,
    [key.id, value, expiresAt],
  )
  return { challenge: value.toString('base64url'), expires_at: expiresAt.toISOString(), path: provePath(key.id) }
}

export const provePath = (id: string): string => `${portalPath}/keys/${id}/prove`

/** The text to sign: a call to `provePath` with the challenge as its body. */
export const proofText = (id: string, { challenge, nonce }: Pick<Signed, 'challenge' | 'nonce'>): string =>
  signingString(provePath(id), canonical({ challenge }), nonce)

export type Signed = { challenge: string; nonce: string; signature: string }

/** The method of the proof; `sandbox`: in UAT, where the sandbox received only a public key. */
export type Proof = ({ method: 'challenge' } & Signed) | { method: 'sandbox' }

/** Uses up the challenge, whether the proof is valid or not, and throws unless the key has signed it. */
export async function checkProof(env: Env, sql: Sql, key: KeyRow, signed: Signed): Promise<Proof> {
  assertCan(key, 'prove')
  if (parseNonce(signed.nonce) === null) throw badRequest('nonce', 'The nonce must be a whole number.', 'nonce')
  const [found] = await sql.query<{ expires_at: Date }>(
    'delete from access.key_challenge where key_id = $1 and value = $2 returning expires_at',
    [key.id, Buffer.from(signed.challenge, 'base64url')],
  )
  if (!found || found.expires_at.getTime() <= env.clock.wall())
    throw badRequest('challenge', 'This challenge is not valid for this key. Request a new one.', 'challenge')
  const text = proofText(key.id, signed)
  if (!isSignedBy(key.spki, text, signed.signature)) {
    throw new ApiError(
      'bad_request',
      { field: 'signature', rule: 'signature_mismatch', signing_string: text },
      'The signature does not match this key and details.signing_string. Request a new challenge and sign it.',
    )
  }
  return { method: 'challenge', challenge: signed.challenge, nonce: signed.nonce, signature: signed.signature }
}

function isSignedBy(spki: Buffer, text: string, signature: string): boolean {
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  return signatureForms(decodeSignature(signature) ?? new Uint8Array()).some((form) =>
    verify('sha256', Buffer.from(text, 'utf8'), { key, dsaEncoding: 'ieee-p1363' }, form),
  )
}

/** Makes a proven key usable; the key that it replaces stays valid for the overlap. */
export async function activateKey(tx: Tx, whose: OwnerFilter, id: string, proof: Proof, by: By): Promise<void> {
  const key = await keyOf(tx, whose, id, 'for update')
  assertCan(key, 'prove')
  await tx
    .query('update access.api_key set proven_at = $2, proof = $3 where id = $1', [id, by.at, proof])
    .catch((error: unknown) => {
      throw isSqlState(error, '23505') ? taken() : error
    })
  await withRefusal(move(tx, keyMachine, id, 'prove', by))
  const detail = { institutionid: key.institution_id, method: proof.method, ...by.from }
  audit(tx, { actor: by.actor, action: 'key.proven', subject: id, detail })
  if (key.replaces !== null) await startRotation(tx, key, by)
}

/** The proof in the call of a person. The challenge is used up even if the rest fails. */
export async function proveKey(env: Env, whose: OwnerFilter, id: string, signed: Signed, by: By): Promise<void> {
  const proof = await checkProof(env, env.db, await keyOf(env.db, whose, id), signed)
  await env.db.tx((tx) => activateKey(tx, whose, id, proof, by))
}
