import { type Wish, wishFor } from '../wishes.ts'

/**
 * What the provider can be told to do wrong next, and what that means. A request is one that carries an idempotency key:
 * a conversion, a collection, a settlement or a return.
 */
export const misbehaviours = {
  reject: 'the conversion, settlement or return is refused',
  error: 'the request is not taken, and the answer is an error of ours',
  timeout_after_accept: 'the request is taken, and the connection ends without an answer',
  fill_twice: 'the proceeds of a conversion or settlement are wired twice, under the same reference',
  settle_late: 'the proceeds of a conversion or settlement are wired `seconds` later than usual',
  pending: 'the collection, settlement or return is taken, and takes place `seconds` later',
  collection_rejected: 'the collection is not opened',
  arrive_twice: 'the arrival is told twice, under two numbers',
  balances_short: 'the next answer about balances says that nothing is there',
  statement_differs: 'the next statement with entries has a cent too much on the first one, and in its balance',
} as const

export type Misbehaviour = keyof typeof misbehaviours

export type Asked = Wish<Misbehaviour>

/** Takes a wish, if there is such a one. */
export type Take = (next: Misbehaviour) => Asked | null

/** What was taken is written into the event as `uses`: only then is it used up. */
export function taker({ asked }: { asked: readonly Asked[] }): { take: Take; uses: Misbehaviour[] } {
  const uses: Misbehaviour[] = []
  const take: Take = (next) => {
    const found = wishFor(asked, next)
    if (found) uses.push(next)
    return found
  }
  return { take, uses }
}

/** In settlement time, from the fill to the wire on the customer's account. */
export const settlementSeconds = 20 * 60
export const usualDelay = 4 * 3600
export const usualPending = 10 * 60
