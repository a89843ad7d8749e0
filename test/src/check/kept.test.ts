import { rooms } from '@specie/service/rooms.ts'
import { inconsistentRows } from '@specie/service/checks/row-versions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const strays = async (table: string, after: bigint | null = null) =>
  (await database.app.query<{ format: string }>(await inconsistentRows(database.app, table, after))).map(
    (row) => row.format,
  )

test('the key of a kept table is its primary key', async () => {
  const rows = await database.owner.query<{ name: string; key: string[] }>(
    `select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by array_position(i.indkey::int[], a.attnum::int)) as key
     from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey) where i.indisprimary group by 1`,
  )
  const keyOf = new Map(rows.map(({ name, key }) => [name, key]))
  for (const [table, { key }] of Object.entries(rooms.tables)) expect([table, keyOf.get(table)]).toEqual([table, key])
})

const insert = `insert into compliance.list_source (list, source) values ('Nobody Ltd', 'refuse')`

test('writes of the service are noted; changes past it, additions and removals are named', async () => {
  await database.app.query(insert)
  expect(await strays('compliance.list_source')).toEqual([])
  const undo = new Error('undo')
  const after = (sql: string) =>
    database.owner
      .tx(async (tx) => {
        await tx.query(`set local session_replication_role = replica; set local timezone = 'UTC'`)
        await tx.query(sql)
        const found = await tx.query<{ format: string }>(await inconsistentRows(tx, 'compliance.list_source', null))
        throw Object.assign(undo, { found: found.map((row) => row.format) })
      })
      .catch((error: Error & { found?: string[] }) => {
        if (error !== undo) throw error
        return error.found
      })
  expect(await after(`update compliance.list_source set source = 'review' where list = 'Nobody Ltd'`)).toEqual([
    'compliance.list_source Nobody Ltd was changed past the service',
  ])
  expect(await after(`delete from compliance.list_source where list = 'Nobody Ltd'`)).toEqual([
    'compliance.list_source Nobody Ltd is gone',
  ])
  expect(await after(`insert into compliance.list_source values ('Else Ltd', 'refuse')`)).toEqual([
    'compliance.list_source Else Ltd was written past the service',
  ])
})

test('a manual write is named, with or without triggers', async () => {
  await database.owner.query(`insert into compliance.list_source values ('By Hand Ltd', 'refuse')`)
  expect(new Set(await strays('compliance.list_source'))).toEqual(
    new Set(['compliance.list_source By Hand Ltd was written manually']),
  )
})

test('a column added by a later version does not invalidate old rows', async () => {
  const { prepareDatabase } = await import('@specie/service/database.ts')
  const listed = async () => (await strays('compliance.list_source')).filter((one) => one.includes('Nobody Ltd'))
  await database.owner.query('alter table compliance.list_source add column later text')
  await prepareDatabase(database.owner, 'uat', new Date())
  expect(await database.app.query(`select later from compliance.list_source where list = 'Nobody Ltd'`)).toEqual([
    { later: null },
  ])
  expect(await listed()).toEqual([])
  // Its old columns are compared as before.
  await database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(`update compliance.list_source set source = 'review' where list = 'Nobody Ltd'`)
  })
  expect(await listed()).toEqual(['compliance.list_source Nobody Ltd was changed past the service'])
})
