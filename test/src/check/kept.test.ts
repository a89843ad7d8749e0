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

const insert = `insert into compliance.listed (name, list, effect) values ('Nobody Ltd', 'test', 'refuse')`

test('writes of the service are noted; changes past it, additions and removals are named', async () => {
  await database.app.query(insert)
  expect(await strays('compliance.listed')).toEqual([])
  const undo = new Error('undo')
  const after = (sql: string) =>
    database.owner
      .tx(async (tx) => {
        await tx.query(`set local session_replication_role = replica; set local timezone = 'UTC'`)
        await tx.query(sql)
        const found = await tx.query<{ format: string }>(await inconsistentRows(tx, 'compliance.listed', null))
        throw Object.assign(undo, { found: found.map((row) => row.format) })
      })
      .catch((error: Error & { found?: string[] }) => {
        if (error !== undo) throw error
        return error.found
      })
  expect(await after(`update compliance.listed set effect = 'review' where name = 'Nobody Ltd'`)).toEqual([
    'compliance.listed Nobody Ltd/test was changed past the service',
  ])
  expect(await after(`delete from compliance.listed where name = 'Nobody Ltd'`)).toEqual([
    'compliance.listed Nobody Ltd/test is gone',
  ])
  expect(await after(`insert into compliance.listed values ('Else Ltd', 'test', 'refuse')`)).toEqual([
    'compliance.listed Else Ltd/test was written past the service',
  ])
})

test('a manual write is named, with or without triggers', async () => {
  await database.owner.query(`insert into compliance.listed values ('By Hand Ltd', 'test', 'refuse')`)
  expect(new Set(await strays('compliance.listed'))).toEqual(
    new Set(['compliance.listed By Hand Ltd/test was written manually']),
  )
})

test('a column added by a later version does not invalidate old rows', async () => {
  const { prepareDatabase } = await import('@specie/service/database.ts')
  const listed = async () => (await strays('compliance.listed')).filter((one) => one.includes('Nobody Ltd'))
  await database.owner.query('alter table compliance.listed add column later text')
  await prepareDatabase(database.owner, 'uat', new Date())
  expect(await database.app.query(`select later from compliance.listed where name = 'Nobody Ltd'`)).toEqual([
    { later: null },
  ])
  expect(await listed()).toEqual([])
  // Its old columns are compared as before.
  await database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(`update compliance.listed set effect = 'review' where name = 'Nobody Ltd'`)
  })
  expect(await listed()).toEqual(['compliance.listed Nobody Ltd/test was changed past the service'])
})
