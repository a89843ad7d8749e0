import type { HeldKind, HoldDecision } from '@specie/protocol/holds.ts'
import type { Tx } from './database/db.ts'
import type { Env } from './env.ts'
import type { Stateful } from './state-machine/move.ts'

/** A kind of thing that can be put on hold. What holds are is said in compliance/. */
export type Holdable = Stateful & {
  /** The job that continues it. */
  readonly job: string
  /** The columns of `HoldDetails` (compliance/held-items.ts), and where they are, for people who decide. */
  readonly details: { readonly columns: string; readonly from: string }
  /** Where a rejected one goes back to on its chain: the address that people have named, checked; throws what is wrong. */
  readonly wayBack?: (env: Env, tx: Tx, id: string, to: string | undefined) => Promise<string>
  /** Throws why this decision cannot be carried out any more: it is on its way back. */
  readonly assertDecidable?: (env: Env, tx: Tx, id: string, decision: HoldDecision) => Promise<void>
  /** What is held together with it: open things of another kind, and what each of them is called. */
  readonly together?: { kind: HeldKind; name: string; openOf(tx: Tx, id: string): Promise<string[]> }
}
