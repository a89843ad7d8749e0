import type { Sql } from '../base/database/db.ts'
import { hashOf, keyOf } from '../base/audit/row-versions.ts'
import { versionedTables } from './traces.ts'

// Compares rows with the versions that the database recorded (row-versions.ts). Reports rows that were changed without the
// triggers, deleted, inserted without the triggers, or written by a role other than the service's.

type Shape = { id: number; skipped: string[] }

/** SQL that lists the differences of one table; `after`: only rows written by later transactions, null for all rows. */
export async function inconsistentRows(sql: Sql, table: string, after: bigint | null): Promise<string> {
  const { key, mayBeDeleted = 'false' } = versionedTables[table]!
  const shapes = await shapesOf(sql, table)
  const hashes = shapes.map(({ id, skipped }) => `when ${id} then ${hashOf('live', skipped)}`).join(' ')
  const id = keyOf('live', key)
  const versions = `select distinct on (id) id, shape, hash, role from audit.version v where name = '${table}'`
  const last =
    after === null
      ? `${versions} order by id, seq desc`
      : `${versions} and id in (select id from audit.version where name = '${table}' and committed > '${after}'::xid8) order by id, seq desc`
  const side = after === null ? 'full' : 'left'
  // For a row value «is not null» is true only if every column has a value, and «is null» only if none has. Hence «not (is null)».
  return `
    select format('${table} %s %s', coalesce(noted.id, ${id}), case
      when noted.id is null then 'was written past the service'
      when live is null then 'is gone'
      when noted.role not in ('specie_app', 'migration') then 'was written by hand'
      else 'was changed past the service' end)
    from (${last}) noted ${side} join ${table} live on ${id} = noted.id
    where noted.id is null or live is null and not coalesce(${mayBeDeleted}, false) or noted.role not in ('specie_app', 'migration')
      or not (live is null) and noted.hash is distinct from case noted.shape ${hashes || 'when 0 then null'} end
    union all
    select format('${table} %s was written by hand', id) from audit.version
    where name = '${table}' and role not in ('specie_app', 'migration') ${after === null ? '' : `and committed > '${after}'::xid8`}`
}

/** The shapes of a table, each with those of its present columns that the shape does not hash. */
async function shapesOf(sql: Sql, table: string): Promise<Shape[]> {
  const [schema, name] = table.split('.')
  return sql.query<Shape>(
    `select shape.id, array(select column_name::text from information_schema.columns
         where table_schema = $1 and table_name = $2 and column_name <> all(shape.columns)) as skipped
     from audit.shape where name = $3`,
    [schema, name, table],
  )
}
