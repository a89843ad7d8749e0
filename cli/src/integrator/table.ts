import type { Command } from '../command.ts'
import { balance, events, key } from './account.ts'
import { call } from './call.ts'
import { payments, rail, rails } from './rails.ts'
import { assets, pairs, quotes, reserves, status } from './reference.ts'
import { statement } from './statement.ts'
import { cancelMint, mint, redeem, supply } from './supply.ts'
import { conversions, convert, order, orders, quote, trades } from './trading.ts'
import {
  addresses,
  bankAccounts,
  cancelWithdrawal,
  deposit,
  deposits,
  transfers,
  withdraw,
  withdrawals,
} from './transfers.ts'

/** Commands of an institution. Each is a call of the API, made with the key of a profile. */
export const integratorCommands: { readonly [name: string]: Command } = {
  balance,
  assets,
  pairs,
  quotes,
  order,
  orders,
  trades,
  quote,
  convert,
  conversions,
  mint,
  'cancel-mint': cancelMint,
  redeem,
  supply,
  rail,
  rails,
  payments,
  addresses,
  'bank-accounts': bankAccounts,
  deposit,
  deposits,
  withdraw,
  withdrawals,
  'cancel-withdrawal': cancelWithdrawal,
  transfers,
  statement,
  events,
  reserves,
  status,
  key,
  call,
}
