import { readConfig } from '@specie/service/base/config.ts'
import { prepare } from '@specie/service/prepare.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, patience, type TestDatabase } from './database.ts'
import { specie } from './programs/specie.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** The first database steps of a process. */
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

test('a database restored to another cluster is opened only with the setting for it', async () => {
  await start()
  const here = await recorded()
  expect(here).toMatch(/^\d+\/1$/)
  // In the state of a dump of another cluster, and of one from a later timeline of this cluster.
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

test('a promotion is recorded without a setting', async () => {
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

test('specie migrate takes the former server, as the refused start names it', async () => {
  const here = await recorded()
  await pretend('42/1')
  const login = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.url }
  const migrate = (former: string) => specie(login, 'migrate', '--former-server', former)
  expect(await migrate('42')).toMatchObject({ code: 1, said: expect.stringContaining('it is "42"') })
  expect(await migrate('42/1')).toMatchObject({ code: 0 })
  expect(await recorded()).toBe(here)
})
