import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { enqueueAll } from '../../chains/outbox/operations.ts'
import { sendable } from '../../treasury/holdings.ts'
import { type Redemption, redemptionMachine } from './row.ts'

/**
 * Enqueues the burns of cleared redemptions, as far as the omnibus wallet holds the coins. The others are unchanged. Their
 * coins are still being collected from deposit addresses, and the job retries. Returns all of them.
 */
export async function burn(env: Env, tx: Tx, cleared: readonly Redemption[], by: By): Promise<Redemption[]> {
  const burnable = await sendable(tx, cleared, { after: 'withdrawals' })
  const burning = await moveRows(tx, redemptionMachine, burnable, 'clear', by)
  const requests = burning.map(({ id, asset, blockchain: chain, quantity: amount }) => ({
    chain,
    purpose: 'redemption' as const,
    subject: id,
    effect: { kind: 'burn' as const, asset, amount },
  }))
  if (requests.length > 0) await enqueueAll(env, tx, requests)
  return [...burning, ...cleared.filter((one) => !burnable.includes(one))]
}
