import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inconsistentRows } from '../../checks/row-versions.ts'
import { prepareDatabase } from '../../database.ts'

let database: TestDatabase
let folder: string
const acme = randomUUID()
beforeEach(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'specie-migrations-'))
  await cp(new URL('../../../sql/', import.meta.url), folder, {
    recursive: true,
    filter: (name) => !/sql\/(functions|views|triggers|values)/.test(name),
  })
  await database.app.query(`insert into directory.institution values ($1, 'Acme AG', now())`, [acme])
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const prepare = () => prepareDatabase(database.owner, 'uat', new Date(), pathToFileURL(`${folder}/`))
const add = (name: string, text: string) => writeFile(join(folder, name), text)
const name = async () =>
  (await database.app.query<{ name: string }>('select name from directory.institution where id = $1', [acme]))[0]!.name
const applied = async () =>
  (await database.app.query<{ name: string }>('select name from base.migration order by name')).map((row) => row.name)

// Changes rows like a migration: with the triggers on, their versions would look like manual changes.
const rename = `alter table directory.institution disable trigger user;
  update directory.institution set name = 'Acme Ltd' where name = 'Acme AG';
  alter table directory.institution enable trigger user;`

test('a new migration changes the rows of a filled database, and their versions match', async () => {
  await add('9001_rename.sql', rename)
  expect(await prepare()).toEqual(['9001_rename.sql'])
  expect(await name()).toBe('Acme Ltd')
  expect(await database.app.query(await inconsistentRows(database.app, 'directory.institution', null))).toEqual([])
  expect(await prepare()).toEqual([])
})

test('a migration that fails undoes those applied with it, and is applied once it is corrected', async () => {
  const before = await applied()
  await add('9001_rename.sql', rename)
  await add('9002_wrong.sql', 'update directory.nowhere set name = 1')
  await expect(prepare()).rejects.toThrow('directory.nowhere')
  expect([await name(), await applied()]).toEqual(['Acme AG', before])
  await add('9002_wrong.sql', 'select 1')
  expect(await prepare()).toEqual(['9001_rename.sql', '9002_wrong.sql'])
})

test('a migration that was changed after it had been applied is refused', async () => {
  await add('9001_rename.sql', rename)
  await prepare()
  await add('9001_rename.sql', `${rename} -- and more`)
  await expect(prepare()).rejects.toThrow('Migration 9001_rename.sql was changed after it had been applied')
})

test('a database with a migration of a newer version is refused', async () => {
  await add('9001_rename.sql', rename)
  await prepare()
  await rm(join(folder, '9001_rename.sql'))
  await expect(prepare()).rejects.toThrow('Start the newer version')
})
