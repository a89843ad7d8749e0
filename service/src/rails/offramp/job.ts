import type { Env } from '../../base/env.ts'
import { repeatUntilDone, repeatAtFaultPoint } from '../../base/state-machine/transitions.ts'
import { coinCodes, fiatOf } from '../../treasury/coin.ts'
import { burnNews, carryCollected, collect, hearBurns, hearCollections, hearReturns, returnNews } from './on-chain.ts'
import { coinNews, learnOfCoins } from './learn.ts'
import { hearBank, payAgain, payOut } from './pay.ts'

/**
 * Carries off-ramps: coins that are final at a rail's address become payments; once screened they are collected and
 * burned, and when the reserve has paid, so does the bank. What cannot be served goes back to who sent it.
 */
export async function carryOffRamps(env: Env): Promise<number> {
  let steps = await repeatAtFaultPoint(env, 'payment.received', coinNews, learnOfCoins)
  steps += await repeatUntilDone(env, hearCollections)
  steps += await repeatUntilDone(env, carryCollected)
  steps += await repeatUntilDone(env, collect)
  steps += await repeatAtFaultPoint(env, 'payment.burned', burnNews, hearBurns)
  steps += await repeatAtFaultPoint(env, 'payment.returned', returnNews, hearReturns)
  for (const coin of coinCodes) steps += await payOut(env, fiatOf(coin))
  steps += await repeatUntilDone(env, hearBank)
  return steps + (await repeatUntilDone(env, payAgain))
}
