import type { HeldKind, HoldDecision } from '@specie/protocol/holds.ts'
import type { Sql, Tx } from './database/db.ts'
import type { Env } from './env.ts'
import type { Fact } from './facts.ts'
import type { Stateful } from './state-machine/move.ts'

/** A kind of item that can be put on hold (compliance/). */
export type Holdable = Stateful & {
  /** The job that continues it. */
  readonly job: string
  /** The columns of `HoldDetails` (compliance/held-items.ts), and where they are, for people who decide. */
  readonly details: { readonly columns: string; readonly from: string }
  /** More facts about it for people who decide, in addition to its details. */
  readonly facts?: (env: Env, sql: Sql, id: string) => Promise<Fact[]>
  /** The return address on the item's chain, as people have named it and checked; throws when it is unusable. */
  readonly returnAddress?: (env: Env, tx: Tx, id: string, to: string | undefined) => Promise<string>
  /** Throws when this decision can no longer be executed. The item is already being returned. */
  readonly assertDecidable?: (env: Env, tx: Tx, id: string, decision: HoldDecision) => Promise<void>
  /** Open items of another kind that are held together with it, and the name of each. */
  readonly together?: { kind: HeldKind; name: string; openOf(tx: Tx, id: string): Promise<string[]> }
}
