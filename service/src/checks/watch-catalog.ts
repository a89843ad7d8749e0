import { audit, type AuditEvent } from '../base/audit/audit.ts'
import { searchEntries } from '../base/audit/search.ts'
import type { Env } from '../base/env.ts'
import type { Job } from '../base/jobs/runner.ts'
import { perProcess } from '../base/per-process.ts'
import { checkCatalog } from './check-catalog.ts'

// An attacker who replaces a function and restores it leaves no difference. So the catalog is compared every few minutes,
// and differences go into the audit chain, whose head is signed and shipped.

const everyMs = 600_000

/** When this process last compared the catalog, by its own clock. */
const lastSeen = perProcess(() => ({ at: -Infinity }))

export const watchCatalog: Job = {
  name: 'checks.catalog',
  everyMs,
  run: async (env) => {
    // Wall time, because a test may advance the other clock.
    const seen = lastSeen(env)
    if (env.clock.elapsed() - seen.at < everyMs / 2) return 0
    seen.at = env.clock.elapsed()
    await noteDifference(env, await compareCatalog(env))
    return 0
  },
}

/** Compares once, and reports a difference in the log and the metrics; returns it, empty without one. */
export async function compareCatalog(env: Env): Promise<string> {
  const { detail, note } = await checkCatalog(env.db, env.runtime.rooms.tables, env.config.traceKey)
  env.metrics.catalogChanged.set(detail === '' ? 0 : 1)
  if (note !== undefined) env.log.warn({ note }, 'the catalog of the database was not compared with the files')
  if (detail !== '')
    env.log.error(
      { difference: detail },
      'the database differs from the files of this version; it was changed manually. Find out who changed it, then restore it',
    )
  return detail
}

/** An entry for each new difference, and for the return to the expected state. */
async function noteDifference(env: Env, difference: string): Promise<void> {
  const latest = async (action: string) => (await searchEntries(env.db, { action, limit: 1 })).items[0]
  const [changed, restored] = [await latest('catalog.changed'), await latest('catalog.restored')]
  const isOpen = changed !== undefined && (restored === undefined || BigInt(restored.seq) < BigInt(changed.seq))
  const noted = isOpen ? (changed.detail[0]?.values[0] ?? '') : ''
  if (noted === difference) return
  const event: Pick<AuditEvent, 'action' | 'detail'> =
    difference === ''
      ? { action: 'catalog.restored', detail: {} }
      : { action: 'catalog.changed', detail: { difference } }
  await env.db.tx((tx) => audit(tx, { actor: 'service', subject: 'database', ...event }))
}
