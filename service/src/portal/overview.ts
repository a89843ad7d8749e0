import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { accountBalance } from '@specie/protocol/endpoints/account.ts'
import { formatAmount, type Price, times } from '@specie/protocol/money.ts'
import { overviewCall } from '@specie/protocol/portal/overview.ts'
import { admitted } from '../access/admission/deferred-admission.ts'
import { countCooling } from '../destinations/address/cooling.ts'
import { gateInstitution } from '../access/gate.ts'
import { ownBalances } from '../access/own-balances.ts'
import { standingOfInstitution } from '../onboarding/standing.ts'
import { type BalanceAt, balancesAt } from '../ledger/balances.ts'
import { debtsOf } from '../ledger/debts.ts'
import { indicativePrices } from '../markets/rate/rates.ts'
import { countDecidable } from '../people/approval/list.ts'
import { latestMovements } from '../transfers/statement/latest.ts'
import type { Handler, PeopleRoutes } from '../web-api/routes.ts'
import { openItems } from './open-items.ts'
import { dayMs } from '../base/clock.ts'

export const overviewRoute = (routes: PeopleRoutes): void => routes.mount(overviewCall, overview)

const currency = 'CHF'
const shownDays = 30
const shownMovements = 10

const overview: Handler<typeof overviewCall> = async (env, session) => {
  const { db, clock } = env
  const institutionId = session.person.institutionId!
  gateInstitution(await standingOfInstitution(db, institutionId), accountBalance.needs)
  const at = clock.now()
  const ends = dayEnds(at)
  const priceOf = await indicativePrices(db, currency)
  const balances = await ownBalances(env, institutionId, admitted)
  const codes = (Object.keys(assets) as AssetCode[]).filter((asset) => balances.has(asset))
  const totals = codes.map((asset) => {
    const { available, pending } = balances.get(asset)!
    return { asset, available, pending, minor: available + pending }
  })
  const past = Map.groupBy(await balancesAt(db, institutionId, ends), ({ instant }) => instant.getTime())
  return {
    timestamp: at.toISOString(),
    currency,
    value: worthOf(totals, priceOf),
    balances: totals.map(({ asset, available, pending, minor }) => ({
      asset,
      available: formatAmount({ asset, minor: available }),
      pending: formatAmount({ asset, minor: pending }),
      value: worthOf([{ asset, minor }], priceOf),
    })),
    owed: await debtsOf(db, institutionId),
    days: ends.map((end) => ({
      day: dayBefore(end),
      value: worthOf((past.get(end.getTime()) ?? []).map(amountOf), priceOf),
    })),
    waiting: {
      requests: await countDecidable(env, session),
      cooling_addresses: await countCooling(db, institutionId),
    },
    under_way: await openItems(env, institutionId),
    movements: (await latestMovements(db, institutionId, shownMovements)).map(
      ({ at: moved, asset, amount, kind, phrase, ref, reftype }) => ({
        at: moved.toISOString(),
        kind,
        phrase,
        ref,
        reftype,
        asset,
        amount: formatAmount({ asset, minor: amount }),
      }),
    ),
  }
}

/** The first moments after each of the last thirty days, today included. */
function dayEnds(now: Date): Date[] {
  const tomorrow = Math.floor(now.getTime() / dayMs) * dayMs + dayMs
  return Array.from({ length: shownDays }, (_, n) => new Date(tomorrow - (shownDays - 1 - n) * dayMs))
}

const dayBefore = (end: Date): string => new Date(end.getTime() - dayMs).toISOString().slice(0, 10)

const amountOf = ({ asset, balance }: BalanceAt) => ({ asset, minor: balance })

/** Null if one of them has no price, because a partial sum would look like the total. */
function worthOf(
  amounts: readonly { asset: AssetCode; minor: bigint }[],
  priceOf: (asset: AssetCode) => Price | null,
): string | null {
  let minor = 0n
  for (const amount of amounts.filter((one) => one.minor !== 0n)) {
    const price = priceOf(amount.asset)
    if (price === null) return null
    minor += times(amount, price, 'half_even').minor
  }
  return formatAmount({ asset: currency, minor })
}
