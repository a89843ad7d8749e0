import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDatabase, type Postgres, startPostgres } from '@specie/local/postgres.ts'
import { connect } from '@specie/service/base/database/db.ts'
import { assertLeastPrivilege } from '@specie/service/base/database/privileges.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOn, freshDatabase, loginAs, type TestDatabase } from '../database.ts'
import { startService } from '../programs/service.ts'
import { specie } from '../programs/specie.ts'

// A login with more rights than the service needs: production does not start with it, UAT reports it.

let database: TestDatabase
const tag = randomBytes(4).toString('hex')
const made: string[] = []

let server: Postgres
let folder: string

beforeAll(async () => {
  // Superusers belong to the whole server, and in every other database of it the check would name them.
  folder = await mkdtemp(join(tmpdir(), 'specie-powerful-'))
  server = await startPostgres({ folder, durable: false })
  await ensureDatabase(server, 'postgres')
  database = await databaseOn(server.url, 'production')
})

afterAll(async () => {
  for (const name of made.toReversed()) {
    await database.owner.query(`reassign owned by ${name} to current_user; drop owned by ${name}; drop role ${name}`)
  }
  await database.drop()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A role of this test; roles belong to the whole server. */
async function role(kind: string, ...more: string[]): Promise<string> {
  const name = `${kind}_${tag}`
  await database.owner.query(`create role ${name} login`)
  made.push(name)
  for (const statement of more) {
    const [, other] = /^create role (\S+)/.exec(statement.replaceAll('LOGIN', name)) ?? []
    await database.owner.query(statement.replaceAll('LOGIN', name))
    if (other !== undefined) made.push(other)
  }
  return name
}

/** The final sentence of a failed start in production; empty for a successful one. */
async function refusal(login: string, options = ''): Promise<string> {
  const url = new URL(loginAs(login, database.url))
  if (options !== '') url.searchParams.set('options', options)
  const db = connect({ url: url.href, max: 1 })
  try {
    await assertLeastPrivilege(db, 'production', () => {})
    return ''
  } catch (error) {
    return (error as Error).message
  } finally {
    await db.close()
  }
}

const sentence = (login: string, power: string) =>
  `DATABASE_URL logs in as ${login}, which has more privileges than the service may have. It ${power}. Name a login there that is ` +
  'merely a member of specie_app, and the owner in DATABASE_OWNER_URL for migrations (docs/operations.md, «Two logins»).'

const inService = 'grant specie_app to LOGIN'

test.each<[string, string[], string]>([
  ['superuser', ['alter role LOGIN superuser'], 'is a superuser'],
  ['createrole', [inService, 'alter role LOGIN createrole'], 'can create roles'],
  ['createdb', [inService, 'alter role LOGIN createdb'], 'can create databases'],
  ['replication', [inService, 'alter role LOGIN replication'], 'can replicate'],
  ['bypassrls', [inService, 'alter role LOGIN bypassrls'], 'bypasses row security'],
  ['reader', [inService, 'grant pg_read_server_files to LOGIN'], 'is a member of pg_read_server_files'],
  ['writer', [inService, 'grant pg_write_server_files to LOGIN'], 'is a member of pg_write_server_files'],
  ['runner', [inService, 'grant pg_execute_server_program to LOGIN'], 'is a member of pg_execute_server_program'],
  [
    'scribe',
    [inService, 'grant pg_write_all_data to LOGIN'],
    'is a member of pg_write_all_data, has DELETE on audit.entry, has DELETE on audit.head, has DELETE on audit.seal',
  ],
  ['becomes', [inService, 'grant specie to LOGIN with inherit false'], 'can become specie, which is a superuser'],
  ['schemas', [inService, 'create schema of_LOGIN authorization LOGIN'], 'owns schema of_LOGIN'],
  [
    'tables',
    [inService, 'create table public.of_LOGIN (n int)', 'alter table public.of_LOGIN owner to LOGIN'],
    'owns public.of_LOGIN',
  ],
  [
    'functions',
    [
      inService,
      'create function public.of_LOGIN() returns int return 1',
      'alter function public.of_LOGIN owner to LOGIN',
    ],
    'owns function public.of_LOGIN',
  ],
  ['creates', [inService, 'grant create on schema audit to LOGIN'], 'may create in schema audit'],
  [
    'extends',
    [inService, `do $$ begin execute format('grant create on database %I to LOGIN', current_database()); end $$`],
    'may create schemas',
  ],
  ['deletes', [inService, 'grant delete on audit.entry to LOGIN'], 'has DELETE on audit.entry'],
  ['rewrites', [inService, 'grant update (body) on audit.entry to LOGIN'], 'has UPDATE on body of audit.entry'],
  [
    'disguised',
    [
      inService,
      'create role hat_LOGIN nologin',
      'grant delete on audit.entry to hat_LOGIN',
      'grant hat_LOGIN to LOGIN with inherit false, set true',
    ],
    'has DELETE on audit.entry',
  ],
  [
    'looks',
    [inService, 'grant execute on function pg_read_binary_file(text) to LOGIN'],
    'may call pg_read_binary_file(text)',
  ],
  ['untriggers', [inService, 'grant set on parameter session_replication_role to LOGIN'], 'may disable triggers'],
  [
    'configures',
    [inService, 'grant alter system on parameter archive_command to LOGIN'],
    'may change the setting archive_command of the server',
  ],
])('production does not start as %s', async (kind, statements, power) => {
  const login = await role(kind, ...statements)
  expect(await refusal(login)).toBe(sentence(login, power.replaceAll('LOGIN', login)))
})

test('a process of the service does not start either', async () => {
  await expect(startService(loginAs('specie', database.url), { SPECIE_ENV: 'production' })).rejects.toThrow(
    sentence('specie', 'is a superuser'),
  )
})

test('a superuser with the role of the service is detected', async () => {
  for (const disguise of ['-c role=specie_app', '-c session_authorization=specie_app'])
    expect(await refusal('specie', disguise)).toContain('it is a superuser')
})

test('additional rights of the service’s role are detected', async () => {
  const login = await role('modest', inService)
  expect(await refusal(login)).toBe('')
  // Undone at once: the role belongs to the whole server, where other tests start services.
  const undo = new Error('undo')
  const granted = database.owner.tx(async (tx) => {
    await tx.query('grant pg_read_server_files to specie_app')
    await tx.query(`set local session authorization ${login}`)
    await expect(assertLeastPrivilege(tx, 'production', () => {})).rejects.toThrow(
      sentence(login, 'is a member of pg_read_server_files'),
    )
    throw undo
  })
  await expect(granted).rejects.toBe(undo)
})

test('a member of specie_app has all rights that production needs, its jobs included', async () => {
  const login = await role('member', inService)
  expect(await refusal(login)).toBe('')
  const service = await startService(loginAs(login, database.url), { SPECIE_ENV: 'production' })
  expect((await fetch(`${service.origin}/readyz`)).status).toBe(200)
  await service.stop()
  expect(service.output()).not.toContain('permission denied')
  const { code } = await specie(
    { DATABASE_URL: loginAs(login, database.url), SPECIE_ENV: 'production' },
    'audit',
    'verify',
  )
  expect(code).toBe(0)
})

test('commands of operators refuse a superuser in production, too', async () => {
  const { code, said } = await specie(
    { DATABASE_URL: loginAs('specie', database.url), SPECIE_ENV: 'production' },
    'check',
  )
  expect([code, said]).toEqual([1, expect.stringContaining('logs in as specie, which has more privileges')])
})

test('UAT starts as a superuser, and says so', async () => {
  const uat = await freshDatabase()
  const service = await startService(loginAs('specie', uat.url))
  expect(service.output()).toContain(
    'logs in as specie, which has more privileges than the service may have. It is a superuser',
  )
  await service.stop()
  await uat.drop()
})

test('an owner that is not a superuser migrates, admits the login, and the service starts with it', async () => {
  const owner = await role('owner', 'alter role LOGIN createrole')
  const login = await role('service')
  const name = `insiders_${tag}`
  await database.owner.query(`create database ${name} owner ${owner}`)
  const at = (user: string) => loginAs(user, database.url).replace(/\/test_[0-9a-f]+/, `/${name}`)
  const settings = { SPECIE_ENV: 'production', DATABASE_URL: at(login) }
  try {
    await expect(startService(at(login), { SPECIE_ENV: 'production' })).rejects.toThrow(
      /run `specie migrate` with DATABASE_OWNER_URL/,
    )
    expect(await specie(settings, 'migrate')).toMatchObject({
      code: 1,
      said: expect.stringContaining('DATABASE_OWNER_URL is missing'),
    })
    expect(await specie(settings, 'check')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The database is not ready for this login .+: run `specie migrate`/),
    })
    expect(await specie({ ...settings, DATABASE_OWNER_URL: at(owner) }, 'migrate')).toMatchObject({
      code: 1,
      said: expect.stringContaining('where specie_app is there already, has it with admin option'),
    })
    await database.owner.query(`grant specie_app to ${owner} with admin option`)
    expect(await specie({ ...settings, DATABASE_OWNER_URL: at(owner) }, 'migrate')).toMatchObject({
      code: 0,
      said: expect.stringContaining('The database is ready for this version.'),
    })
    const service = await startService(at(login), { SPECIE_ENV: 'production' })
    expect((await fetch(`${service.origin}/readyz`)).status).toBe(200)
    await service.stop()
    await expect(startService(at(owner), { SPECIE_ENV: 'production' })).rejects.toThrow(/owns the database/)
  } finally {
    await database.owner.query(`drop database ${name} with (force)`)
  }
})
