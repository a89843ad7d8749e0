import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { VersionedTables } from '../../base/audit/row-versions.ts'
import type { Sql } from '../../base/database/db.ts'
import { liveCatalog, type CatalogObject } from './live.ts'

// Compares the catalog of the database with that of the files: service/sql/catalog.json holds the catalog of an empty
// database prepared by them (`npm run generate`). Replaced functions, disabled triggers and granted rights are listed here.

const file = new URL('../../../sql/catalog.json', import.meta.url)
const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}'
const expected = new Map(Object.entries(JSON.parse(text) as Record<string, string>))

/** Names the catalog of this version, as `specie migrate` records it (base.prepared). */
export const catalogHash = createHash('sha256').update(text).digest('hex')

const schemas = [...expected.keys()].flatMap((name) => (name.startsWith('schema ') ? [name.slice(7)] : []))

/** A sentence for each object that differs from the files. */
export async function catalogDifferences(sql: Sql, tables: VersionedTables): Promise<string[]> {
  const live = await liveCatalog(sql, schemas, tables)
  const found = new Map(live.map((object) => [object.name, object]))
  const missing = [...expected.keys()].filter((name) => !found.has(name)).map((name) => `${name} is missing`)
  return [...live.flatMap(differenceOf), ...missing]
}

function differenceOf({ name, hash, optional }: CatalogObject): string[] {
  const wanted = expected.get(name)
  if (wanted === undefined) return optional ? [] : [`${name} is not defined in the files`]
  return wanted === hash ? [] : [`${name} differs from the files`]
}

/** The content of the file, from a newly prepared database. */
export async function catalogText(sql: Sql, tables: VersionedTables): Promise<string> {
  const ours = await sql.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public') order by 1`,
  )
  const objects = await liveCatalog(
    sql,
    ours.map(({ name }) => name),
    tables,
  )
  return `${JSON.stringify(Object.fromEntries(objects.map(({ name, hash }) => [name, hash])), null, 1)}\n`
}
