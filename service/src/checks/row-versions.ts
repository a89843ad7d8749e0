import type { Sql } from '../base/database/db.ts'
import { hashWithout, liveRows } from '../base/audit/row-versions.ts'
import { rooms } from '../rooms.ts'

// Compares rows with the versions that the database recorded (row-versions.ts). Reports rows that were changed without the
// triggers, deleted, inserted without the triggers, or written by a role other than the service's.

type Shape = { id: number; skipped: string[] }

/** By another role, and without a mark; marks.ts checks the owner of a mark. */
const writtenByHand = (version: string) =>
  `(${version}role not in ('specie_app', 'migration') and ${version}mark is null)`

/** SQL that lists the differences of one table; `after`: only rows written by later transactions, null for all rows. */
export async function inconsistentRows(sql: Sql, table: string, after: bigint | null): Promise<string> {
  const versioning = rooms.tables[table]!
  const { mayBeDeleted = 'false', byOwner = false } = versioning
  const byHand = (version: string) => (byOwner ? 'false' : writtenByHand(version))
  const shapes = await shapesOf(sql, table)
  const hashes = shapes.map(({ id, skipped }) => `when ${id} then ${hashWithout('live.content', skipped)}`).join(' ')
  const since = after === null ? '' : `and committed > '${after}'::xid8`
  const versions = `select distinct on (id) id, shape, hash, role, mark from audit.version v where name = '${table}'`
  const last =
    after === null
      ? `${versions} order by id, seq desc`
      : `${versions} and id in (select id from audit.version where name = '${table}' ${since}) order by id, seq desc`
  const side = after === null ? 'full' : 'left'
  const isGone = `(live.id is null and noted.hash <> '' and not coalesce(${mayBeDeleted}, false))`
  return `
    select format('${table} %s %s', coalesce(noted.id, live.id), case
      when noted.id is null then 'was written past the service'
      when live.id is null then 'is gone'
      when ${byHand('noted.')} then 'was written manually'
      when noted.hash = '' then 'is there again past the service'
      else 'was changed past the service' end)
    from (${last}) noted ${side} join ${liveRows(table, versioning)} live on live.id = noted.id
    where noted.id is null or ${isGone} or ${byHand('noted.')}
      or live.id is not null and noted.hash is distinct from case noted.shape ${hashes || 'when 0 then null'} end
    union all
    select format('${table} %s was written manually', id) from audit.version
    where name = '${table}' and ${byHand('')} ${since}
    union all
    ${brokenChains(table, since)}`
}

/**
 * Each version begins with the end of the previous one, as far as both cover the same columns. A version with an empty
 * beginning is the first, follows a deletion, or is a migration's.
 */
const brokenChains = (table: string, since: string): string => `
    select format('${table} %s was changed past the service before %s', v.id, v.seq)
    from audit.version v
    cross join lateral (select shape, hash from audit.version p
      where p.name = v.name and p.id = v.id and p.seq < v.seq order by p.seq desc limit 1) before
    where v.name = '${table}' ${since.replace('committed', 'v.committed')} and v.mark is not null and v.role <> 'migration'
      and case when v.was is null then before.hash <> '' else before.hash = '' or before.shape = v.shape and before.hash <> v.was end`

/** The shapes of a table, each with the present columns that the shape does not hash. */
async function shapesOf(sql: Sql, table: string): Promise<Shape[]> {
  const [schema, name] = table.split('.')
  return sql.query<Shape>(
    `select shape.id, array(select column_name::text from information_schema.columns
         where table_schema = $1 and table_name = $2 and column_name <> all(shape.columns)) as skipped
     from audit.shape where name = $3`,
    [schema, name, table],
  )
}
