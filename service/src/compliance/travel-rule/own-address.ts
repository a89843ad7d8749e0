import type { Env } from '../../base/env.ts'
import { perProcess } from '../../base/per-process.ts'

// Where other providers reach us. In UAT that is where this process listens.

const listening = perProcess(() => ({ origin: null as string | null }))

/** In UAT, once the process listens. */
export function listensAt(env: Env, origin: string): void {
  listening(env).origin = origin
}

/** Without a slash at the end; null if it is not known. */
export function ownAddress(env: Env): string | null {
  const { travelRuleUrl, environment } = env.config
  if (travelRuleUrl !== null) return travelRuleUrl.replace(/\/$/, '')
  return environment === 'uat' ? listening(env).origin : null
}

export const travelRulePath = '/travel-rule/v1'
