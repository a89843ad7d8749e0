import { accountBalance, keyInfo } from './account.ts'
import type { Endpoint } from './endpoint.ts'
import { getAssets, getStatus, getTime, getTradingPairs } from './public.ts'
import { getReserves, mintTokens, querySupplyChanges, redeemTokens } from './supply.ts'
import {
  cancelWithdrawal,
  depositAddress,
  queryDeposits,
  queryTransfers,
  queryWithdrawals,
  statement,
  withdraw,
  withdrawAddresses,
} from './transfers.ts'

/** Every endpoint under `/api/v1`, in the order of the documentation. */
export const endpoints: readonly Endpoint[] = [
  getAssets,
  getTradingPairs,
  getReserves,
  getStatus,
  getTime,
  accountBalance,
  keyInfo,
  depositAddress,
  queryDeposits,
  withdrawAddresses,
  withdraw,
  queryWithdrawals,
  cancelWithdrawal,
  queryTransfers,
  statement,
  mintTokens,
  redeemTokens,
  querySupplyChanges,
]
