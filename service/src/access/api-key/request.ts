import { z } from 'zod'
import { keyRequest } from '@specie/protocol/portal/api-keys.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import type { Description } from '../../base/approvable.ts'
import { assertOwn } from '../../people/approval/second-person.ts'
import { parseNetwork, parsePublicKey } from './parse.ts'
import { type NewKey, registerKey } from './register.ts'

/** The request of an administrator; also the payload that a second person approves (`member.key`). */
export const keyPayload = keyRequest.extend({ institutionid: z.string() })
export type KeyPayload = z.infer<typeof keyPayload>

/** The requested key, or a 400. */
export const newKeyOf = (asked: KeyPayload): NewKey => ({
  institutionId: asked.institutionid,
  spki: parsePublicKey(asked.publickey),
  label: asked.label,
  scopes: asked.scopes,
  ipAllowlist: asked.ip_allowlist.map(parseNetwork),
  expiresAt: asked.expires_at === null ? null : new Date(asked.expires_at),
  nonceWindowMs: asked.nonce_window_ms,
  replaces: asked.replaces === null ? null : { keyId: asked.replaces, overlapSeconds: asked.overlap_hours * 3_600 },
})

/** Whether a key may do more than read. */
export const mayWrite = ({ scopes }: Pick<KeyPayload, 'scopes'>): boolean => scopes.some((scope) => scope !== 'read')

export const describeKey = async (_env: Env, _sql: Sql, asked: KeyPayload): Promise<Description> => {
  const { institutionid: institutionId, label, scopes, replaces } = asked
  const instead = replaces === null ? '' : ', to replace another'
  return { title: `Register the API key “${label}” for ${scopes.join(', ')}${instead}`, institutionId }
}

/** Registers the key once a second person has approved it. */
export async function registerApproved(env: Env, tx: Tx, asked: KeyPayload, by: By): Promise<void> {
  await assertOwn(tx, asked.institutionid, by)
  await registerKey(env, tx, newKeyOf(asked), by)
}
