import { accountBalance, keyInfo } from '@specie/protocol/endpoints/account.ts'
import { assets } from '@specie/protocol/assets.ts'
import { queryEvents } from '@specie/protocol/endpoints/events.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { EventWatch } from '../access/events/watch.ts'
import { eventsOf } from '../access/events/events.ts'
import { keyDetails } from '../access/api-key/list.ts'
import { ownBalances } from '../access/own-balances.ts'
import { operationMaximum } from '../issuance/supply-change.ts'
import { coinCodes } from '../ledger/coin.ts'
import type { AdmittedInStatement, OfKey, Routes, SignedRoutes } from './serve.ts'

export function accountRoutes(routes: Routes, watch: EventWatch): void {
  routes.admittedInStatement(accountBalance, balanceOfEachAsset)
  routes.waiting(queryEvents, (env, by, request, onClose) => eventsOf(env, watch, by, request, onClose))
}

export const keyRoute = (routes: SignedRoutes): void => routes.ofKey(keyInfo, infoOfKey)

const zeroBalances = Object.values(assets).map(({ symbol: asset }) => ({ asset, available: '0', pending: '0' }))

/** One entry per supported asset; assets without an account have zero. */
const balanceOfEachAsset: AdmittedInStatement<typeof accountBalance> = async (env, institutionId, admission) => {
  const balances = await ownBalances(env, institutionId, admission)
  const entries = zeroBalances.map((zero) => {
    const { asset } = zero
    const balance = balances.get(asset)
    if (!balance) return zero
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

const infoOfKey: OfKey<typeof keyInfo> = async (env, by) => ({
  timestamp: env.clock.now().toISOString(),
  result: 'ok',
  ...(await keyDetails(env, by.key.id)),
  environment: env.config.environment,
  last_nonce: String(by.admission.highestNonce),
  rate_limit: { requests: 1, per_seconds: 1 },
  limits: coinCodes.map((coin) => operationMaximum(env, coin)),
})
