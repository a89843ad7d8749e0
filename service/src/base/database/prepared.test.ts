import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Db, isConnectionLost } from './db.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await freshDatabase()
  db = connect({ url: database.url, role: 'specie_app', max: 1 })
  await database.owner.query('create table work.shape (id integer); grant select on work.shape to specie_app')
  await database.owner.query('insert into work.shape values (1)')
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const shape = (sql: Pick<Db, 'query'>) => sql.query('select * from work.shape where id = $1', [1])

/** In the only session of the pool. */
const prepared = async () =>
  (await db.query<{ statement: string }>('select statement from pg_prepared_statements')).map((row) => row.statement)

test('a repeated statement is prepared once; a single use, or several statements in one text, are not', async () => {
  for (let n = 0; n < 4; n += 1) await db.query('select $1::text as again', ['x'])
  await db.query('select $1::text as once', ['x'])
  for (let n = 0; n < 2; n += 1) await db.query('select 1 as one; select 2 as two')
  for (let n = 0; n < 2; n += 1) await db.query('select 1 as one')
  expect((await prepared()).toSorted()).toEqual(['select $1::text as again', 'select 1 as one'])
})

test('after too many different texts, a pool prepares no others', async () => {
  const [busy, other] = [1, 2].map(() => connect({ url: database.url, role: 'specie_app', max: 1 }))
  for (let n = 0; n < 2_100; n += 1) await busy!.query(`select ${n} as a_new_text`)
  for (let n = 0; n < 3; n += 1) for (const pool of [busy!, other!]) await pool.query('select $1::text as late', ['x'])
  const late = (pool: Db) => pool.query(`select from pg_prepared_statements where statement like '%late%'`)
  expect(await late(busy!)).toEqual([])
  expect(await late(other!)).toHaveLength(1)
  await Promise.all([busy!.close(), other!.close()])
})

test('the service uses generic plans, a command plans for its values', async () => {
  const plans = async (kind: 'requests' | 'jobs' | 'commands' | 'migrations') => {
    const other = connect({ url: database.url, role: 'specie_app', max: 1, kind })
    for (let n = 0; n < 7; n += 1) await other.query('select from work.shape where id = $1', [n])
    const [row] = await other.query<{ generic: boolean; custom: boolean }>(
      `select generic_plans > 0 as generic, custom_plans > 0 as custom
       from pg_prepared_statements where statement like '%work.shape%'`,
    )
    await other.close()
    return row
  }
  for (const kind of ['requests', 'jobs'] as const) expect(await plans(kind)).toEqual({ generic: true, custom: false })
  for (const kind of ['commands', 'migrations'] as const)
    expect(await plans(kind)).toEqual({ generic: false, custom: true })
})

test('a column that a migration adds is readable, however many sessions have outdated plans', async () => {
  const many = connect({ url: database.url, role: 'specie_app', max: 4 })
  const { promise: all, resolve } = Promise.withResolvers<void>()
  let inside = 0
  const inEach = () =>
    many.tx(async (tx) => {
      for (let n = 0; n < 3; n += 1) await shape(tx)
      if ((inside += 1) === 4) resolve()
      await all
    })
  await Promise.all([1, 2, 3, 4].map(inEach))
  await database.owner.query('alter table work.shape add column weight text')
  expect(await shape(many)).toEqual([{ id: 1, weight: null }])
  await many.close()
  await database.owner.query('alter table work.shape drop column weight')
})

test('a column added by a concurrent migration is readable, and a transaction that meets it must be retried', async () => {
  for (let n = 0; n < 3; n += 1) expect(await shape(db)).toEqual([{ id: 1 }])
  await database.owner.query('alter table work.shape add column colour text')
  expect(await shape(db)).toEqual([{ id: 1, colour: null }])
  expect(await shape(db)).toEqual([{ id: 1, colour: null }])
  await database.owner.query('alter table work.shape add column size text')
  const refused = await db.tx(shape).catch((error: unknown) => error)
  expect(isConnectionLost(refused)).toBe(true)
  expect(await db.tx(shape)).toEqual([{ id: 1, colour: null, size: null }])
})
