import { setTimeout as sleep } from 'node:timers/promises'
import { BadSetting } from '../config.ts'
import { isSqlState, type Sql } from './db.ts'
import type { SeenServers } from './seen-servers.ts'

/**
 * Throws when the database has moved to another cluster, or to an earlier timeline, and `former` does not confirm it.
 */
export async function recordServer(sql: Sql, former: string | null): Promise<void> {
  try {
    await sql.query('select base.record_server($1)', [former])
  } catch (error) {
    if (!isSqlState(error, '55000')) throw error
    const { message, detail } = error as Error & { detail: string }
    throw new BadSetting(
      `The server has changed: ${message}. If DATABASE_URL is wrong, correct it. If the database was restored, upgraded or moved ` +
        `on purpose, and nothing writes to the former one any more, run specie migrate --former-server ${detail} ` +
        '(docs/operations.md, «Servers»).',
    )
  }
}

const pauseMs = 1_000

/** Records each promotion that this process sees, so that standbys and later starts know of it. */
export function recordPromotions(sql: Sql, seen: SeenServers, onError: (error: Error) => void): { stop(): void } {
  const ending = new AbortController()
  let isDue = false
  seen.onPromotion(async () => {
    if (isDue) return
    isDue = true
    while (isDue && !ending.signal.aborted) {
      await recordServer(sql, null).then(() => (isDue = false), onError)
      if (isDue) await sleep(pauseMs, null, { signal: ending.signal }).catch(() => {})
    }
  })
  return { stop: () => ending.abort() }
}
