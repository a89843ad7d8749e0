import type { ApprovalKind } from '@specie/protocol/people/approvals.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { ApiError } from '../base/http/errors.ts'
import type { Session } from '../people/session/session.ts'

export type ApprovalRequest = { kind: ApprovalKind; subject: string; payload: object; reason: string }

/** Asks a second person of the institution; returns the id of the request. */
export async function askSecondPerson(
  _env: Env,
  _tx: Tx,
  _session: Session,
  { kind }: ApprovalRequest,
): Promise<string> {
  throw new ApiError('approval_refused', { reason: 'not_available', kind })
}
