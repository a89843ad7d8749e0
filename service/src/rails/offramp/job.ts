import type { Env } from '../../base/env.ts'
import { repeatUntilDone, repeatAtFaultPoint } from '../../base/state-machine/transitions.ts'
import { hasOutcomes } from '../../chains/outbox/operations.ts'
import { hasRailArrivals } from '../../chains/watcher/arrivals.ts'
import { coinCodes, fiatOf } from '../../ledger/coin.ts'
import {
  continueCollected,
  collect,
  applyBurnOutcomes,
  applyCollectionOutcomes,
  applyReturnOutcomes,
} from './on-chain.ts'
import { readCoinArrivals } from './read-arrivals.ts'
import { applyPayoutOutcomes, payAgain, payOut } from './pay.ts'

/**
 * Advances off-ramps. Coins that are final at a rail's address become payments. After screening they are collected and
 * burned. When the reserve has paid, the bank pays. Unserviceable coins are returned to their sender.
 */
export async function advanceOffRamps(env: Env): Promise<number> {
  let steps = await repeatAtFaultPoint(env, 'payment.received', hasRailArrivals, readCoinArrivals)
  steps += await repeatUntilDone(env, applyCollectionOutcomes)
  steps += await repeatUntilDone(env, continueCollected)
  steps += await repeatUntilDone(env, collect)
  steps += await repeatAtFaultPoint(env, 'payment.burned', hasOutcomes('rail_burn'), applyBurnOutcomes)
  steps += await repeatAtFaultPoint(env, 'payment.returned', hasOutcomes('rail_return'), applyReturnOutcomes)
  for (const coin of coinCodes) steps += await payOut(env, fiatOf(coin))
  steps += await repeatUntilDone(env, applyPayoutOutcomes)
  return steps + (await repeatUntilDone(env, payAgain))
}
