import { createHash } from 'node:crypto'
import { parseJson } from '@specie/protocol/encoding/json.ts'
import type { ApprovalKind, approvalStates } from '@specie/protocol/people/approvals/approvals.ts'
import type { Approvable } from '../../base/approvable.ts'
import type { Env } from '../../base/env.ts'
import { keyActor, personActor } from '../../directory/actor.ts'

// Actions that need two people. The database records maker and checker by their own sessions, and refuses every other
// write (sql/functions/people.*_approval.sql).

export type Approval = {
  readonly id: string
  readonly kind: ApprovalKind
  /** The institution whose people decide; null: staff. */
  readonly institution_id: string | null
  readonly subject: string
  /** Canonical JSON of exactly the action. */
  readonly payload: string
  readonly payload_hash: Buffer
  /** The person who requested it; null: an API key. */
  readonly maker: string | null
  readonly maker_key: string | null
  /** The actor who withdrew it. */
  readonly withdrawn_by: string | null
  readonly reason: string
  readonly state: (typeof approvalStates)[number]
  readonly checker: string | null
  readonly decision_reason: string | null
  readonly evidence: string | null
  readonly expires_at: Date
  readonly decided_at: Date | null
  readonly used_at: Date | null
  readonly created_at: Date
}

/** The maker as the actor of a change. */
export const makerOf = ({ maker, maker_key }: Pick<Approval, 'maker' | 'maker_key'>): string =>
  maker === null ? keyActor(maker_key!) : personActor(maker)

/** Throws for a kind that no room implements. An approval of it would have no effect. */
export function approvableOf({ runtime }: Env, kind: ApprovalKind): Approvable {
  const found = runtime.rooms.approvals[kind]
  if (!found) throw new Error(`no room has an approval of the kind ${kind}`)
  return found
}

/** Null when it is of an earlier version and invalid today. */
export function payloadOf({ schema }: Approvable, { payload }: Pick<Approval, 'payload'>): object | null {
  const parsed = schema.safeParse(parseJson(payload))
  return parsed.success ? (parsed.data as object) : null
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()
