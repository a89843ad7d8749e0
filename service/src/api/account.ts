import { accountBalance, keyInfo } from '@specie/protocol/account.ts'
import { assets } from '@specie/protocol/assets.ts'
import { queryEvents } from '@specie/protocol/events.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { EventWatch } from '../institutions/events-watch.ts'
import { eventsOf } from '../institutions/events.ts'
import { keyDetails } from '../institutions/keys.ts'
import { balances } from '../ledger/balances.ts'
import type { Routes, Signed } from './serve.ts'

export function accountRoutes(routes: Routes, watch: EventWatch): void {
  routes.signed(accountBalance, balanceOfEachAsset)
  routes.signed(keyInfo, aboutTheKey)
  routes.signed(queryEvents, (env, by, ask, onGone) => eventsOf(env, watch, by.key.institutionId, ask, onGone))
}

/** One entry per supported asset; what was never touched is zero. */
const balanceOfEachAsset: Signed<typeof accountBalance> = async (env, by) => {
  const touched = await balances(env, by.key.institutionId)
  const entries = Object.values(assets).map(({ symbol: asset }) => {
    const { available, pending } = touched.get(asset) ?? { available: 0n, pending: 0n }
    return {
      asset,
      available: formatAmount({ asset, minor: available }),
      pending: formatAmount({ asset, minor: pending }),
    }
  })
  return { timestamp: env.clock.now().toISOString(), result: 'ok', balances: entries }
}

const aboutTheKey: Signed<typeof keyInfo> = async (env, by) => ({
  timestamp: env.clock.now().toISOString(),
  result: 'ok',
  ...(await keyDetails(env, by.key.id)),
  environment: env.config.environment,
  last_nonce: String(by.admission.highestNonce),
  rate_limit: { requests: 1, per_seconds: 1 },
  limits: [],
})
