import { useEffect, useState } from 'react'
import { useCall } from '../../api/use-call.ts'

/** Prices are asked for at this rate while the page is in sight. */
const everyMs = 1_000
/** How often a dry run asks again: the market moves on. */
export const marketMs = 5_000
/** Prices older than this are marked. */
export const staleMs = 5_000

export const useLadder = (symbol: string) => useCall('ladder', { symbol }, { refetchInterval: everyMs })

/** Milliseconds since a moment of this browser's clock, counted on. */
export function useAge(since: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, now - since)
}
