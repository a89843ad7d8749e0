import { addPaymentRail as addEndpoint, queryPaymentRails, queryPayments } from '@specie/protocol/endpoints/rails.ts'
import { addPaymentRail } from '../rails/rail/request.ts'
import { listPayments } from '../rails/payment/list.ts'
import { listRails } from '../rails/rail/list.ts'
import type { Routes } from './serve.ts'

export function railRoutes(routes: Routes): void {
  routes.write(addEndpoint, addPaymentRail)
  routes.list(queryPaymentRails, listRails)
  routes.list(queryPayments, listPayments)
}
