import { bookEarlyWires } from '../../banking/file/early.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { anyOf, repeatUntilDone, repeatAtFaultPoint } from '../../base/state-machine/transitions.ts'
import { hasOutcomes } from '../../chains/outbox/operations.ts'
import { hasRailArrivals } from '../../chains/watcher/arrivals.ts'
import { coinCodes } from '../../ledger/coin.ts'
import { readArrivals } from '../onramp/read-arrivals.ts'
import { withProvider } from '../payment/at-provider.ts'
import { advanceOffRamps } from '../offramp/job.ts'
import { returnAtProvider } from '../onramp/return.ts'
import { applyMintOutcomes, moveToReserve, sendCoins, wired } from '../onramp/send.ts'
import { settleAtProvider, takeQuotes } from '../onramp/settle.ts'
import { isOpen } from '../payment/row.ts'
import { paymentsJob } from '../rail/row.ts'
import { rejectPayments } from './reject.ts'
import { screenArrived, screenReleased } from './screen.ts'

/** Advances payments over rails in both directions, from arrival to departure. */
export const advancePayments: Job = {
  name: paymentsJob,
  everyMs: 2_000,
  run: async (env) => {
    let steps = await withProvider(env, readArrivals)
    if (await isIdle(env)) return steps
    steps += (await repeatUntilDone(env, screenArrived)) + (await repeatUntilDone(env, screenReleased))
    steps += await repeatUntilDone(env, rejectPayments)
    steps += await advanceOnRamps(env)
    return steps + (await advanceOffRamps(env))
  },
}

/**
 * If nothing is open, two queries are enough instead of a dozen transactions. Completed payments can only have outcomes
 * of the bank.
 */
async function isIdle({ db }: Env): Promise<boolean> {
  const [found] = await db.query(
    `select 1 where exists (select from rails.payment where ${isOpen})
       or exists (select from banking.payout_outcomes where kind = 'rail')`,
  )
  return found === undefined && !(await hasRailArrivals(db))
}

/** From cleared payments to coins on their chain, or back to the payer. */
async function advanceOnRamps(env: Env): Promise<number> {
  let steps = await withProvider(env, takeQuotes)
  steps += (await withProvider(env, settleAtProvider)) + (await withProvider(env, returnAtProvider))
  await bookEarlyWires(env, 'rail')
  steps += await repeatAtFaultPoint(env, 'payment.settled', anyOf(wired), moveToReserve)
  for (const coin of coinCodes) steps += await sendCoins(env, coin)
  return steps + (await repeatAtFaultPoint(env, 'payment.booked', hasOutcomes('rail_mint'), applyMintOutcomes))
}
