import type { PendingFault } from '../pending-faults.ts'

/**
 * Faults of the provider that can be requested, and what they mean. A request is a call with an idempotency key: a conversion,
 * a collection, a settlement or a return.
 */
export const misbehaviours = {
  reject: 'the conversion, settlement or return is refused',
  error: 'the request is not accepted, and the answer is an error of ours',
  timeout_after_accept: 'the request is accepted, and the connection ends without an answer',
  fill_twice: 'the proceeds of a conversion or settlement are wired twice, under the same reference',
  settle_late: 'the proceeds of a conversion or settlement are wired `seconds` later than usual',
  pending: 'the collection, settlement or return is accepted, and executed `seconds` later',
  collection_rejected: 'the collection is not opened',
  arrive_twice: 'the arrival is reported twice, under two numbers',
  balances_short: 'the next answer about balances reports zero',
  statement_differs: 'the next statement with entries has a cent too much on the first one, and in its balance',
} as const

export type Misbehaviour = keyof typeof misbehaviours

export type PendingProviderFault = PendingFault<Misbehaviour>

export type TakeFault = (next: Misbehaviour) => PendingProviderFault | null

/** In settlement time, from the fill to the wire on the customer's account. */
export const settlementSeconds = 20 * 60
export const usualDelay = 4 * 3600
export const usualPending = 10 * 60
