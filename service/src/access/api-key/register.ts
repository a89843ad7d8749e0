import type { Scope } from '@specie/protocol/endpoints/endpoint.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { setActor, type By } from '../../base/state-machine/move.ts'
import { withRefusal } from '../../people/approval/refusal.ts'
import { assertCan, keyMachine, keyOf } from './row.ts'

export type NewKey = {
  institutionId: string
  spki: Buffer
  label: string
  scopes: readonly Scope[]
  /** From parseNetwork; none: any address may use it. */
  ipAllowlist?: readonly string[]
  expiresAt?: Date | null
  nonceWindowMs: number | null
  /** The key that it replaces, and how long both stay valid. */
  replaces?: { keyId: string; overlapSeconds: number } | null
}

/**
 * Registers a key. It can be used once its holder has proved possession of the private key (prove.ts). Returns its id.
 */
export async function registerKey(env: Env, tx: Tx, key: NewKey, by: By): Promise<string> {
  const { institutionId, spki, label, scopes, ipAllowlist = [], expiresAt = null, nonceWindowMs, replaces = null } = key
  if (expiresAt !== null && expiresAt <= by.at) throw badRequest('past', 'This time is in the past.', 'expires_at')
  if (replaces !== null) assertCan(await keyOf(tx, { institutionId }, replaces.keyId), 'rotate')
  if ((await holderOf(tx, spki)) !== null) throw taken()
  const id = env.ids.uuid(by.at)
  await setActor(tx, by)
  const stored = tx.query(
    `insert into access.api_key (id, institution_id, spki, label, scopes, ip_allowlist, expires_at, nonce_window_ms,
       replaces, overlap_seconds, state, created_at, updated_at)
     values ($1, $2, $3, $4, $5, array(select network(one::inet) from unnest($6::text[]) one), $7, $8, $9, $10, $11, $12, $12)`,
    [
      id,
      institutionId,
      spki,
      label,
      scopes,
      ipAllowlist,
      expiresAt,
      nonceWindowMs,
      replaces?.keyId ?? null,
      replaces?.overlapSeconds ?? null,
      keyMachine.machine.initial,
      by.at,
    ],
  )
  await withRefusal(stored)
  await tx.query('insert into access.key_use (key_id) values ($1)', [id])
  audit(tx, {
    actor: by.actor,
    action: 'key.registered',
    subject: id,
    detail: {
      institutionid: institutionId,
      publickey: spki.toString('base64'),
      scopes: [...scopes],
      ip_allowlist: [...ipAllowlist],
      ...(replaces === null ? {} : { replaces: replaces.keyId }),
      ...by.from,
    },
  })
  return id
}

/** The sandbox names the institution. */
export const taken = (institutionid?: string): ApiError =>
  new ApiError(
    'bad_request',
    { field: 'publickey', rule: 'key_registered', ...(institutionid === undefined ? {} : { institutionid }) },
    'This public key is already registered.',
  )

/** The institution that has proved to hold this key; null if none has. */
export async function holderOf(sql: Sql, spki: Buffer): Promise<string | null> {
  const [row] = await sql.query<{ institution_id: string }>(
    'select institution_id from access.api_key where spki = $1 and proven_at is not null',
    [spki],
  )
  return row?.institution_id ?? null
}
