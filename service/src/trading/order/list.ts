import { assets } from '@specie/protocol/assets.ts'
import { formatMinor } from '@specie/protocol/money.ts'
import { queryOrders, queryTrades } from '@specie/protocol/endpoints/trading.ts'
import { listOf } from '../../base/http/list.ts'
import { idFilter, type Listed } from '../../base/http/pages.ts'
import { averagePrice, errorObject, exchangeOf, orderObject, type OrderRow } from './row.ts'
import { pairOf } from '../market/pair.ts'

/** An order that waits for a venue is not listed. Its own call will return the answer. */
const endedOrders = `
  select id, clordid, symbol, side, qty, price, state, amount, fee, error, trade_id, created_at, updated_at
  from trading.client_order where institution_id = $1 and state <> 'received'`
type Order = Listed<Omit<OrderRow, 'fills'>>
type Trade = Order & { trade_id: string; status: 'settled' }

export const listOrders = listOf(queryOrders, {
  select: endedOrders,
  filters: ({ ordid, clordid, symbol, side, ordstatus }) => ({
    ...idFilter('id', ordid),
    clordid,
    symbol,
    side,
    state: ordstatus,
  }),
  show: (row: Order) => {
    const { base, priceDecimals } = pairOf(row.symbol)
    return {
      ...orderObject(row),
      symbol: row.symbol,
      side: row.side,
      ordtype: 'Limit' as const,
      timeinforce: 'FOK' as const,
      orderqty: formatMinor(row.qty, assets[base].decimals),
      price: formatMinor(row.price, priceDecimals),
      avg_price: row.state === 'Filled' ? averagePrice(row) : null,
      error: errorObject(row),
      created_at: row.created_at,
      updated_at: row.updated_at,
    }
  },
})

/** A filled order is its own trade (O1). */
export const listTrades = listOf(queryTrades, {
  select: `select ended.*, 'settled' as status from (${endedOrders}) ended where trade_id is not null`,
  filters: ({ ordid, tradeid, clordid, symbol, status }) => ({
    ...idFilter('id', ordid),
    ...idFilter('trade_id', tradeid),
    clordid,
    symbol,
    status,
  }),
  show: (row: Trade) => ({
    tradeid: row.trade_id,
    ordid: row.id,
    clordid: row.clordid,
    symbol: row.symbol,
    side: row.side,
    qty: formatMinor(row.qty, assets[pairOf(row.symbol).base].decimals),
    price: averagePrice(row),
    ...exchangeOf(row),
    status: row.status,
    settled_at: row.updated_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }),
})
