import type { Env } from '../base/env.ts'
import { activeHold, type HoldReason } from './holds.ts'

export type HeldSince = { reason: HoldReason; since: Date }

/** What lies on those of these things that are held. */
export const holdsOf = (env: Env, rows: readonly { id: string; state: string }[]): Promise<Map<string, HeldSince>> =>
  activeHold(
    env.db,
    rows.filter(({ state }) => state === 'held').map(({ id }) => id),
  )

/** A hold as its institution sees it. The same words whatever the reason: nobody is tipped off. */
export const shownHold = (hold: HeldSince | undefined) =>
  hold ? { reason: hold.reason, since: hold.since.toISOString(), message: 'under review, contact support' } : null
