import { canonical, type Json } from '@specie/protocol/encoding/json.ts'
import { approvalDays, type ApprovalKind } from '@specie/protocol/people/approvals/approvals.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { Session } from '../session/session.ts'
import { lapse, rehearse } from './act.ts'
import { storeFacts } from './facts.ts'
import { withRefusal } from './refusal.ts'
import { approvableOf, sha256 } from './row.ts'
import { dayMs } from '../../base/clock.ts'

export type ApprovalRequest = {
  kind: ApprovalKind
  /** The id of the subject. */
  subject: string
  payload: Json
  reason: string
}

/**
 * Requests a second person's approval. The maker is the person of the session. Throws when the action is impossible
 * now.
 */
export async function requestApproval(
  env: Env,
  tx: Tx,
  session: Pick<Session, 'token'>,
  request: ApprovalRequest,
): Promise<{ id: string; payloadHash: Buffer }> {
  const { id, text, expiresAt, at } = await preparePayload(env, tx, request)
  const { kind, subject, reason } = request
  const values = [session.token, id, kind, subject, text, reason, expiresAt, at]
  await withRefusal(tx.query('select people.request_approval($1, $2, $3, $4, $5, $6, $7, $8)', values))
  await rehearse(env, tx, id)
  storeFacts(env, tx, id)
  return { id, payloadHash: sha256(text) }
}

export type RequestingKey = { readonly keyId: string; readonly institutionId: string }

/** A key requests it, by a call of the signed API that has checked everything: people of its institution decide. */
export async function requestByKey(env: Env, tx: Tx, by: RequestingKey, request: ApprovalRequest): Promise<void> {
  const { id, text, expiresAt, at } = await preparePayload(env, tx, request)
  const { kind, subject, reason } = request
  const values = [by.keyId, by.institutionId, id, kind, subject, text, reason, expiresAt, at]
  await tx.query('select people.request_approval_by_key($1, $2, $3, $4, $5, $6, $7, $8, $9)', values)
  storeFacts(env, tx, id)
}

type ApprovalSubject = Pick<ApprovalRequest, 'kind' | 'subject'>
type Withdrawn = { readonly id: string | null }

/** A key withdraws a request of its institution; false when none waits. */
export async function withdrawByKey(
  env: Env,
  tx: Tx,
  by: RequestingKey,
  { kind, subject }: ApprovalSubject,
): Promise<boolean> {
  const at = env.clock.now()
  const values = [by.keyId, by.institutionId, kind, subject, at]
  const [row] = await tx.query<Withdrawn>('select people.withdraw_by_key($1, $2, $3, $4, $5) as id', values)
  return lapsed(env, tx, row!, at)
}

/** The same by a person of the institution. */
export async function withdrawByPerson(
  env: Env,
  tx: Tx,
  session: Pick<Session, 'token'>,
  { kind, subject }: ApprovalSubject,
): Promise<boolean> {
  const at = env.clock.now()
  const values = [session.token, kind, subject, at]
  const [row] = await withRefusal(tx.query<Withdrawn>('select people.withdraw_payment($1, $2, $3, $4) as id', values))
  return lapsed(env, tx, row!, at)
}

async function lapsed(env: Env, tx: Tx, { id }: Withdrawn, at: Date): Promise<boolean> {
  if (id === null) return false
  await lapse(env, tx, id, { actor: 'service', at })
  return true
}

async function preparePayload(env: Env, tx: Tx, { kind, payload }: ApprovalRequest) {
  const { schema, complete } = approvableOf(env, kind)
  const checked = schema.safeParse(payload)
  if (!checked.success) {
    const [issue] = checked.error.issues
    throw badRequest('payload', `${issue!.path.join('.')}: ${issue!.message}.`, issue!.path.join('.'))
  }
  const whole = complete ? await complete(env, tx, checked.data as never) : checked.data
  const at = env.clock.now()
  const id = env.ids.uuid(at)
  const expiresAt = new Date(at.getTime() + approvalDays * dayMs)
  return { id, expiresAt, at, text: canonical(whole as Json) }
}

/** The maker withdraws a request. */
export async function withdrawApproval(env: Env, session: Pick<Session, 'token'>, id: string): Promise<void> {
  const at = env.clock.now()
  await env.db.tx(async (tx) => {
    await withRefusal(tx.query('select people.withdraw_approval($1, $2, $3)', [session.token, id, at]))
    await lapse(env, tx, id, { actor: 'service', at })
  })
}
