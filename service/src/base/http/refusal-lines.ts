import type { Clock } from '../clock.ts'
import type { Seen } from './request.ts'

const perSecond = 50

/**
 * Whether a request is logged. Clients that are refused cost little and often retry at once, so their log lines are
 * limited per second, and the next line says how many were skipped. All other requests are logged.
 */
export function refusalLogLimit(clock: Pick<Clock, 'elapsed'>): (seen: Seen) => boolean {
  let second = 0
  let logged = 0
  let skipped = 0
  return (seen) => {
    if (seen.code !== 'rate_limited' && seen.code !== 'service_unavailable') return true
    const now = Math.floor(clock.elapsed() / 1000)
    if (now !== second) [second, logged] = [now, 0]
    logged += 1
    if (logged > perSecond) {
      skipped += 1
      return false
    }
    if (skipped > 0) seen.left_out = skipped
    skipped = 0
    return true
  }
}
