import { accountBalance, keyInfo } from '@specie/protocol/endpoints/account.ts'
import { bankAccounts, withdrawAddresses } from '@specie/protocol/endpoints/destinations.ts'
import type { Endpoint } from '@specie/protocol/endpoints/endpoint.ts'
import { queryEvents } from '@specie/protocol/endpoints/events.ts'
import { getAssets, getStatus, getTradingPairs } from '@specie/protocol/endpoints/public.ts'
import { addPaymentRail, queryPaymentRails, queryPayments } from '@specie/protocol/endpoints/rails.ts'
import {
  cancelMint,
  getReserves,
  mintTokens,
  querySupplyChanges,
  redeemTokens,
} from '@specie/protocol/endpoints/supply.ts'
import {
  addOrder,
  convert,
  getQuotes,
  queryConversions,
  queryOrders,
  queryTrades,
} from '@specie/protocol/endpoints/trading.ts'
import {
  cancelWithdrawal,
  depositAddress,
  queryDeposits,
  queryWithdrawals,
  statement,
  withdraw,
} from '@specie/protocol/endpoints/transfers.ts'

// The calls for a treasurer's assistant, and when to use each. The description continues with that of the call.

type Tool = { readonly endpoint: Endpoint; readonly when: string }

export const readTools: { readonly [name: string]: Tool } = {
  balances: { endpoint: accountBalance, when: 'How much do we have? Available and pending amounts of each asset.' },
  key: { endpoint: keyInfo, when: 'For which institution and environment do we act, and what is allowed?' },
  assets: { endpoint: getAssets, when: 'Which coins and currencies are there, on which chains, with which minimums?' },
  trading_pairs: { endpoint: getTradingPairs, when: 'What can be traded, and in which sizes?' },
  prices: { endpoint: getQuotes, when: 'What do coins cost now? Indicative prices.' },
  orders: { endpoint: queryOrders, when: 'Which orders did we place, and were they filled?' },
  trades: { endpoint: queryTrades, when: 'What did we trade, at which price?' },
  conversions: { endpoint: queryConversions, when: 'What did we convert?' },
  mints_and_redemptions: { endpoint: querySupplyChanges, when: 'Our mints and redemptions, with status and stage.' },
  deposit_details: { endpoint: depositAddress, when: 'Where do we send a deposit to?' },
  deposits: { endpoint: queryDeposits, when: 'Has our wire or our transfer arrived?' },
  withdrawals: { endpoint: queryWithdrawals, when: 'Was it paid out?' },
  wallets: { endpoint: withdrawAddresses, when: 'To which wallets may coins be sent?' },
  bank_accounts: { endpoint: bankAccounts, when: 'To which bank accounts may money be paid?' },
  payment_rails: {
    endpoint: queryPaymentRails,
    when: 'Which standing instructions do we have, and where is money sent to for them?',
  },
  payments: { endpoint: queryPayments, when: 'Where is a payment over a rail?' },
  statement: {
    endpoint: statement,
    when: 'What moved in a period, and what were the balances? For closing the books.',
  },
  events: { endpoint: queryEvents, when: 'What has changed since we last looked?' },
  reserves: { endpoint: getReserves, when: 'What backs the coins?' },
  service_status: { endpoint: getStatus, when: 'Does everything work, on every chain?' },
}

export const writeTools: { readonly [name: string]: Tool } = {
  place_order: { endpoint: addOrder, when: 'Buys or sells at a limit, completely or not at all.' },
  convert: { endpoint: convert, when: 'Converts one asset into another at once.' },
  mint: { endpoint: mintTokens, when: 'Issues coins for our money.' },
  cancel_mint: { endpoint: cancelMint, when: 'Cancels a mint that waits.' },
  redeem: { endpoint: redeemTokens, when: 'Redeems coins for money.' },
  withdraw: { endpoint: withdraw, when: 'Pays money or coins out.' },
  cancel_withdrawal: { endpoint: cancelWithdrawal, when: 'Cancels a withdrawal whose money has not left.' },
  add_payment_rail: { endpoint: addPaymentRail, when: 'Registers a standing instruction.' },
}
