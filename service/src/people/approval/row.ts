import { createHash } from 'node:crypto'
import { parseJson } from '@specie/protocol/encoding/json.ts'
import type { ApprovalKind, approvalStates } from '@specie/protocol/people/approvals/approvals.ts'
import type { z } from 'zod'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { actorOf } from '../../directory/person.ts'

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

/** Who does what was approved: the checker, for the maker's reason. */
export type ByTwo = By & { readonly maker: string; readonly checker: string }

/** `title`: what is done and to whom; `institutionId`: the institution that it concerns, if it is one. */
export type Description = { readonly title: string; readonly institutionId: string | null }

/** What a kind does, in the transaction of the decision. Rooms register theirs in service/src/approvable.ts. */
export type Approvable = {
  readonly schema: z.ZodType
  /** What it returns is shown to the checker, once. */
  execute(env: Env, tx: Tx, payload: never, by: ByTwo): Promise<string | void>
  /** What the request is about, for people. Names are looked up when it is shown: the payload is what is decided on. */
  describe(env: Env, sql: Sql, payload: never): Promise<Description>
  /** The payload with what its maker has seen but need not name: the state of things at the time of asking. */
  readonly complete?: (env: Env, tx: Tx, payload: never) => Promise<object>
  /** What is checked when it is asked for, where `execute` refuses what may be possible by the time of the decision. */
  readonly check?: (env: Env, tx: Tx, payload: never) => Promise<void>
  /** What is done when it is refused, expires or is withdrawn, in that transaction. Most kinds leave everything as it is. */
  readonly lapse?: (env: Env, tx: Tx, subject: string, by: ByTwo) => Promise<void>
}

declare module '../../base/env.ts' {
  interface Runtime {
    readonly approvable: { readonly [kind in ApprovalKind]?: Approvable }
  }
}

/** Who asks, as the actor of a change. */
export const makerOf = ({ maker, maker_key }: Pick<Approval, 'maker' | 'maker_key'>): string =>
  maker === null ? `key ${maker_key}` : actorOf({ id: maker })

/** Throws for a kind that nothing is registered for: it could be approved, and nothing would be done. */
export function approvableOf({ runtime }: Env, kind: ApprovalKind): Approvable {
  const found = runtime.approvable[kind]
  if (!found) throw new Error(`nothing is registered in approvable.ts for ${kind}`)
  return found
}

/** Null when it is of an earlier version, and could not be asked for now. */
export function payloadOf({ schema }: Approvable, { payload }: Pick<Approval, 'payload'>): object | null {
  const parsed = schema.safeParse(parseJson(payload))
  return parsed.success ? (parsed.data as object) : null
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()
