import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import type { overviewCall } from '@specie/protocol/portal/overview.ts'
import type { Env } from '../base/env.ts'
import { listSupplyChanges } from '../issuance/history/list.ts'
import { listDeposits } from '../transfers/deposit/list.ts'
import { listWithdrawals } from '../transfers/withdrawal/list.ts'

type OpenItem = PeopleResponse<typeof overviewCall>['under_way'][number]

const limit = 500

/** Unfinished items with money of the institution in `pending`, newest first. */
export async function openItems(env: Env, institutionId: string): Promise<OpenItem[]> {
  const found = await Promise.all([
    ...(['pending', 'held'] as const).flatMap((status) => [
      supplyUnderWay(env, institutionId, status),
      withdrawalsUnderWay(env, institutionId, status),
    ]),
    // A deposit on a chain is shown as pending only when it is final, so `seen` and `confirming` are left out.
    ...(['pending', 'screening', 'below_minimum', 'held'] as const).map((status) =>
      depositsUnderWay(env, institutionId, status),
    ),
  ])
  return found.flat().toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
}

async function supplyUnderWay(env: Env, institutionId: string, status: 'pending' | 'held'): Promise<OpenItem[]> {
  const { supplychanges } = await listSupplyChanges(env, institutionId, { status, limit })
  return supplychanges.map((one) => ({
    ...common(one),
    kind: one.type === 'mint' ? 'mint' : 'redemption',
    id: one.requestid,
    pending_in: supplyPendingIn(one),
  }))
}

type SupplyChange = Awaited<ReturnType<typeof listSupplyChanges>>['supplychanges'][number]

/** The money of a mint until its coins are final, then the coins; the coins of a redemption until they are burned. */
function supplyPendingIn({ type, stage, asset, estimated, spent_currency, fee_currency }: SupplyChange) {
  if (type === 'redeem') return stage === 'paying' || stage === 'returned' ? [] : [asset]
  const paid = estimated ? spent_currency : fee_currency
  return stage === 'confirming' ? [paid, asset] : [paid]
}

async function withdrawalsUnderWay(env: Env, institutionId: string, status: 'pending' | 'held'): Promise<OpenItem[]> {
  const { withdrawals } = await listWithdrawals(env, institutionId, { status, limit })
  return withdrawals.map((one) => ({
    ...common(one),
    kind: 'withdrawal',
    id: one.withdrawalid,
    pending_in: one.stage === 'sending' || one.stage === 'confirming' ? [] : [one.asset],
  }))
}

async function depositsUnderWay(env: Env, institutionId: string, status: DepositStatus): Promise<OpenItem[]> {
  const { deposits } = await listDeposits(env, institutionId, { status, limit })
  return deposits.map((one) => ({ ...common(one), kind: 'deposit', id: one.depositid, pending_in: [one.asset] }))
}

type DepositStatus = 'pending' | 'screening' | 'below_minimum' | 'held'

type Common = Pick<OpenItem, 'asset' | 'quantity' | 'status' | 'hold' | 'created_at'>

const common = ({ asset, quantity, status, hold, created_at }: Common): Common => ({
  asset,
  quantity,
  status,
  hold,
  created_at,
})
