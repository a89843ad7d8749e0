import type { Tx } from '../base/database/db.ts'

/**
 * Those of these things that must not move: they have a hold, or are wallets that are not usable now. Placing a hold on
 * one of the others waits until this transaction has ended. So this is the last check before something leaves (S1). Call
 * it before locking rows of operations or payouts.
 */
export async function stoppedAmong(tx: Tx, things: readonly string[]): Promise<Set<string>> {
  if (things.length === 0) return new Set()
  const rows = await tx.query<{ thing: string }>('select compliance.stopped_among($1::uuid[]) as thing', [things])
  return new Set(rows.map((row) => row.thing))
}
