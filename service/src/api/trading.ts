import {
  addOrder as addOrderEndpoint,
  convert as convertEndpoint,
  queryConversions,
  queryOrders,
  queryTrades,
  requestQuote as requestQuoteEndpoint,
} from '@specie/protocol/endpoints/trading.ts'
import { addOrder } from '../trading/order/request.ts'
import { listConversions } from '../trading/conversion/list.ts'
import { convert } from '../trading/conversion/request.ts'
import { requestQuote } from '../trading/quote/request.ts'
import { listOrders, listTrades } from '../trading/order/list.ts'
import type { Routes } from './serve.ts'

export function tradingRoutes(routes: Routes): void {
  routes.admittedInStatement(addOrderEndpoint, (env, institutionId, admission, request) =>
    addOrder(env, institutionId, request, admission),
  )
  routes.list(queryOrders, listOrders)
  routes.list(queryTrades, listTrades)
  routes.write(requestQuoteEndpoint, (env, by, request) => requestQuote(env, by.institutionId, request))
  routes.write(convertEndpoint, (env, by, request) => convert(env, by.institutionId, request))
  routes.list(queryConversions, listConversions)
}
