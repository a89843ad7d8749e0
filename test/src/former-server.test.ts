import { readConfig } from '@specie/service/base/config.ts'
import { prepare } from '@specie/service/prepare.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, patience, type TestDatabase } from './database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** What a process does with the database before anything else. */
const start = (formerServer: string | null = null) => {
  const login = { databaseUrl: database.url, databaseOwnerUrl: null, databasePatience: patience }
  return prepare({ ...readConfig({}), ...login, formerServer }, { info: () => {}, warn: () => {} })
}

const recorded = async () => {
  const [row] = await database.owner.query<{ server: string }>(
    `select system || '/' || timeline as server from base.server`,
  )
  return row!.server
}

const pretend = (server: string) =>
  database.owner.query(
    `update base.server set system = split_part($1, '/', 1), timeline = split_part($1, '/', 2)::int`,
    [server],
  )

test('a database that was restored to another cluster is opened only by who says that it is meant', async () => {
  await start()
  const here = await recorded()
  expect(here).toMatch(/^\d+\/1$/)
  // As a dump of another cluster brings it along, and as one from a later timeline of this cluster does.
  for (const former of ['7381923441234567890/3', here.replace('/1', '/2')]) {
    await pretend(former)
    await expect(start()).rejects.toThrow(`this database was on server ${former}, and is on ${here} now`)
    await expect(start('7381923441234567890/2')).rejects.toThrow(`run specie migrate --former-server ${former} `)
    await start(former)
    expect(await recorded()).toBe(here)
  }
  // It was for once: the same answer does not allow the next change.
  await pretend('42/1')
  await expect(start('7381923441234567890/3')).rejects.toThrow('run specie migrate --former-server 42/1 ')
})

test('a promotion is recorded without a word', async () => {
  await pretend(
    (
      await database.owner.query<{ system: string }>(
        'select system_identifier::text as system from pg_control_system()',
      )
    )[0]!.system + '/0',
  )
  await start()
  expect(await recorded()).toMatch(/^\d+\/1$/)
})
