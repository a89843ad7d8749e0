import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isPrepared, prepareDatabase } from '../../database.ts'
import { systemClock } from '../clock.ts'

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

/** As another version of the service has left it. */
async function redefine(): Promise<void> {
  await database.owner.query(
    `create or replace function work.uat_only() returns trigger language plpgsql as 'begin return null; end'`,
  )
}

const note = (hash: string) =>
  database.owner.query(`insert into base.definition (name, hash, at) values ($1, $2, now())`, [name, hash])

test('only a function whose file has changed is replaced, with its triggers', async () => {
  const before = await body()
  await redefine()
  await database.owner.query('drop trigger uat_only on work.clock')
  await database.owner.query('delete from base.definition where name = $1', [name])
  await note('an older edition')
  expect(await isPrepared(database.app)).toBe(false)
  expect(await prepare()).toEqual([name])
  expect(await body()).toBe(before)
  expect(await database.owner.query(`select from pg_trigger where tgname = 'uat_only'`)).toHaveLength(1)
  expect(await isPrepared(database.app)).toBe(true)
  expect(await prepare()).toEqual([])
})

test('the definitions of a newer version are not overwritten', async () => {
  await redefine()
  await note('a newer edition')
  const newer = await body()
  await expect(prepare()).rejects.toThrow(
    'The database has a newer sql/functions/work.uat_only.sql than this version: start the newer version.',
  )
  await expect(isPrepared(database.app)).rejects.toThrow('start the newer version')
  expect(await body()).toBe(newer)
})
