import { useEffect } from 'react'
import type { Point } from '../../kit/chart.tsx'
import { type Ladder, midOf, type Pair } from './figures.ts'

/** Mid prices that this window has seen, by pair, since it was opened. The service keeps no history of prices. */
const seen = new Map<string, Point[]>()
/** An hour, at one a second. */
const most = 3_600

/** Notes what the ladder says now, and answers all that was noted of this pair, the oldest first. */
export function useSeenPrices(pair: Pair, ladder: Ladder | undefined): readonly Point[] {
  const mid = ladder && midOf(pair, ladder)
  const points = seen.get(pair.symbol) ?? []
  const at = ladder?.timestamp
  const fresh =
    mid != null && at !== undefined && points.at(-1)?.at !== at ? [...points, { at, value: Number(mid) }] : points
  useEffect(() => {
    seen.set(pair.symbol, fresh.slice(-most))
  })
  return fresh
}
