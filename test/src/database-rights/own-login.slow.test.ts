import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Db } from '@specie/service/base/database/db.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { specie } from '../programs/specie.ts'
import { npmStart, pidOf, type Started } from '../programs/start.ts'

// An attacker who sends SQL over the service's own connection: their possibilities in the set-up of `npm start`.

let folder: string
let started: Started
let app: Db

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-login-'))
  started = await npmStart(folder, { DESK_FUNDING: 'off' })
  // The login of the running service.
  const settings = (await readFile(`/proc/${pidOf(folder, 'service')}/environ`, 'utf8')).split('\0')
  const url = settings.find((one) => one.startsWith('DATABASE_URL='))!.slice('DATABASE_URL='.length)
  app = connect({ url, max: 1, role: 'specie_app' })
})

afterAll(async () => {
  await app.close()
  await started.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Like an attacker: every statement over one session, after any earlier ones. */
async function attack(...statements: string[]): Promise<string[]> {
  const refusals: string[] = []
  for (const statement of statements) {
    await app.query(statement).catch((error: Error) => refusals.push(error.message))
  }
  return refusals
}

const escapes = ['reset role', 'set role none', 'set role specie', 'set session authorization specie']

const cutEnd = [
  'alter table audit.entry disable trigger append_only',
  'delete from audit.entry where seq = (select max(seq) from audit.entry)',
  'update audit.head set (seq, hash) = (select seq, hash from audit.entry order by seq desc limit 1)',
]

test.each([
  ['unchanged', []],
  ['behind reset role', ['reset role']],
  ['behind set role none', ['set role none']],
  ['behind the role of the owner', ['set role specie']],
  ['behind set session authorization', ['set session authorization specie']],
  ['with triggers off', [...escapes, 'set session_replication_role = replica']],
])('the end of the audit chain stays: %s', async (_how, before) => {
  const entries = async () => (await app.query<{ n: bigint }>('select count(*) as n from audit.entry'))[0]!.n
  const had = await entries()
  const refused = await attack(...before, ...cutEnd)
  expect(refused.slice(-3)).toEqual([
    'must be owner of table entry',
    'permission denied for table entry',
    'permission denied for table head',
  ])
  expect(await entries()).toBeGreaterThanOrEqual(had)
})

test.each([
  ['create role intruder superuser', /permission denied to create role/],
  ['alter role specie_app superuser', /permission denied to alter role/],
  ['grant pg_read_server_files to specie_app', /permission denied/],
  ['create database intruder', /permission denied to create database/],
  [`select pg_read_file('/etc/passwd')`, /permission denied for function pg_read_file/],
  [`copy (select 1) to '/tmp/specie-intruder'`, /permission denied to COPY to a file/],
  [`copy (select 1) to program 'id'`, /permission denied to COPY to or from an external program/],
  ['create schema intruder', /permission denied for database/],
  ['create function audit.sha256(bytea) returns bytea language sql as $$ select $1 $$', /permission denied for schema/],
  ['alter system set fsync = off', /permission denied/],
  ['set session_replication_role = replica', /permission denied to set parameter/],
  ['set session authorization specie', /permission denied to set session authorization/],
])('it cannot: %s', async (statement, refusal) => {
  await attack(...escapes)
  await expect(app.query(statement)).rejects.toThrow(refusal)
})

test('the service and its jobs work with that login', async () => {
  const sessions = await app.query(
    `select distinct usename::text as login from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  expect(sessions).toEqual([{ login: 'specie_app' }])
})

test('heads of the audit chain are stored next to the database by default, and verify reads them', async () => {
  const kept = () => readFile(join(folder, 'audit-heads.jsonl'), 'utf8').catch(() => '')
  await expect.poll(kept).toMatch(/"signature":"[0-9a-f]{128}"/)
  const { code, said } = await specie({ SPECIE_DATA: folder }, 'audit', 'verify')
  expect([code, said]).toEqual([0, expect.stringMatching(/kept in \S+audit-heads\.jsonl, up to entry \d+/)])
})
