import type { z } from 'zod'
import { accountBalance } from '../endpoints/account.ts'
import { bankAccounts, withdrawAddresses } from '../endpoints/destinations.ts'
import { productErrorsOf, type Scope, type SignedEndpoint } from '../endpoints/endpoint.ts'
import { queryEvents } from '../endpoints/events.ts'
import { addPaymentRail, queryPaymentRails, queryPayments } from '../endpoints/rails.ts'
import { cancelMint, mintTokens, querySupplyChanges, redeemTokens } from '../endpoints/supply.ts'
import { addOrder, convert, queryConversions, queryOrders, queryTrades, requestQuote } from '../endpoints/trading.ts'
import {
  cancelWithdrawal,
  depositAddress,
  queryDeposits,
  queryTransfers,
  queryWithdrawals,
  statement,
  withdraw,
} from '../endpoints/transfers.ts'
import type { ActName } from '../people/acts.ts'
import { peopleCall } from '../web-api/call.ts'

// A trader can do in the portal what a key can do by a signed call: the same fields, the same answer, the same product
// functions (ADR 55). Only the caller is identified differently: by a session and a role, not by a signature and a scope.

const actOf = {
  read: 'money.read',
  trade: 'money.trade',
  mint: 'money.supply',
  withdraw: 'money.withdraw',
  rails: 'money.rails',
} as const satisfies Record<Scope, ActName>

/** The types of its fields and its answer are kept. */
type Typed<Request, Response> = Omit<SignedEndpoint, 'request' | 'response'> & {
  readonly request: Request
  readonly response: Response
}

const call = <Request extends z.ZodObject, Response extends z.ZodObject>(
  endpoint: Typed<Request, Response>,
  method: 'GET' | 'POST',
  path: `/account/${string}`,
  act: ActName = actOf[endpoint.needs.scope],
) =>
  peopleCall({
    name: endpoint.name,
    where: 'portal',
    method,
    path,
    act,
    tag: endpoint.tag,
    summary: endpoint.summary,
    description: endpoint.description,
    request: endpoint.request,
    response: endpoint.response,
    errors: productErrorsOf(endpoint),
  })

/** By the name of the signed endpoint. keyInfo is absent: a person has no key, and sees all keys under /keys. */
export const moneyCalls = {
  accountBalance: call(accountBalance, 'GET', '/account/balances'),
  queryEvents: call(queryEvents, 'GET', '/account/events'),
  addOrder: call(addOrder, 'POST', '/account/orders'),
  queryOrders: call(queryOrders, 'GET', '/account/orders'),
  queryTrades: call(queryTrades, 'GET', '/account/trades'),
  requestQuote: call(requestQuote, 'POST', '/account/quotes'),
  convert: call(convert, 'POST', '/account/conversions'),
  queryConversions: call(queryConversions, 'GET', '/account/conversions'),
  depositAddress: call(depositAddress, 'GET', '/account/deposit-address'),
  queryDeposits: call(queryDeposits, 'GET', '/account/deposits'),
  withdrawAddresses: call(withdrawAddresses, 'GET', '/account/withdrawal-addresses'),
  bankAccounts: call(bankAccounts, 'GET', '/account/bank-accounts'),
  withdraw: call(withdraw, 'POST', '/account/withdrawals'),
  queryWithdrawals: call(queryWithdrawals, 'GET', '/account/withdrawals'),
  cancelWithdrawal: call(cancelWithdrawal, 'POST', '/account/withdrawals/cancel', 'money.cancel'),
  queryTransfers: call(queryTransfers, 'GET', '/account/transfers'),
  statement: call(statement, 'GET', '/account/statement'),
  mintTokens: call(mintTokens, 'POST', '/account/mints'),
  cancelMint: call(cancelMint, 'POST', '/account/mints/cancel', 'money.cancel'),
  redeemTokens: call(redeemTokens, 'POST', '/account/redemptions'),
  querySupplyChanges: call(querySupplyChanges, 'GET', '/account/supply-changes'),
  addPaymentRail: call(addPaymentRail, 'POST', '/account/rails'),
  queryPaymentRails: call(queryPaymentRails, 'GET', '/account/rails'),
  queryPayments: call(queryPayments, 'GET', '/account/payments'),
} as const
