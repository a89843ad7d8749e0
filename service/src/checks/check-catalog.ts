import { sessionSql, markOf, type Marked, markVerifier } from '../base/database/trace-key.ts'
import type { Sql, Tx } from '../base/database/db.ts'
import type { VersionedTables } from '../base/audit/row-versions.ts'
import { type CheckRow, type Progress, row } from './rule.ts'
import { catalogDifferences, catalogHash } from './catalog/catalog.ts'

const what = 'tables, functions, triggers and rights equal the files'

/**
 * V1: the catalog is that of this version's files. While processes of two versions run in parallel, the older one finds a
 * database recently prepared by another version, and leaves the comparison to that one. This is limited in time, so that
 * deleting the newest note cannot end the comparison.
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
  if (last.recent) return { ...row('V1', what, []), note: `not looked at: ${other}` }
  const differences = await catalogDifferences(sql, tables)
  return row('V1', what, differences.length === 0 ? [] : [other, ...differences])
}

type Prepared = Marked & { readonly id: bigint; readonly catalog: string; readonly at: Date; readonly recent: boolean }

/**
 * The version that last prepared this database. A note without a mark counts only without a known key, because anyone could
 * write it.
 */
async function lastPrepared(sql: Sql, traceKey: Uint8Array | null): Promise<Prepared | null> {
  const rows = await sql.query<Prepared>(
    `select id, catalog, at, at > now() - interval '1 day' as recent, session, mark from base.prepared order by id desc`,
  )
  const isMark = traceKey === null ? () => true : markVerifier(traceKey)
  return rows.find((one) => isMark(one, `prepared/${one.id}/${one.catalog}/${one.at.getTime()}`)) ?? null
}

/** SQL of the text under the mark of a note `p`. It includes the time, so that an old note cannot become a new one. */
const noteText = `concat('prepared/', p.id, '/', p.catalog, '/', (extract(epoch from p.at) * 1000)::bigint)`

/** Notes of this version's preparations of the database. */
export async function notePrepared(tx: Tx, at: Date, catalog = catalogHash): Promise<void> {
  await tx.query(
    `insert into base.prepared (id, catalog, at, session, mark) overriding system value
     select p.*, ${sessionSql}, ${markOf(noteText)}
     from (select nextval('base.prepared_id_seq') as id, $1::text as catalog, $2::timestamptz as at) p`,
    [catalog, at],
  )
}
