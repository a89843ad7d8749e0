import { assets } from '@specie/protocol/assets.ts'
import type { RequestOf, ResponseOf } from '@specie/protocol/endpoint.ts'
import { formatMinor } from '@specie/protocol/money.ts'
import type { queryOrders, queryTrades } from '@specie/protocol/trading.ts'
import type { Env } from '../../base/env.ts'
import { isUuid } from '../../base/ids.ts'
import { filtered, page } from '../../base/database/pages.ts'
import { averagePrice, errorObject, exchangeOf, orderObject, type OrderRow } from './row.ts'
import { pairOf } from '../market/pair.ts'

/** An order still waiting for a venue is not listed: the call that placed it will answer. */
const endedOrders = `select id, institution_id, clordid, symbol, side, qty, price, state, amount, fee, error, trade_id, created_at, updated_at
  from trading.client_order where institution_id = $1 and state <> 'received'`
type Listed = Omit<OrderRow, 'fills'>
type Trade = Listed & { trade_id: string }

/** Null without a filter; undefined for a malformed id, which matches nothing. */
const idOf = (text: string | undefined): string | null | undefined =>
  text === undefined ? null : isUuid(text) ? text : undefined

const emptyPage = { rows: [], next_cursor: null }

export async function listOrders(
  env: Env,
  institutionId: string,
  request: RequestOf<typeof queryOrders>,
): Promise<ResponseOf<typeof queryOrders>> {
  const id = idOf(request.ordid)
  const found =
    id === undefined
      ? emptyPage
      : await page<Listed>(env.db, request, {
          ...filtered(endedOrders, [institutionId], {
            clordid: request.clordid,
            id: id ?? undefined,
            symbol: request.symbol,
            side: request.side,
            state: request.ordstatus,
          }),
          id: 'uuid',
          name: 'trading.orders',
        })
  return {
    timestamp: env.clock.now().toISOString(),
    result: 'ok',
    next_cursor: found.next_cursor,
    orders: found.rows.map(orderRow),
  }
}

function orderRow(row: Listed) {
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
    error: errorObject(row.error),
    ...timestamps(row),
  }
}

const timestamps = ({ created_at, updated_at }: Listed) => ({
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

/** A filled order is its own trade (O1). */
export async function listTrades(
  env: Env,
  institutionId: string,
  request: RequestOf<typeof queryTrades>,
): Promise<ResponseOf<typeof queryTrades>> {
  const [id, trade] = [idOf(request.ordid), idOf(request.tradeid)]
  const found =
    id === undefined || trade === undefined || request.status === 'reversed'
      ? emptyPage
      : await page<Trade>(env.db, request, {
          ...filtered(`${endedOrders} and trade_id is not null`, [institutionId], {
            clordid: request.clordid,
            id: id ?? undefined,
            symbol: request.symbol,
            trade_id: trade ?? undefined,
          }),
          id: 'uuid',
          name: 'trading.trades',
        })
  return {
    timestamp: env.clock.now().toISOString(),
    result: 'ok',
    next_cursor: found.next_cursor,
    trades: found.rows.map(tradeRow),
  }
}

function tradeRow(row: Trade) {
  return {
    tradeid: row.trade_id,
    ordid: row.id,
    clordid: row.clordid,
    symbol: row.symbol,
    side: row.side,
    qty: formatMinor(row.qty, assets[pairOf(row.symbol).base].decimals),
    price: averagePrice(row),
    ...exchangeOf(row),
    status: 'settled' as const,
    settled_at: row.updated_at.toISOString(),
    ...timestamps(row),
  }
}
