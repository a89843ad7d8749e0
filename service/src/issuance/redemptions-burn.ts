import type { Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import type { By } from '../base/machines.ts'
import { moveRows } from '../base/steps.ts'
import { enqueue } from '../chains/operations.ts'
import { type Redemption, redemptionMachine } from './redemption.ts'

/** What is cleared stands in line to be burned. */
export async function burn(env: Env, tx: Tx, screening: readonly Redemption[], by: By): Promise<Redemption[]> {
  const burning = await moveRows(tx, redemptionMachine, screening, 'clear', by)
  for (const { id, asset, blockchain: chain, quantity: amount } of burning) {
    await enqueue(env, tx, { chain, purpose: 'redemption', subject: id, effect: { kind: 'burn', asset, amount } })
  }
  return burning
}
