import { accountBalance, keyInfo } from './account.ts'
import { bankAccounts, withdrawAddresses } from './destinations.ts'
import type { Endpoint } from './endpoint.ts'
import { queryEvents } from './events.ts'
import { getAssets, getStatus, getTime, getTradingPairs } from './public.ts'
import { addPaymentRail, queryPaymentRails, queryPayments } from './rails.ts'
import { cancelMint, getReserves, mintTokens, querySupplyChanges, redeemTokens } from './supply.ts'
import { addOrder, convert, getQuotes, queryConversions, queryOrders, queryTrades, requestQuote } from './trading.ts'
import {
  cancelWithdrawal,
  depositAddress,
  queryDeposits,
  queryTransfers,
  queryWithdrawals,
  statement,
  withdraw,
} from './transfers.ts'

/** Every endpoint under `/api/v1`, in the order of the documentation. */
export const endpoints: readonly Endpoint[] = [
  getAssets,
  getTradingPairs,
  getQuotes,
  getReserves,
  getStatus,
  getTime,
  accountBalance,
  keyInfo,
  addOrder,
  queryOrders,
  queryTrades,
  requestQuote,
  convert,
  queryConversions,
  queryEvents,
  depositAddress,
  queryDeposits,
  withdrawAddresses,
  bankAccounts,
  withdraw,
  queryWithdrawals,
  cancelWithdrawal,
  queryTransfers,
  statement,
  mintTokens,
  cancelMint,
  redeemTokens,
  querySupplyChanges,
  addPaymentRail,
  queryPaymentRails,
  queryPayments,
]
