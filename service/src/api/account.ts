import { accountBalance, keyInfo } from '@specie/protocol/account.ts'
import { assets } from '@specie/protocol/assets.ts'
import { queryEvents } from '@specie/protocol/events.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { EventWatch } from '../institutions/events/watch.ts'
import { eventsOf } from '../institutions/events/events.ts'
import { keyDetails } from '../institutions/api-key.ts'
import { ownBalances } from '../institutions/own-balances.ts'
import { operationMaximum } from '../issuance/supply-change.ts'
import { coinCodes } from '../treasury/coin.ts'
import type { Routes, Signed, AdmittedInStatement } from './serve.ts'

export function accountRoutes(routes: Routes, watch: EventWatch): void {
  routes.admittedInStatement(accountBalance, balanceOfEachAsset)
  routes.signed(keyInfo, aboutTheKey)
  routes.waiting(queryEvents, (env, by, ask, onGone) => eventsOf(env, watch, by.key, ask, onGone))
}

const untouched = Object.values(assets).map(({ symbol: asset }) => ({ asset, available: '0', pending: '0' }))

/** One entry per supported asset; what was never touched is zero. */
const balanceOfEachAsset: AdmittedInStatement<typeof accountBalance> = async (env, { institutionId }, entry) => {
  const touched = await ownBalances(env, institutionId, entry)
  const entries = untouched.map((nothing) => {
    const { asset } = nothing
    const balance = touched.get(asset)
    if (!balance) return nothing
    const { available, pending } = balance
    return {
      asset,
      available: formatAmount({ asset, minor: available }),
      pending: formatAmount({ asset, minor: pending }),
    }
  })
  const answer = { timestamp: env.clock.now().toISOString(), result: 'ok' as const, balances: entries }
  return { answer, replayed: false }
}

const aboutTheKey: Signed<typeof keyInfo> = async (env, by) => ({
  timestamp: env.clock.now().toISOString(),
  result: 'ok',
  ...(await keyDetails(env, by.key.id)),
  environment: env.config.environment,
  last_nonce: String(by.admission.highestNonce),
  rate_limit: { requests: 1, per_seconds: 1 },
  limits: coinCodes.map((coin) => operationMaximum(env, coin)),
})
