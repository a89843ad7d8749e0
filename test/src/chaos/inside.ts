import { accountBalance } from '@specie/protocol/endpoints/account.ts'
import { queryPaymentRails, queryPayments } from '@specie/protocol/endpoints/rails.ts'
import { querySupplyChanges } from '@specie/protocol/endpoints/supply.ts'
import { queryConversions, queryOrders } from '@specie/protocol/endpoints/trading.ts'
import { queryDeposits, queryWithdrawals, statement } from '@specie/protocol/endpoints/transfers.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Env } from '@specie/service/base/env.ts'
import { admitted } from '@specie/service/access/admission/deferred-admission.ts'
import { ownBalances } from '@specie/service/access/own-balances.ts'
import { listSupplyChanges } from '@specie/service/issuance/history/list.ts'
import { listPayments } from '@specie/service/rails/payment/list.ts'
import { listRails } from '@specie/service/rails/rail/list.ts'
import { listConversions } from '@specie/service/trading/conversion/list.ts'
import { listOrders } from '@specie/service/trading/order/list.ts'
import { listDeposits } from '@specie/service/transfers/deposit/list.ts'
import { requestedStatements } from '@specie/service/transfers/statement/statement.ts'
import { listWithdrawals } from '@specie/service/transfers/withdrawal/list.ts'

// A stopped institution's own data: its calls are refused, so its lists are read past the gate.

type Read = (env: Env, institutionId: string, fields: Record<string, string>) => Promise<any>

const reads: Readonly<Record<string, Read>> = {
  queryDeposits: (env, id, fields) => listDeposits(env, id, queryDeposits.request.parse(fields)),
  querySupplyChanges: (env, id, fields) => listSupplyChanges(env, id, querySupplyChanges.request.parse(fields)),
  queryWithdrawals: (env, id, fields) => listWithdrawals(env, id, queryWithdrawals.request.parse(fields)),
  queryPaymentRails: (env, id, fields) => listRails(env, id, queryPaymentRails.request.parse(fields)),
  queryPayments: (env, id, fields) => listPayments(env, id, queryPayments.request.parse(fields)),
  queryOrders: (env, id, fields) => listOrders(env, id, queryOrders.request.parse(fields)),
  queryConversions: (env, id, fields) => listConversions(env, id, queryConversions.request.parse(fields)),
  [statement.name]: async (env, id, fields) => {
    const { statements } = await requestedStatements(env, id, statement.request.parse(fields))
    return {
      statements: statements.map(({ asset, movements }) => ({
        asset,
        movements: movements.map(({ ref, kind, amount }) => ({ ref, kind, amount: text(asset, amount) })),
      })),
    }
  },
  [accountBalance.name]: async (env, id) => {
    const balances = await ownBalances(env, id, admitted)
    return {
      balances: [...balances].map(([asset, { available, pending }]) => ({
        asset,
        available: text(asset, available),
        pending: text(asset, pending),
      })),
    }
  },
}

const text = (asset: AssetCode, minor: bigint): string => formatAmount({ asset, minor })

export function readInside(env: Env, institutionId: string, name: string, fields: Record<string, string>) {
  const read = reads[name]
  if (!read) throw new Error(`${name} cannot be read past the gate`)
  return read(env, institutionId, fields)
}
