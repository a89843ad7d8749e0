import { canonical, type Json } from '@specie/protocol/json.ts'
import { approvalDays, type ApprovalKind } from '@specie/protocol/people/approvals.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { Session } from '../session/session.ts'
import { refusable } from './refusal.ts'
import { approvableOf, sha256 } from './row.ts'

export type ApprovalRequest = {
  kind: ApprovalKind
  /** The id of what it is done to. */
  subject: string
  payload: Json
  reason: string
}

const day = 86_400_000

/** Asks for a second person's approval. The maker is the person of the session. */
export async function requestApproval(
  env: Env,
  tx: Tx,
  session: Pick<Session, 'token'>,
  { kind, subject, payload, reason }: ApprovalRequest,
): Promise<{ id: string; payloadHash: Buffer }> {
  const checked = approvableOf(env, kind).schema.safeParse(payload)
  if (!checked.success) {
    const [issue] = checked.error.issues
    throw badRequest('payload', `${issue!.path.join('.')}: ${issue!.message}.`, issue!.path.join('.'))
  }
  const at = env.clock.now()
  const id = env.ids.uuid(at)
  const expiresAt = new Date(at.getTime() + approvalDays * day)
  const text = canonical(checked.data as Json)
  const values = [session.token, id, kind, subject, text, reason, expiresAt, at]
  await refusable(tx.query('select people.ask_approval($1, $2, $3, $4, $5, $6, $7, $8)', values))
  return { id, payloadHash: sha256(text) }
}

/** The maker takes a request back. */
export async function withdrawApproval(env: Env, session: Pick<Session, 'token'>, id: string): Promise<void> {
  await refusable(env.db.query('select people.withdraw_approval($1, $2, $3)', [session.token, id, env.clock.now()]))
}
