import type { Db } from '@specie/service/base/database/db.ts'
import { expect, vi } from 'vitest'

/**
 * Open transactions of other tests in this cluster delay readers and sealing of committed rows: waits until all current ones
 * have ended.
 */
export async function waitForOthers(db: Db): Promise<void> {
  const [mine] = await db.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
  const over = 'select from (select) now where pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8'
  await vi.waitFor(async () => expect(await db.query(over, [mine!.xid])).toHaveLength(1), { timeout: 30_000 })
}
