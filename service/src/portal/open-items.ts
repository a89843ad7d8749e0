import { formatAmount } from '@specie/protocol/money.ts'
import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import type { overviewCall } from '@specie/protocol/portal/overview.ts'
import type { Env } from '../base/env.ts'
import { listSupplyChanges } from '../issuance/history/list.ts'
import { pendingOf, type PendingSubject } from '../ledger/pending-of.ts'
import { listDeposits } from '../transfers/deposit/list.ts'
import { listWithdrawals } from '../transfers/withdrawal/list.ts'

type OpenItem = PeopleResponse<typeof overviewCall>['under_way'][number]

const limit = 500

type Found = Omit<OpenItem, 'pending'>

/** Unfinished items, newest first, each with its part of the pending balances. */
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
  const items = found.flat().toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
  const pending = await pendingOf(env.db, institutionId, items.flatMap(subjectsOf))
  return items.map((item) => ({
    ...item,
    pending: (pending.get(item.id) ?? []).map(({ asset, amount }) => ({
      asset,
      amount: formatAmount({ asset, minor: amount }),
    })),
  }))
}

/** A wire is a deposit with journals of its own, and a mint in another currency has those of its conversion. */
const subjectsOf = ({ kind, id }: Found): PendingSubject[] => journalPrefixes[kind].map((prefix) => ({ prefix, id }))

const journalPrefixes: { readonly [kind in OpenItem['kind']]: readonly string[] } = {
  mint: ['mint', 'conversion'],
  redemption: ['redemption'],
  withdrawal: ['withdrawal'],
  deposit: ['deposit', 'wire'],
}

async function supplyUnderWay(env: Env, institutionId: string, status: 'pending' | 'held'): Promise<Found[]> {
  const { supplychanges } = await listSupplyChanges(env, institutionId, { status, limit })
  return supplychanges.map((one) => ({
    ...common(one),
    kind: one.type === 'mint' ? 'mint' : 'redemption',
    id: one.requestid,
  }))
}

async function withdrawalsUnderWay(env: Env, institutionId: string, status: 'pending' | 'held'): Promise<Found[]> {
  const { withdrawals } = await listWithdrawals(env, institutionId, { status, limit })
  return withdrawals.map((one) => ({ ...common(one), kind: 'withdrawal', id: one.withdrawalid }))
}

async function depositsUnderWay(env: Env, institutionId: string, status: DepositStatus): Promise<Found[]> {
  const { deposits } = await listDeposits(env, institutionId, { status, limit })
  return deposits.map((one) => ({ ...common(one), kind: 'deposit', id: one.depositid }))
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
