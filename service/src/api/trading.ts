import {
  addOrder as addOrderEndpoint,
  convert as convertEndpoint,
  queryConversions,
  queryOrders,
  queryTrades,
  requestQuote as requestQuoteEndpoint,
} from '@specie/protocol/trading.ts'
import { addOrder } from '../trading/order/request.ts'
import { listConversions } from '../trading/conversion/list.ts'
import { convert } from '../trading/conversion/request.ts'
import { requestQuote } from '../trading/quote/request.ts'
import { listOrders, listTrades } from '../trading/order/list.ts'
import type { Routes } from './serve.ts'

export function tradingRoutes(routes: Routes): void {
  routes.admittedInStatement(addOrderEndpoint, (env, { institutionId }, entry, ask) =>
    addOrder(env, institutionId, ask, entry),
  )
  routes.list(queryOrders, listOrders)
  routes.list(queryTrades, listTrades)
  routes.write(requestQuoteEndpoint, (env, by, ask) => requestQuote(env, by.key.institutionId, ask))
  routes.write(convertEndpoint, (env, by, ask) => convert(env, by.key.institutionId, ask))
  routes.list(queryConversions, listConversions)
}
