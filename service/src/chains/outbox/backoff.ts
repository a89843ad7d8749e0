import type { AssetCode } from '@specie/protocol/assets.ts'
import type { SenderContext } from './transactions.ts'

// What a chain does not take now is tried again after a while that doubles each time: a reserve that has to be filled, or
// fees that have to fall, take hours, and each try leaves traces. Measured in settlement time, so that UAT can pass it.

const firstMs = 1_000
const longestMs = 300_000

type Wait = { readonly until: number; readonly ms: number }

declare module '../../base/env.ts' {
  interface Runtime {
    /** By chain, key and asset. Whoever takes over a key tries at once. */
    readonly sendingBackoff: Map<string, Wait>
  }
}

const backoffKey = ({ lease }: SenderContext, asset: AssetCode): string => `${lease.chain} ${lease.key} ${asset}`
const nowOf = ({ env }: SenderContext): number => env.clock.settlement().getTime()

/** True while this asset is not to be tried. UAT's time can go back: no wait is longer than it was meant to be. */
export function isWaiting(context: SenderContext, asset: AssetCode): boolean {
  const wait = context.env.runtime.sendingBackoff.get(backoffKey(context, asset))
  const left = wait === undefined ? 0 : wait.until - nowOf(context)
  return wait !== undefined && left > 0 && left <= wait.ms
}

export function backOff(context: SenderContext, asset: AssetCode): void {
  const known = context.env.runtime.sendingBackoff
  const before = known.get(backoffKey(context, asset))
  const ms = before === undefined ? firstMs : Math.min(longestMs, before.ms * 2)
  known.set(backoffKey(context, asset), { until: nowOf(context) + ms, ms })
}

export function resetBackoff(context: SenderContext, asset: AssetCode): void {
  context.env.runtime.sendingBackoff.delete(backoffKey(context, asset))
}
