import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isPrepared, prepareDatabase } from '../../database.ts'
import { systemClock } from '../clock.ts'
import { sortByDependency } from './definitions.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.drop())

const name = 'functions/work.uat_only.sql'
const prepare = () => prepareDatabase(database.owner, 'uat', systemClock.now())
const body = async () =>
  (await database.owner.query<{ body: string }>(`select prosrc as body from pg_proc where proname = 'uat_only'`))[0]!
    .body

/** The state that another version of the service would leave. */
async function redefine(): Promise<void> {
  await database.owner.query(
    `create or replace function work.uat_only() returns trigger language plpgsql as 'begin return null; end'`,
  )
}

const note = (hash: string, file = name) =>
  database.owner.query(`insert into base.definition (name, hash, at) values ($1, $2, now())`, [file, hash])

/** As if an older version of this file had been applied last. */
async function age(file: string): Promise<void> {
  await database.owner.query('delete from base.definition where name = $1', [file])
  await note('an older edition', file)
}

test('only a function whose file has changed is replaced', async () => {
  const before = await body()
  await redefine()
  await age(name)
  expect(await isPrepared(database.app)).toBe(false)
  expect(await prepare()).toEqual([name])
  expect(await body()).toBe(before)
  expect(await isPrepared(database.app)).toBe(true)
  expect(await prepare()).toEqual([])
})

const triggers = `select tgrelid::regclass::text || ' ' || tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
  where not tgisinternal order by 1`

test('the triggers of a schema are replaced after the functions that they call', async () => {
  const before = await database.owner.query(triggers)
  await redefine()
  await database.owner.query('drop trigger uat_only on work.clock')
  await database.owner.query('drop trigger withdrawal_canceled on compliance.hold')
  const changed = [name, 'triggers/compliance.sql', 'triggers/work.sql']
  for (const file of changed) await age(file)
  expect(await prepare()).toEqual(changed)
  expect(await database.owner.query(triggers)).toEqual(before)
  expect(await prepare()).toEqual([])
})

test('the definitions of a newer version are not overwritten', async () => {
  await redefine()
  await note('a newer edition')
  const newer = await body()
  await expect(prepare()).rejects.toThrow(
    'The database has a newer sql/functions/work.uat_only.sql than this version. Start the newer version.',
  )
  await expect(isPrepared(database.app)).rejects.toThrow('Start the newer version')
  expect(await body()).toBe(newer)
})

const view = (name: string, ...read: string[]) => ({
  name: `views/${name}.sql`,
  text: `-- not a.last\ncreate view ${name} as select * from ${read.join(', ')};\n`,
})

test('a view is defined after the views that it reads, in any room', () => {
  const views = [view('a.first', 'c.third', 'b.table'), view('a.last'), view('b.second'), view('c.third', 'b.second')]
  expect(sortByDependency(views).map(({ name }) => name.slice(6, -4))).toEqual([
    'b.second',
    'c.third',
    'a.first',
    'a.last',
  ])
  const circle = [view('a.one', 'b.two'), view('b.two', 'a.one')]
  expect(() => sortByDependency(circle)).toThrow('views/a.one.sql reads itself through other views')
})
