import { createHash } from 'node:crypto'
import type { VersionedTables } from '../../base/audit/row-versions.ts'
import type { Sql } from '../../base/database/db.ts'
import { otherObjects } from './others.ts'
import { ourObjects } from './ours.ts'
import { ourRights } from './rights.ts'
import { withoutItsOnlyTable } from './view-text.ts'

// The catalog of a database: every table, column, constraint, index, trigger, function, view and right of our schemas, as a
// name and a hash of its definition; and the name of every other object in the database.

/** `optional`: an operator may add such an object, for example an index for a slow query. */
export type CatalogObject = { readonly name: string; readonly hash: string; readonly optional: boolean }

type Row = { name: string; definition: string; optional: boolean; object: string | null }

export async function liveCatalog(
  sql: Sql,
  schemas: readonly string[],
  tables: VersionedTables,
): Promise<CatalogObject[]> {
  const shapes = await shapesInUse(sql, tables)
  const rows = await sql.query<Row>(`${ourObjects} union all ${ourRights} order by 1`, [schemas])
  const known = new Set(rows.map(({ object }) => object))
  const others = (await otherObjects(sql, schemas)).filter(({ object }) => !known.has(object))
  return [
    ...rows.map(({ name, definition, optional }) => ({
      name,
      hash: hashOf(comparable(name, definition, shapes)),
      optional,
    })),
    ...others.map(({ name }) => ({ name, hash: hashOf(''), optional: false })),
  ]
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

const comparable = (name: string, definition: string, shapes: Map<string, number>): string =>
  name.startsWith('view ') ? withoutItsOnlyTable(definition) : withoutShape(definition, shapes.get(name))

/** The number of a shape differs between databases; a number that is not that of the present columns stays in the text. */
const withoutShape = (definition: string, shape: number | undefined): string =>
  shape === undefined ? definition : definition.replaceAll(` ${shape} as shape,`, ' SHAPE as shape,')

/** The shape of the present columns of each versioned table, by the function that records its versions. */
async function shapesInUse(sql: Sql, tables: VersionedTables): Promise<Map<string, number>> {
  const shapes = await sql.query<{ name: string; id: number; columns: string[] }>(
    `select s.name, s.id, s.columns from audit.shape s
     where s.columns <@ (select array_agg(attname::text) from pg_attribute
       where attrelid = to_regclass(s.name) and attnum > 0 and not attisdropped)`,
  )
  const counts = await sql.query<{ name: string; columns: string[] }>(
    `select n.nspname || '.' || c.relname as name, array_agg(attname::text) as columns
     from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and attnum > 0 and not attisdropped and n.nspname || '.' || c.relname = any($1) group by 1`,
    [Object.keys(tables)],
  )
  const covered = new Map(
    counts.map(({ name, columns }) => {
      const { excluded = [] } = tables[name]!
      return [name, columns.filter((column) => !excluded.includes(column)).length]
    }),
  )
  const inUse = shapes.filter(({ name, columns }) => columns.length === covered.get(name))
  return new Map(inUse.map(({ name, id }) => [`function audit.note_${name.replace('.', '_')}()`, id]))
}
