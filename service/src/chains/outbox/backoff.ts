import type { SenderContext } from './transactions.ts'
import { perProcess } from '../../base/per-process.ts'

// What a chain does not take now is tried again after a while that doubles each time: a reserve that has to be filled, or
// fees that have to fall, take hours, and each try leaves traces. Measured in settlement time, so that UAT can pass it.

const firstMs = 1_000
const longestMs = 300_000

type Wait = { readonly until: number; readonly ms: number }

/** By chain, key, and asset or id of an operation. Whoever takes over a key tries at once. */
const waitsOf = perProcess(() => new Map<string, Wait>())

const prefixOf = ({ lease }: SenderContext): string => `${lease.chain} ${lease.key} `
const nowOf = ({ env }: SenderContext): number => env.clock.settlement().getTime()

/** The assets and operations that are not to be tried now. UAT's time can go back: no wait is longer than it was meant to be. */
export function backedOff(context: SenderContext): string[] {
  const [prefix, now] = [prefixOf(context), nowOf(context)]
  const known = waitsOf(context.env)
  const waits = [...known].filter(([key]) => key.startsWith(prefix))
  // An operation may have been canceled while it waited.
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
