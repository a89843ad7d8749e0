import { sessionSql, markOf, type Marked, markVerifier } from '../base/database/trace-key.ts'
import type { Sql, Tx } from '../base/database/db.ts'
import type { VersionedTables } from '../base/audit/row-versions.ts'
import { type CheckRow, type Progress, row } from './rule.ts'
import { catalogDifferences, catalogHash } from './catalog/catalog.ts'

const what = 'tables, functions, triggers and rights are those of the files'

/**
 * V1: the catalog is that of the files of this version. While processes of two versions run side by side, the older one finds
 * a database that another version has lately prepared, and leaves the comparison to that one. Not for longer: whoever takes the
 * newest of these notes away must not end the comparison.
 */
export async function checkCatalog(
  sql: Sql,
  tables: VersionedTables,
  traceKey: Uint8Array | null,
  progress: Progress = () => {},
): Promise<CheckRow> {
  progress(what)
  const last = await lastPrepared(sql, traceKey)
  if (last === null || last.catalog === catalogHash) return row('V1', what, await catalogDifferences(sql, tables))
  const other = `another version prepared this database on ${last.at.toISOString()} (catalog ${last.catalog.slice(0, 12)}); run the check of that version`
  if (last.lately) return { ...row('V1', what, []), note: `not looked at: ${other}` }
  const differences = await catalogDifferences(sql, tables)
  return row('V1', what, differences.length === 0 ? [] : [other, ...differences])
}

type Prepared = Marked & { readonly id: bigint; readonly catalog: string; readonly at: Date; readonly lately: boolean }

/** Which version prepared this database last. Without a mark it counts only where no key is known: anybody could add it. */
async function lastPrepared(sql: Sql, traceKey: Uint8Array | null): Promise<Prepared | null> {
  const rows = await sql.query<Prepared>(
    `select id, catalog, at, at > now() - interval '1 day' as lately, session, mark from base.prepared order by id desc`,
  )
  const isMark = traceKey === null ? () => true : markVerifier(traceKey)
  return rows.find((one) => isMark(one, `prepared/${one.id}/${one.catalog}/${one.at.getTime()}`)) ?? null
}

/** SQL of the text under the mark of a note `p`. The time is in it: an old note does not become a new one. */
const noteText = `concat('prepared/', p.id, '/', p.catalog, '/', (extract(epoch from p.at) * 1000)::bigint)`

/** Notes that this version has prepared the database. */
export async function notePrepared(tx: Tx, at: Date, catalog = catalogHash): Promise<void> {
  await tx.query(
    `insert into base.prepared (id, catalog, at, session, mark) overriding system value
     select p.*, ${sessionSql}, ${markOf(noteText)}
     from (select nextval('base.prepared_id_seq') as id, $1::text as catalog, $2::timestamptz as at) p`,
    [catalog, at],
  )
}
