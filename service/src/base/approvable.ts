import type { z } from 'zod'
import type { Sql, Tx } from './database/db.ts'
import type { Env } from './env.ts'
import type { Fact } from './facts.ts'
import type { By } from './state-machine/move.ts'

/** The actor of an approved action: the checker, with the maker's reason. */
export type ApprovalActor = By & { readonly maker: string; readonly checker: string }

/** `title`: the action and its subject; `institutionId`: the institution that it concerns, if any. */
export type Description = { readonly title: string; readonly institutionId: string | null }

/** The action of one kind of approval, in the transaction of the decision (people/approval). */
export type Approvable = {
  readonly schema: z.ZodType
  /** The returned text is shown to the checker once. */
  execute(env: Env, tx: Tx, payload: never, by: ApprovalActor): Promise<string | void>
  /** Describes the request for people. Names are looked up when it is shown; the decision is on the payload. */
  describe(env: Env, sql: Sql, payload: never): Promise<Description>
  /** Its subject in people's terms, with what it changes and the evidence, from the current data. No bare ids. */
  facts(env: Env, sql: Sql, payload: never): Promise<Fact[]>
  /** Adds to the payload what its maker has seen but need not name: the current state. */
  readonly complete?: (env: Env, tx: Tx, payload: never) => Promise<object>
  /** Checks at request time, for kinds whose `execute` refuses what may become possible before the decision. */
  readonly check?: (env: Env, tx: Tx, payload: never) => Promise<void>
  /** Runs in the transaction in which the request is refused, expires or is withdrawn. Most kinds change nothing. */
  readonly lapse?: (env: Env, tx: Tx, subject: string, by: ApprovalActor) => Promise<void>
}
