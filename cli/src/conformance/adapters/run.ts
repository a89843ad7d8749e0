import type { Platform } from '../caller.ts'
import { outcomeOf, type Result } from '../check.ts'
import { thisPlatform } from '../platform.ts'
import type { AdapterCheck } from './adapter-check.ts'
import { bankChecks } from './bank.ts'
import { type Access, createPeer } from './peer.ts'
import { providerChecks } from './provider.ts'
import { venueChecks } from './venue.ts'

// Checks whether a bank, a provider or a venue, or the adapter in front of one, speaks the protocol that the service expects.

export const adapterKinds = ['bank', 'provider', 'venue'] as const
export type AdapterKind = (typeof adapterKinds)[number]

const checks: { readonly [kind in AdapterKind]: readonly AdapterCheck[] } = {
  bank: bankChecks,
  provider: providerChecks,
  venue: venueChecks,
}

export type AdapterOptions = Access & {
  /** The same address as in BANK_URL, PROVIDER_URL or LIQUIDITY. */
  readonly base: string
  /** Called with every result. */
  readonly report?: ((result: Result) => void) | undefined
  readonly platform?: Platform | undefined
}

export async function runAdapterConformance(kind: AdapterKind, options: AdapterOptions): Promise<Result[]> {
  const peer = createPeer(options.platform ?? thisPlatform, options.base, options)
  const results: Result[] = []
  for (const { name, rule, run } of checks[kind]) {
    const result: Result = { area: kind, name, rule, ...(await outcomeOf(() => run(peer))) }
    options.report?.(result)
    results.push(result)
  }
  return results
}
