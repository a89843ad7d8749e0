import { setTimeout as sleep } from 'node:timers/promises'
import { hashed, maxItems, type Stream } from '../base/audit/sealed-stream.ts'
import type { Env } from '../base/env.ts'

/** The stream of journals with their entries, for seals. */
export const journalStream: Stream = {
  name: 'journals',
  // An id is assigned before its transaction commits, so later ones may commit first: settledJournals waits for them.
  end: `select max(id)::numeric as end from (select id from ledger.journal where id > ($1::text)::bigint order by id limit ${maxItems}) next`,
  limit: settledJournals,
  items: `
    select j.id::numeric as place, 'ledger.journal ' || j.id || ' ' || j.key as item,
      ${hashed(`j.id, j.key, j.kind, extract(epoch from j.at), j.reverses, j.meta, (
        select jsonb_agg(jsonb_build_array(a.pool, a.name, a.owner, a.asset, e.version, e.amount, e.balance)
          order by a.pool, a.name, a.owner, a.asset, e.version)
        from ledger.entry e left join ledger.account a on a.id = e.account_id where e.journal_id = j.id)`)} as hash
    from ledger.journal j where j.id between ($1::text)::bigint and ($2::text)::bigint order by j.id`,
}

const maxTries = 40
const pauseMs = 50

/**
 * The last journal at this moment, once every transaction that was open then has ended. One of those may still commit a
 * journal with a smaller id. 0 when they take too long; the next run tries again.
 */
async function settledJournals({ db }: Env): Promise<bigint> {
  const [now] = await db.query<{ last: bigint | null; open: string }>(
    `select max(id) as last, pg_snapshot_xmax(pg_current_snapshot())::text as open from ledger.journal`,
  )
  for (let tries = 0; tries < maxTries; tries += 1) {
    const ended = await db.query(`select 1 where pg_snapshot_xmin(pg_current_snapshot()) >= ($1::text)::xid8`, [
      now!.open,
    ])
    if (ended.length > 0) return now!.last ?? 0n
    await sleep(pauseMs)
  }
  return 0n
}
