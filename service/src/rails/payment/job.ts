import { bookEarlyWires } from '../../banking/wire/early.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { repeatUntilDone, repeatAtFaultPoint } from '../../base/state-machine/transitions.ts'
import { coinCodes } from '../../treasury/coin.ts'
import { learnArrivals } from './arrivals.ts'
import { withProvider } from '../at-provider.ts'
import { carryOffRamps } from '../offramp/job.ts'
import { coinNews } from '../offramp/learn.ts'
import { giveBack } from '../onramp/return.ts'
import { hearMints, mintNews, moveAhead, sendCoins, wired } from '../onramp/send.ts'
import { settleAtProvider, takeQuotes } from '../onramp/settle.ts'
import { paymentsJob } from '../rail/row.ts'
import { rejectPayments } from './reject.ts'
import { screenArrived, screenReleased } from './screen.ts'

/** Carries payments over rails, in either direction, from what arrived to what leaves. */
export const carryPayments: Job = {
  name: paymentsJob,
  everyMs: 2_000,
  run: async (env) => {
    let steps = await withProvider(env, learnArrivals)
    if (await isIdle(env)) return steps
    steps += (await repeatUntilDone(env, screenArrived)) + (await repeatUntilDone(env, screenReleased))
    steps += await repeatUntilDone(env, rejectPayments)
    steps += await carryOnRamps(env)
    return steps + (await carryOffRamps(env))
  },
}

/** Nothing is under way: one question instead of a dozen transactions. Only the bank has news of what is completed. */
async function isIdle({ db }: Env): Promise<boolean> {
  const [found] = await db.query(
    `select 1 where exists (select from rails.payment where state not in ('completed', 'returned'))
       or exists (${coinNews}) or exists (select from banking.payout where kind = 'rail' and unread)`,
  )
  return found === undefined
}

/** From what was cleared to coins on their chain, or back to the payer. */
async function carryOnRamps(env: Env): Promise<number> {
  let steps = await withProvider(env, takeQuotes)
  steps += (await withProvider(env, settleAtProvider)) + (await withProvider(env, giveBack))
  await bookEarlyWires(env, 'rail')
  steps += await repeatAtFaultPoint(env, 'payment.settled', `${wired} limit 1`, moveAhead)
  for (const coin of coinCodes) steps += await sendCoins(env, coin)
  return steps + (await repeatAtFaultPoint(env, 'payment.booked', mintNews, hearMints))
}
