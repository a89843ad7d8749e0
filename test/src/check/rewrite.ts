import { liveRows } from '@specie/service/base/audit/row-versions.ts'
import type { Db, Tx } from '@specie/service/base/database/db.ts'
import { checkMarks } from '@specie/service/checks/marks.ts'
import { inconsistentRows } from '@specie/service/checks/row-versions.ts'
import { rooms } from '@specie/service/rooms.ts'
import { traceKey } from '../trace-key.ts'
import { undone } from './corrupt.ts'
import { type Column, columnsOf, forgeries } from './mutations.ts'

// The strongest attack of the database owner: change a row, and write the version that the trigger would have written. Only the
// mark distinguishes it from the service's own.

export type Rewritten = { readonly table: string; readonly isPerfect: boolean; readonly isNoticed: boolean }

/** One row of every non-empty versioned table. */
export async function rewriteEach(owner: Db): Promise<Rewritten[]> {
  const rewritten: Rewritten[] = []
  await undone(owner, async (tx) => {
    await tx.query(
      `set local session_replication_role = replica; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'`,
    )
    const columns = Map.groupBy(await columnsOf(tx, Object.keys(rooms.tables)), ({ table }) => table)
    for (const [table, all] of columns) {
      await tx.query('savepoint forged')
      if (await rewrite(tx, table, all)) rewritten.push(await verdict(tx, table))
      await tx.query('rollback to savepoint forged; release savepoint forged')
    }
  })
  return rewritten
}

async function rewrite(tx: Tx, table: string, columns: readonly Column[]): Promise<boolean> {
  const { key, excluded = [] } = rooms.tables[table]!
  const free = columns.filter(({ name }) => ![...key, ...excluded].includes(name))
  const values = free.flatMap((column) => forgeries(column).map((value) => `"${column.name}" = ${value}`))
  for (const value of values) {
    await tx.query('savepoint tried')
    const rows = await tx
      .query(`update ${table} t set ${value} where ctid = (select max(ctid) from ${table}) returning 1`)
      .catch(() => [])
    const added = rows.length === 0 ? [] : await tx.query(ownVersion(table))
    if (added.length > 0) return true
    await tx.query('rollback to savepoint tried')
  }
  return false
}

/** For a row that no longer matches its last version. The mark is that of the previous version. */
const ownVersion = (table: string) => `
  insert into audit.version (name, id, shape, was, hash, role, session, mark)
  select '${table}', live.id, v.shape, v.hash, sha256(convert_to(live.content::text, 'UTF8')), v.role, v.session, v.mark
  from ${liveRows(table, rooms.tables[table]!)} live cross join lateral (
    select * from audit.version v where v.name = '${table}' and v.id = live.id order by seq desc limit 1) v
  where v.hash <> sha256(convert_to(live.content::text, 'UTF8')) returning 1`

async function verdict(tx: Tx, table: string): Promise<Rewritten> {
  const [now] = await tx.query<{ before: string }>('select (pg_current_xact_id()::text::numeric - 1)::text as before')
  const strays = await tx.query(await inconsistentRows(tx, table, null))
  const { detail } = await checkMarks(tx, traceKey, BigInt(now!.before))
  return { table, isPerfect: strays.length === 0, isNoticed: detail.includes(`${table} `) }
}
