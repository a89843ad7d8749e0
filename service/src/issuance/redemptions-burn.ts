import type { Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import type { By } from '../base/machines.ts'
import { moveRows } from '../base/steps.ts'
import { enqueueAll } from '../chains/operations.ts'
import { inHandToSpare, lockCoins, type Place } from '../treasury/holdings.ts'
import { type Redemption, redemptionMachine } from './redemption.ts'

/**
 * What is cleared stands in line to be burned, as far as the omnibus wallet has the coins. The others stay as they are:
 * theirs are still being collected from deposit addresses, and the job tries again. Answers all of them.
 */
export async function burn(env: Env, tx: Tx, cleared: readonly Redemption[], by: By): Promise<Redemption[]> {
  const burnable = await inHandNow(tx, cleared)
  const burning = await moveRows(tx, redemptionMachine, burnable, 'clear', by)
  const asks = burning.map(({ id, asset, blockchain: chain, quantity: amount }) => ({
    chain,
    purpose: 'redemption' as const,
    subject: id,
    effect: { kind: 'burn' as const, asset, amount },
  }))
  if (asks.length > 0) await enqueueAll(env, tx, asks)
  return [...burning, ...cleared.filter((one) => !burnable.includes(one))]
}

export const placeOf = ({ blockchain: chain, asset }: Redemption): Place => ({ chain, asset })

/** In their order: one that has to wait is not passed by a smaller one. */
async function inHandNow(tx: Tx, cleared: readonly Redemption[]): Promise<Redemption[]> {
  await lockCoins(tx, cleared.map(placeOf))
  const burnable: Redemption[] = []
  for (const some of Map.groupBy(cleared, (one) => `${one.blockchain}/${one.asset}`).values()) {
    let left = await inHandToSpare(tx, placeOf(some[0]!))
    const tooMuch = some.findIndex((one) => (left -= one.quantity) < 0n)
    burnable.push(...(tooMuch === -1 ? some : some.slice(0, tooMuch)))
  }
  return burnable
}
