import { createHash } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { assertionCredential, registrationCredential } from '@specie/protocol/web-api/fields.ts'
import type { z } from 'zod'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { actorOf, type Person } from '../../directory/person.ts'
import { challengeMs, newChallenge, takeChallenge } from './challenge.ts'

// Passkeys (WebAuthn). The authenticator always verifies its user, so a passkey counts as two factors.

/** The site of a passkey. It belongs to one host name and works at no other address. */
export type Site = { readonly rpId: string; readonly origin: string }

/**
 * EdDSA, ES256 and RS256: the algorithms that authenticators offer and this machine's cryptography surely verifies.
 */
const algorithms = [-8, -7, -257]

type Registration = z.infer<typeof registrationCredential>
type Assertion = z.infer<typeof assertionCredential>

export type NewPasskey = {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
  /** The host name that it belongs to. */
  readonly rpId: string
}

/** `purpose`: the purpose of the challenge; it is valid for no other. */
export async function registrationOptions(
  env: Env,
  person: Pick<Person, 'id' | 'email' | 'name'>,
  { rpId }: Site,
  purpose: string,
) {
  const challenge = await newChallenge(env, { purpose, personId: person.id })
  const existing = await ownPasskeys(env.db, person.id)
  return generateRegistrationOptions({
    rpName: 'Specie',
    rpID: rpId,
    userID: new Uint8Array(handleOf(person.id)),
    userName: person.email,
    userDisplayName: person.name,
    challenge: new Uint8Array(challenge),
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: existing.map(({ id, transports }) => ({ id: id.toString('base64url'), transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
}

/** The user handle of a person: the bytes of their id. */
const handleOf = (personId: string): Buffer => Buffer.from(personId.replaceAll('-', ''), 'hex')

/** Whether the user handle names another person. Then the passkey is refused in spite of its signature. */
export const isForeignHandle = (handle: string | null | undefined, personId: string): boolean =>
  handle != null && !Buffer.from(handle, 'base64url').equals(handleOf(personId))

/** Verifies a new passkey; throws when it answers another challenge, or did not verify its user. */
export async function verifiedRegistration(
  env: Env,
  personId: string,
  { rpId, origin }: Site,
  purpose: string,
  credential: Registration,
): Promise<NewPasskey> {
  const verified = await verifyRegistrationResponse({
    response: credential as unknown as RegistrationResponseJSON,
    expectedChallenge: (given) => isOurs(env, given, purpose, personId),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: Error) => {
    env.log.info({ err: error }, 'a passkey could not be registered')
    return { verified: false as const }
  })
  if (!verified.verified)
    throw badRequest('passkey', 'This passkey could not be added. Start again and follow the browser.', 'credential')
  const { credential: made } = verified.registrationInfo
  return {
    credentialId: Buffer.from(made.id, 'base64url'),
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: made.transports ?? [],
    rpId,
  }
}

/**
 * The audit entry names the passkey by its hashes. Its signatures are valid only if the chain records its addition
 * (checks/evidence/registered-passkeys.ts). `where`: the session and address, if known.
 */
export async function storePasskey(
  env: Env,
  tx: Tx,
  personId: string,
  name: string,
  made: NewPasskey,
  where: Record<string, string> = {},
): Promise<string> {
  const at = env.clock.now()
  const id = env.ids.uuid(at)
  const stored = await tx.query(
    `insert into people.passkey (id, person_id, credential_id, public_key, counter, transports, name, created_at, rp_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (credential_id) do nothing returning id`,
    [id, personId, made.credentialId, made.publicKey, made.counter, made.transports, name, at, made.rpId],
  )
  if (stored.length === 0) throw badRequest('passkey_known', 'This passkey is already registered.', 'credential')
  const detail = {
    ...where,
    passkey: id,
    credential_hash: sha256(made.credentialId),
    public_key_hash: sha256(made.publicKey),
  }
  audit(tx, { actor: actorOf({ id: personId }), action: 'passkey.added', subject: personId, detail })
  return id
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The credentials of a person's passkeys. */
export const ownPasskeys = (sql: Sql, personId: string): Promise<{ id: Buffer; transports: string[] }[]> =>
  sql.query('select credential_id as id, transports from people.passkey where person_id = $1 and removed_at is null', [
    personId,
  ])

/**
 * If a person is given, only one of their passkeys counts. Without: the person chooses a passkey at sign-in, and it
 * identifies them.
 */
export async function assertionOptions(env: Env, { rpId }: Site, purpose: string, personId: string | null) {
  const challenge = await newChallenge(env, { purpose, personId })
  const own = personId === null ? [] : await ownPasskeys(env.db, personId)
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: new Uint8Array(challenge),
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials: own.map(({ id, transports }) => ({ id: id.toString('base64url'), transports })),
  })
}

type Stored = { id: string; personId: string; publicKey: Buffer; counter: bigint }

/** The passkey that signed this challenge, and its person; null if the signature is invalid. */
export async function verifiedAssertion(
  env: Env,
  { rpId, origin }: Site,
  purpose: string,
  personId: string | null,
  credential: Assertion,
): Promise<Pick<Stored, 'id' | 'personId'> | null> {
  const stored = await findPasskey(env.db, credential.id)
  const verified = await verifyAuthenticationResponse({
    response: credential as unknown as AuthenticationResponseJSON,
    expectedChallenge: (given) => isOurs(env, given, purpose, personId),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    // Compared below: a counter that decreases must not lock a person out (synced passkeys report 0).
    credential: { id: credential.id, publicKey: new Uint8Array(stored?.publicKey ?? []), counter: 0 },
  }).catch((error: Error) => {
    env.log.info({ err: error }, 'a passkey did not sign in')
    return null
  })
  if (stored === null || !verified?.verified) return null
  if (personId !== null && stored.personId !== personId) return null
  if (isForeignHandle(credential.response.userHandle, stored.personId)) return null
  await recordUse(env, stored, verified.authenticationInfo.newCounter)
  return stored
}

/**
 * Reports a counter that decreases, because a copied passkey counts on its own. Synced passkeys report 0, perhaps after a
 * change.
 */
export async function recordUse(env: Env, stored: Omit<Stored, 'publicKey'>, counter: number): Promise<void> {
  const before = stored.counter
  await env.db.tx(async (tx) => {
    await tx.query('update people.passkey set counter = greatest(counter, $2), last_used_at = $3 where id = $1', [
      stored.id,
      counter,
      env.clock.now(),
    ])
    if (before === 0n || BigInt(counter) > before) return
    const detail = { passkey: stored.id, before: String(before), counter: String(counter) }
    env.log.warn(detail, 'the counter of a passkey decreased; the passkey may have been copied')
    audit(tx, {
      actor: actorOf({ id: stored.personId }),
      action: 'passkey.counted_back',
      subject: stored.personId,
      detail,
    })
  })
}

async function findPasskey(sql: Sql, credentialId: string): Promise<Stored | null> {
  const [row] = await sql.query<Stored>(
    `select id, person_id as "personId", public_key as "publicKey", counter from people.passkey
     where credential_id = $1 and removed_at is null`,
    [Buffer.from(credentialId, 'base64url')],
  )
  return row ?? null
}

const isOurs = async (env: Env, challenge: string, purpose: string, personId: string | null): Promise<boolean> =>
  (await takeChallenge(env, Buffer.from(challenge, 'base64url'), { purpose, personId })) !== null
