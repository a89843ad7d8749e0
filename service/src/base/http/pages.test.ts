import { randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sql } from '../database/db.ts'
import { idFilter, page } from './pages.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await database.owner.query(
    `create table work.sample (id uuid primary key, owner text, kind text, created_at timestamptz not null);
     create index on work.sample (owner, created_at); grant select on work.sample to specie_app`,
  )
  await database.owner.query(
    `insert into work.sample select gen_random_uuid(), 'acme', case when n % 2 = 0 then 'even' else 'odd' end,
       timestamptz '2026-01-01' + n * interval '1 second' from generate_series(1, 20000) n`,
  )
  await database.owner.query('vacuum analyze work.sample')
})
afterAll(() => database.drop())

type PageRow = { id: string; kind: string; created_at: string }
type Filter = { id?: string; kind?: string; kinds?: string[] }

const listing = ({ id, kind, kinds }: Filter = {}) => ({
  select: 'select * from work.sample where owner = $1',
  values: ['acme'],
  filters: { ...idFilter('id', id), kind, 'kind = any($?)': kinds },
})
const rowsOf = (filter: Filter, limit?: number) => page<PageRow>(database.app, { limit }, listing(filter))

test('a page has the requested number of rows, and the next one continues after it', async () => {
  for (const limit of [1, 10, 11, 100, 499, 500]) {
    const first = await rowsOf({}, limit)
    expect(first.rows).toHaveLength(limit)
    const next = await page<PageRow>(database.app, { limit, cursor: first.next_cursor! }, listing())
    const [last, then] = [first.rows.at(-1)!.created_at, next.rows[0]!.created_at]
    expect(Date.parse(last) - Date.parse(then)).toBe(1_000)
  }
})

test('each given filter applies; a malformed id matches nothing', async () => {
  const [newest] = (await rowsOf({}, 1)).rows
  expect(newest!.kind).toBe('even')
  expect((await rowsOf({ id: newest!.id.toUpperCase() })).rows).toEqual([newest])
  expect((await rowsOf({ id: newest!.id, kind: 'odd' })).rows).toEqual([])
  for (const id of [randomUUID(), 'no id', '', '\0']) expect((await rowsOf({ id })).rows).toEqual([])
  expect((await rowsOf({ kinds: ['odd'] }, 3)).rows.map(({ kind }) => kind)).toEqual(['odd', 'odd', 'odd'])
})

test('a page reads no more rows of a long list than it shows', async () => {
  let plan: Record<string, string>[] = []
  const explained: Sql = {
    query: async (statement, values) => {
      const { text, values: own } = typeof statement === 'string' ? { text: statement, values } : statement
      plan = await database.app.query<Record<string, string>>(`explain ${text}`, own)
      return []
    },
  }
  await page(explained, { limit: 7 }, listing())
  expect(plan.map((row) => row['QUERY PLAN']!).join('\n')).toContain('Incremental Sort')
})
