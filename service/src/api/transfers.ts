import { bankAccounts, withdrawAddresses } from '@specie/protocol/endpoints/destinations.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import {
  cancelWithdrawal as cancelEndpoint,
  depositAddress as depositAddressEndpoint,
  queryDeposits,
  queryTransfers,
  queryWithdrawals,
  statement,
  withdraw as withdrawEndpoint,
} from '@specie/protocol/endpoints/transfers.ts'
import { listAddresses } from '../destinations/address/list.ts'
import { listBankAccounts } from '../destinations/bank-account/list.ts'
import { depositAddress } from '../transfers/deposit/address.ts'
import { listDeposits } from '../transfers/deposit/list.ts'
import { camtDocuments, csvDocument } from '../transfers/statement/documents.ts'
import { listTransfers } from '../transfers/statement/list.ts'
import { type AssetStatement, requestedStatements } from '../transfers/statement/statement.ts'
import { cancelWithdrawal } from '../transfers/withdrawal/cancel.ts'
import { listWithdrawals } from '../transfers/withdrawal/list.ts'
import { withdraw } from '../transfers/withdrawal/request.ts'
import type { Read, Routes } from './serve.ts'

export function transferRoutes(routes: Routes): void {
  routes.read(depositAddressEndpoint, (env, by, request) => depositAddress(env, by.institutionId, request))
  routes.list(queryDeposits, listDeposits)
  routes.list(withdrawAddresses, listAddresses)
  routes.list(bankAccounts, listBankAccounts)
  routes.write(withdrawEndpoint, withdraw)
  routes.list(queryWithdrawals, listWithdrawals)
  routes.write(cancelEndpoint, cancelWithdrawal)
  routes.list(queryTransfers, listTransfers)
  routes.read(statement, statementOfAccount)
}

const statementOfAccount: Read<typeof statement> = async (env, by, { format, ...request }) => {
  const { period, statements } = await requestedStatements(env, by.institutionId, request)
  return {
    timestamp: env.clock.now().toISOString(),
    result: 'ok',
    format,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    statements: statements.map((one) => statementView(one, format === 'json')),
    documents:
      format === 'csv'
        ? [csvDocument(statements, period)]
        : format === 'camt053'
          ? await camtDocuments(env, by.institutionId, statements, period)
          : [],
  }
}

function statementView({ asset, opening, closing, movements }: AssetStatement, inFull: boolean) {
  const text = (minor: bigint) => formatAmount({ asset, minor })
  const rows = movements.map((one) => ({
    at: one.at.toISOString(),
    kind: one.kind,
    ref: one.ref,
    reftype: one.reftype,
    bankref: one.bankref,
    value_date: one.value_date,
    phrase: one.phrase,
    counterparty: one.counterparty,
    amount: text(one.amount),
    balance: text(one.balance),
  }))
  return { asset, opening: text(opening), closing: text(closing), movements: inFull ? rows : [] }
}
