import type { Payout } from './payout/row.ts'
import type { Expected } from './wire/expected.ts'

/** Jobs of the products that wait for the bank. Products stand above this room, so they are registered (runtime.ts). */
export type WaitingJobs = {
  /** Woken when a payout of a kind changes its state. */
  readonly payouts: { readonly [kind in Payout['kind']]: readonly string[] }
  /** Woken when the wire of a provider has arrived. */
  readonly expectedWires: { readonly [kind in Expected['kind']]: string }
  /** Woken when the reserve has more than it owes. */
  readonly topUps: readonly string[]
}

declare module '../base/env.ts' {
  interface Runtime {
    readonly waitingForBank: WaitingJobs
  }
}
