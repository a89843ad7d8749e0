import { assets } from '@specie/protocol/assets.ts'
import { formatAmount, formatMinor } from '@specie/protocol/money.ts'
import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import type { reservesHistoryCall } from '@specie/protocol/portal/public.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import type { CoinCode } from '../base/ports/chain.ts'
import { dailyBalances, lastDays } from '../ledger/explorer/daily.ts'
import { coinCodes, fiatOf } from '../ledger/coin.ts'

type History = PeopleResponse<typeof reservesHistoryCall>

const daysShown = 90

/** The circulation and its backing at the end of each day. Computed from the books, which have every day. */
export function reservesHistory({ db, clock }: Env): Promise<History> {
  const days = lastDays(clock.now(), daysShown)
  return db.tx(async (tx) => {
    const coins: History['coins'] = []
    for (const coin of coinCodes) coins.push(await historyOf(tx, coin, days))
    return { coins }
  }, 'repeatable read, read only')
}

async function historyOf(tx: Tx, asset: CoinCode, days: readonly string[]): Promise<History['coins'][number]> {
  const currency = fiatOf(asset)
  const reserve = await dailyBalances(tx, reserveKinds, currency, days)
  const supply = await dailyBalances(tx, ['supply/issued'], asset, days)
  const money = (minor: bigint) => formatAmount({ asset: currency, minor })
  return {
    asset,
    currency,
    days: days.map((day, n) => {
      const of = (name: string) => reserve.get(name)?.[n] ?? 0n
      const [circulating, owed] = [of('redemption_liability'), of('due_to_client')]
      return {
        day,
        circulating: money(circulating),
        chains: assets[asset].blockchains.map(({ blockchain }) => ({
          blockchain,
          supply: formatAmount({ asset, minor: supply.get(`issued:${blockchain}`)?.[n] ?? 0n }),
        })),
        cash: money(of('bank')),
        securities: money(of('securities')),
        owed_to_clients: money(owed),
        coverage: ratio(of('bank') + of('securities') - owed, circulating),
      }
    }),
  }
}

const reserveKinds = ['reserve/bank', 'reserve/securities', 'reserve/redemption_liability', 'reserve/due_to_client']

function ratio(available: bigint, owed: bigint): string | null {
  if (owed === 0n) return null
  return formatMinor(((available > 0n ? available : 0n) * 10_000n) / owed, 4)
}
