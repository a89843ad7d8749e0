import { type Span, spans } from '@specie/protocol/portal/price-spans.ts'
import type { Output } from '../../api/call.ts'
import type { Point } from './price-chart.tsx'

/** The mid prices of recorded bids and asks. */
export const pointsOf = (prices: Output<'priceHistory'>['prices']): Point[] =>
  prices.map(({ at, bid, ask }) => ({ at, value: (Number(bid) + Number(ask)) / 2 }))

/** The whole span up to now, even with few prices. */
export function rangeOf(span: Span, last: Point, now: number): { from: number; to: number } {
  const to = Math.max(Date.parse(last.at), now)
  return { from: to - spans[span].minutes * 60_000, to }
}

/** The interval between the prices of a span. */
export function stepText(span: Span): string {
  const minutes = spans[span].step
  if (minutes === 1) return 'a minute'
  return minutes < 60 ? `every ${minutes} minutes` : `every ${minutes / 60} hours`
}
