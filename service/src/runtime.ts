import { approvable } from './approvable.ts'
import type { WaitingJobs } from './banking/waiting-jobs.ts'
import type { Env, Runtime } from './base/env.ts'
import { stoppedAmong } from './compliance/stops.ts'
import { holdable } from './holdable.ts'
import { versionedTables } from './checks/catalog/traces.ts'
import { firstTxidsBatcher } from './chains/outbox/operations.ts'
import { recentCalls } from './access/api-key/recent-calls.ts'
import { ownBalancesBatcher } from './access/own-balances.ts'
import { mintBatcher } from './issuance/mint/request.ts'
import { payingTo } from './issuance/redemption/job.ts'
import { purposes as issuance } from './issuance/purposes.ts'
import { readLimits } from './markets/limits.ts'
import { lazyRateSources } from './markets/rate/refresh.ts'
import { limitedHashing } from './people/factor/password.ts'
import { lazyOidcIssuer } from './people/sign-in/oidc.ts'
import { purposes as rails } from './rails/purposes.ts'
import { paymentsJob } from './rails/rail/row.ts'
import { lazyBooks } from './trading/market/books.ts'
import { orderTable } from './trading/order/row.ts'
import { orderBatcher } from './trading/order/store-orders.ts'
import { purposes as transfers } from './transfers/purposes.ts'
import { sendingTo } from './transfers/withdrawal/pay.ts'

const waitingForBank: WaitingJobs = {
  payouts: {
    withdrawal: [transfers.withdrawal.job],
    redemption: [issuance.redemption.job],
    rail: [paymentsJob],
    sweep: [issuance.mint.job, issuance.redemption.job, paymentsJob],
    fee_sweep: [],
    return: [],
    conversion: [],
  },
  expectedWires: { conversion: issuance.conversion.job, rail: paymentsJob },
  topUps: [issuance.mint.job],
}

/** Everything that a process keeps in memory, in one list. Some of it needs the whole `Env`, of which it is a part. */
export function withRuntime(world: Omit<Env, 'runtime'>): Env {
  const runtime = {} as Runtime
  const env: Env = { ...world, runtime }
  const books = lazyBooks(env)
  const calls = recentCalls(env)
  Object.assign(runtime, {
    // base
    versionedTables,
    // ledger
    accountIds: new Map(),
    headFailures: new Map(),
    oldestOpen: { xid: '', since: 0 },
    catalogSeen: { at: -Infinity },
    // compliance
    holdable,
    stoppedAmong,
    // people
    approvable,
    oidcIssuer: lazyOidcIssuer(env),
    hashing: limitedHashing(),
    // institutions
    ownBalances: ownBalancesBatcher(env),
    recentCalls: calls,
    payoutsTo: { withdrawal: sendingTo, redemption: payingTo },
    orderTable,
    // chains
    purposes: { ...issuance, ...transfers, ...rails },
    movementJobs: [transfers.collection.job, rails.rail_collection.job],
    leaseHolder: env.ids.uuid(env.clock.now()),
    firstTxids: firstTxidsBatcher(env),
    sendingBackoff: new Map(),
    depositAddresses: new Map(),
    supplyCheck: { at: null },
    // banking
    waitingForBank,
    // markets
    limits: readLimits(env.config),
    rateSources: lazyRateSources(env),
    // trading
    books,
    orderQueues: new Map(),
    placements: orderBatcher(env),
    // issuance
    mints: mintBatcher(env),
    // sandbox
    outsiderQueues: new Map(),
    close: async () => {
      await calls.close()
      await books.close()
    },
  } satisfies Runtime)
  return env
}
