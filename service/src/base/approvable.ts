import type { z } from 'zod'
import type { Sql, Tx } from './database/db.ts'
import type { Env } from './env.ts'
import type { By } from './state-machine/move.ts'

/** Who does what was approved: the checker, for the maker's reason. */
export type ByTwo = By & { readonly maker: string; readonly checker: string }

/** `title`: what is done and to whom; `institutionId`: the institution that it concerns, if it is one. */
export type Description = { readonly title: string; readonly institutionId: string | null }

/** What a kind of approval does, in the transaction of the decision (people/approval). */
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
