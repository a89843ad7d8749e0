import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import { payoutsCall, treasuryCall } from '@specie/protocol/console/treasury.ts'
import { type ListedPayout, listPayouts, openSweeps } from '../../banking/payout/list.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { CoinCode } from '../../base/ports/chain.ts'
import { institutionNames } from '../../directory/institutions.ts'
import { reservesOf } from '../../issuance/reserves.ts'
import { clientLots } from '../../ledger/explorer/client-lots.ts'
import { listAccounts } from '../../ledger/explorer/accounts.ts'
import { house } from '../../ledger/house.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'
import { lastHour } from '../../trading/market/last-hour.ts'
import { pairOf } from '../../trading/market/pair.ts'
import { backingOf, surplusOf } from '../../treasury/coverage.ts'

type Treasury = PeopleResponse<typeof treasuryCall>
type PayoutView = PeopleResponse<typeof payoutsCall>['items'][number]

export function treasuryRoutes(routes: PeopleRoutes): void {
  routes.mount(treasuryCall, async (env) => {
    const [coins, sweeps, lots, exposure, gas] = await Promise.all([
      coinsOf(env),
      openSweeps(env.db),
      clientLots(env.db, house),
      exposureOf(env),
      listAccounts(env.db, { kind: 'house/gas', limit: 500 }),
    ])
    return {
      as_of: env.clock.now().toISOString(),
      coins,
      sweeps: await payoutViews(env.db, sweeps),
      inventory: Array.from(lots, ([asset, { available, pending, held }]) => ({
        asset,
        available: text(asset, available),
        pending: text(asset, pending),
        held: text(asset, held),
      })),
      exposure,
      gas: gas.rows.map(({ owner, asset, balance }) => ({
        blockchain: owner as ChainCode,
        asset,
        amount: text(asset, balance),
      })),
    }
  })
  routes.mount(payoutsCall, async (env, _session, request) => {
    const { rows, next_cursor } = await listPayouts(env.db, request)
    return { items: await payoutViews(env.db, rows), next_cursor }
  })
}

const text = (asset: AssetCode, minor: bigint): string => formatAmount({ asset, minor })

/** The public reserves, with the amounts that can still be issued. */
async function coinsOf(env: Env): Promise<Treasury['coins']> {
  const { assets } = await reservesOf(env)
  return Promise.all(
    assets.map(async (coin) => {
      const code = coin.asset as CoinCode
      return { ...coin, surplus: text(code, surplusOf(await backingOf(env.db, code))) }
    }),
  )
}

async function exposureOf(env: Env): Promise<Treasury['exposure']> {
  return Array.from(await lastHour(env), ([symbol, { filled, desk }]) => {
    const [{ base, quote }, limits] = [pairOf(symbol), env.runtime.limits.pairs.get(symbol)]
    const amount = (asset: AssetCode, minor: bigint) => ({ asset, amount: text(asset, minor) })
    return {
      symbol,
      filled: amount(base, filled),
      base: amount(base, desk?.base ?? 0n),
      quote: amount(quote, desk?.quote ?? 0n),
      limit: limits ? amount(base, limits.exposure) : null,
    }
  })
}

async function payoutViews(sql: Sql, rows: readonly ListedPayout[]): Promise<PayoutView[]> {
  const names = await institutionNames(
    sql,
    rows.flatMap(({ institution_id }) => institution_id ?? []),
  )
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    institution:
      row.institution_id === null ? null : { id: row.institution_id, name: names.get(row.institution_id) ?? '' },
    from: row.purpose,
    currency: row.currency,
    amount: text(row.currency, row.amount),
    creditor: { name: row.creditor_name, account: row.creditor_account },
    state: row.state,
    reason: row.reason,
    end_to_end_id: row.end_to_end_id,
    bankref: row.debited,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }))
}
