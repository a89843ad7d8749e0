import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'

// The requirements of the service's queries in the database: the named relations; and the right to update the locked tables,
// which PostgreSQL requires for locking a row.

const source = fileURLToPath(new URL('../../../service/src/', import.meta.url))

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const quoted = /`[^`]*`|'[^'\n]*'/g
const locking = /\bfor (?:no key )?(?:update|share)\b(?: of (\w+(?:, \w+)*))?/
const table = /\b(?:from|join) (\w+\.\w+)(?: (?!left|join|where|using|on|order|for)(\w+))?/g

/** Without the text in parentheses: the tables of a subquery are not locked. */
function outermost(sql: string): string {
  const inner = sql.replaceAll(/\([^()]*\)/g, '')
  return inner === sql ? sql : outermost(inner)
}

/** The tables that this query locks. */
function locked(query: string): string[] {
  const sql = outermost(query.replaceAll(/\s+/g, ' '))
  const lock = locking.exec(sql)
  if (lock === null) return []
  const only = lock[1]?.split(', ')
  return [...sql.matchAll(table)]
    .filter(([, name, alias]) => only === undefined || only.includes(alias ?? name!.split('.')[1]!))
    .map(([, name]) => name!)
}

test('the tables that a query locks are found', () => {
  expect(locked('`select * from a.b where id = $1 for update`')).toEqual(['a.b'])
  expect(locked('`select x.* from a.b x join c.d using (id) for no key update of x skip locked`')).toEqual(['a.b'])
  expect(locked('`select (select 1 from c.d) from a.b for share`')).toEqual(['a.b'])
  expect(locked('`select * from a.b`')).toEqual([])
})

async function queries(): Promise<string[]> {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'))
  const texts = await Promise.all(files.map((file) => readFile(source + file, 'utf8')))
  return texts.flatMap((text) => [...text.matchAll(quoted)].map(([query]) => query))
}

test('every table and view in a query of the service exists', async () => {
  const schemas = await database.app.query<{ name: string }>('select nspname as name from pg_namespace')
  const named = new RegExp(
    `\\b(?:from|join|into|update)\\s+((?:${schemas.map(({ name }) => name).join('|')})\\.\\w+)\\b(?!\\()`,
    'g',
  )
  const relations = new Set((await queries()).flatMap((query) => [...query.matchAll(named)].map(([, name]) => name!)))
  expect(relations.size).toBeGreaterThan(100)
  const missing = await database.app.query<{ name: string }>(
    'select name from unnest($1::text[]) name where to_regclass(name) is null',
    [[...relations]],
  )
  expect(missing).toEqual([])
})

test('the service may update what its queries lock', async () => {
  const tables = new Set((await queries()).flatMap(locked))
  expect(tables.size).toBeGreaterThan(20)
  const refused = await database.app.query<{ name: string }>(
    `select name from unnest($1::text[]) name where not has_any_column_privilege(current_user, name, 'update')`,
    [[...tables]],
  )
  expect(refused).toEqual([])
})
