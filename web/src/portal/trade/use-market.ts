import { useEffect, useState } from 'react'
import { useCall } from '../../api/use-call.ts'

/** The rate of price updates while the page is visible. */
const everyMs = 1_000
/** The rate of dry runs, because the market moves. */
export const marketMs = 5_000
/** Prices older than this are marked. */
export const staleMs = 5_000

export const useLadder = (symbol: string) => useCall('ladder', { symbol }, { refetchInterval: everyMs })

/** The milliseconds since a time of this browser's clock. */
export function useAge(since: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, now - since)
}
