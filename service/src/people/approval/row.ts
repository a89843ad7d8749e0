import { createHash } from 'node:crypto'
import { parseJson } from '@specie/protocol/encoding/json.ts'
import type { ApprovalKind, approvalStates } from '@specie/protocol/people/approvals/approvals.ts'
import type { Approvable } from '../../base/approvable.ts'
import type { Env } from '../../base/env.ts'
import { keyActor, personActor } from '../../directory/actor.ts'

// What needs two people. The database holds who asked and who decided, by their own sessions, and refuses everything else
// (sql/functions/people.*_approval.sql).

export type Approval = {
  readonly id: string
  readonly kind: ApprovalKind
  /** Whose people decide; null: staff. */
  readonly institution_id: string | null
  readonly subject: string
  /** Canonical JSON of exactly what is done. */
  readonly payload: string
  readonly payload_hash: Buffer
  /** The person who asks; null: a key does. */
  readonly maker: string | null
  readonly maker_key: string | null
  /** The actor who took it back. */
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

/** Who asks, as the actor of a change. */
export const makerOf = ({ maker, maker_key }: Pick<Approval, 'maker' | 'maker_key'>): string =>
  maker === null ? keyActor(maker_key!) : personActor(maker)

/** Throws for a kind that no room has: it could be approved, and nothing would be done. */
export function approvableOf({ runtime }: Env, kind: ApprovalKind): Approvable {
  const found = runtime.rooms.approvals[kind]
  if (!found) throw new Error(`no room has an approval of the kind ${kind}`)
  return found
}

/** Null when it is of an earlier version, and could not be asked for now. */
export function payloadOf({ schema }: Approvable, { payload }: Pick<Approval, 'payload'>): object | null {
  const parsed = schema.safeParse(parseJson(payload))
  return parsed.success ? (parsed.data as object) : null
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()
