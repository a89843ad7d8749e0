import type { Clock } from '../clock.ts'
import type { Seen } from './request.ts'

const perSecond = 50

/**
 * Whether a request is told in the log. Whoever is turned away costs us little, and so comes again at once: of them no more
 * than so many lines a second, and the next line says how many were left out. All others have their line.
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
