import type { Env } from '../../base/env.ts'
import { repeatUntilDone, repeatAtFaultPoint } from '../../base/state-machine/transitions.ts'
import { hasNews } from '../../chains/outbox/operations.ts'
import { hasRailArrivals } from '../../chains/watcher/arrivals.ts'
import { coinCodes, fiatOf } from '../../ledger/coin.ts'
import { continueCollected, collect, applyBurnNews, applyCollectionNews, applyReturnNews } from './on-chain.ts'
import { readCoinArrivals } from './read-arrivals.ts'
import { applyPayoutNews, payAgain, payOut } from './pay.ts'

/**
 * Advances off-ramps. Coins that are final at a rail's address become payments. After screening they are collected and
 * burned. When the reserve has paid, the bank pays. Unserviceable coins are returned to their sender.
 */
export async function advanceOffRamps(env: Env): Promise<number> {
  let steps = await repeatAtFaultPoint(env, 'payment.received', hasRailArrivals, readCoinArrivals)
  steps += await repeatUntilDone(env, applyCollectionNews)
  steps += await repeatUntilDone(env, continueCollected)
  steps += await repeatUntilDone(env, collect)
  steps += await repeatAtFaultPoint(env, 'payment.burned', hasNews('rail_burn'), applyBurnNews)
  steps += await repeatAtFaultPoint(env, 'payment.returned', hasNews('rail_return'), applyReturnNews)
  for (const coin of coinCodes) steps += await payOut(env, fiatOf(coin))
  steps += await repeatUntilDone(env, applyPayoutNews)
  return steps + (await repeatUntilDone(env, payAgain))
}
