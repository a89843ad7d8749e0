import type { Tx } from '../database/db.ts'

/**
 * Those of these things that must not move: a hold lies on them, or they are wallets that are not usable now. Whoever
 * wants to stop one of the others waits until this transaction has ended. So this is the last look before something
 * leaves (S1). Ask before locking rows of operations or payouts.
 */
export async function stoppedAmong(tx: Tx, things: readonly string[]): Promise<Set<string>> {
  if (things.length === 0) return new Set()
  const rows = await tx.query<{ thing: string }>('select compliance.stopped_among($1::uuid[]) as thing', [things])
  return new Set(rows.map((row) => row.thing))
}
