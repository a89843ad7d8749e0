import {
  addOrder,
  convert as convertCall,
  queryConversions,
  queryOrders,
  queryTrades,
  requestQuote,
} from '@specie/protocol/endpoints/trading.ts'
import { sentence } from '@specie/protocol/text.ts'
import { docsOf } from '@specie/sdk/error.ts'
import { overApi } from './over-api.ts'
import { exitCodeOf } from './outcome.ts'
import { exchange, rowsOf, showAnswer } from './show-answers.ts'

const trade = { 'buy|sell': 'side', QUANTITY: 'orderqty', SYMBOL: 'symbol' } as const

export const order = overApi(addOrder, {
  words: trade,
  does: 'place a fill-or-kill limit order; exit code 1 when it is rejected',
  // Each order has a new id by default, so that it can be resent; name one to repeat the command.
  hidden: ['timestamp', 'ordtype', 'timeinforce', 'clordid'],
  more: { clordid: { value: 'ID', does: 'your own id of the order; a new one by default' } },
  request: (fields, { clordid }, env) => ({ ...fields, clordid: clordid ?? `cli-${env.newId()}` }),
  examples: ['buy 1000 VCHF/CHF --price 1.01', 'sell 500 VGBP/GBP --price 0.99 --dry-run'],
  show: ({ order, error, validated }, _given, { base }) =>
    error.code === null
      ? showAnswer<typeof order>((one) => `${one.ordstatus}: ${exchange(one)}.`)({ ...order, validated })
      : `${order.ordstatus}: ${error.code}: ${error.message}\n  clordid ${order.clordid}${order.ordid === '' ? '' : `, ordid ${order.ordid}`}   docs ${docsOf(base, error.code)}`,
  exitCode: ({ order }) => exitCodeOf({ status: order.ordstatus }),
})

export const orders = overApi(queryOrders, {
  does: 'list orders, newest first',
  examples: ['', '--symbol VCHF/CHF --ordstatus Rejected', '--clordid first-order --json'],
  show: rowsOf('orders', 'created_at', 'symbol', 'side', 'orderqty', 'price', 'ordstatus', 'avg_price', 'clordid'),
})

export const trades = overApi(queryTrades, {
  does: 'list trades, newest first',
  examples: ['', '--from 2026-11-01 --all'],
  show: rowsOf('trades', 'settled_at', 'symbol', 'side', 'qty', 'price', 'bought', 'sold', 'fee', 'status', 'clordid'),
})

export const quote = overApi(requestQuote, {
  words: trade,
  does: 'request a firm quote, valid for ten seconds; accept it with specie convert --quoteid',
  examples: ['buy 1000 VCHF/CHF'],
  show: showAnswer(({ quoteid, expires_at, ...one }) => `${exchange(one)}, until ${expires_at}: quote ${quoteid}.`),
})

export const convert = overApi(convertCall, {
  words: { '[QUANTITY]': 'quantity', '[FROM]': 'from_currency', '[TO]': 'to_currency' },
  does: 'accept a firm quote, or convert at the current price; exit code 1 when it is rejected',
  examples: ['1000 CHF VCHF --min-received 999', '--quoteid 01a1dd43-ac0c-7e54-8089-855b9399b74a'],
  show: showAnswer((one) => sentence(`${one.status}: ${one.reason ?? exchange(one)}`)),
  exitCode: exitCodeOf,
})

export const conversions = overApi(queryConversions, {
  does: 'list conversions, newest first',
  examples: ['', '--status rejected'],
  show: rowsOf(
    'conversions',
    'created_at',
    'symbol',
    'side',
    'bought',
    'bought_currency',
    'sold',
    'sold_currency',
    'status',
    'reason',
    'conversionid',
  ),
})
