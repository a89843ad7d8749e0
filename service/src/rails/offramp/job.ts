import type { Env } from '../../base/env.ts'
import { untilNone, untilNoneAround } from '../../base/state-machine/transitions.ts'
import { coinCodes, fiatOf } from '../../treasury/coin.ts'
import { burnNews, carryCollected, collect, hearBurns, hearCollections, hearReturns, returnNews } from './on-chain.ts'
import { coinNews, learnOfCoins } from './learn.ts'
import { hearBank, payAgain, payOut } from './pay.ts'

/**
 * Carries off-ramps: coins that are final at a rail's address become payments; once screened they are collected and
 * burned, and when the reserve has paid, so does the bank. What cannot be served goes back to who sent it.
 */
export async function carryOffRamps(env: Env): Promise<number> {
  let steps = await untilNoneAround(env, 'payment.received', coinNews, learnOfCoins)
  steps += await untilNone(env, hearCollections)
  steps += await untilNone(env, carryCollected)
  steps += await untilNone(env, collect)
  steps += await untilNoneAround(env, 'payment.burned', burnNews, hearBurns)
  steps += await untilNoneAround(env, 'payment.returned', returnNews, hearReturns)
  for (const coin of coinCodes) steps += await payOut(env, fiatOf(coin))
  steps += await untilNone(env, hearBank)
  return steps + (await untilNone(env, payAgain))
}
