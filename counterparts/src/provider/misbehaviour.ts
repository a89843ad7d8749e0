import type { Wish } from '../wishes.ts'

/** What the provider can be told to do wrong with its next conversions, and what that means. */
export const misbehaviours = {
  reject: 'the conversion is refused',
  error: 'the conversion is not taken, and the answer is an error of ours',
  timeout_after_accept: 'the conversion is taken, and the connection ends without an answer',
  fill_twice: 'the proceeds are wired twice, under the same reference',
  settle_late: 'the proceeds are wired `seconds` later than usual',
} as const

export type Misbehaviour = keyof typeof misbehaviours

export type Asked = Wish<Misbehaviour>

/** In settlement time, from the fill to the wire on the customer's account. */
export const settlementSeconds = 20 * 60
export const usualDelay = 4 * 3600
