import type { SenderContext } from './transactions.ts'
import { perProcess } from '../../base/per-process.ts'

// The sender retries a refused operation after a pause that doubles each time: filling a reserve or falling fees take hours,
// and each attempt leaves traces. Measured in settlement time, so that UAT can skip it.

const firstMs = 1_000
const longestMs = 300_000

type Wait = { readonly until: number; readonly ms: number }

/** By chain, key, and asset or id of an operation. A new holder of a key retries immediately. */
const waitsOf = perProcess(() => new Map<string, Wait>())

const prefixOf = ({ lease }: SenderContext): string => `${lease.chain} ${lease.key} `
const nowOf = ({ env }: SenderContext): number => env.clock.settlement().getTime()

/** Assets and operations that are still in their pause. UAT's time can be set back: no pause exceeds its original length. */
export function backedOff(context: SenderContext): string[] {
  const [prefix, now] = [prefixOf(context), nowOf(context)]
  const known = waitsOf(context.env)
  const waits = [...known].filter(([key]) => key.startsWith(prefix))
  // The operation may have been canceled during its pause.
  for (const [key, { until }] of waits) if (now - until > longestMs) known.delete(key)
  return waits.filter(([, { until, ms }]) => until > now && until - now <= ms).map(([key]) => key.slice(prefix.length))
}

/** `name`: an asset, or the id of an operation. */
export function backOff(context: SenderContext, name: string): void {
  const known = waitsOf(context.env)
  const key = prefixOf(context) + name
  const before = known.get(key)
  const ms = before === undefined ? firstMs : Math.min(longestMs, before.ms * 2)
  known.set(key, { until: nowOf(context) + ms, ms })
}

export function resetBackoff(context: SenderContext, names: readonly string[]): void {
  for (const name of names) waitsOf(context.env).delete(prefixOf(context) + name)
}
