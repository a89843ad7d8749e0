import { catalogDifferences, catalogHash } from '@specie/service/checks/catalog/catalog.ts'
import { checkCatalog, notePrepared } from '@specie/service/checks/check-catalog.ts'
import { rooms } from '@specie/service/rooms.ts'
import { inconsistentRows } from '@specie/service/checks/row-versions.ts'
import { watchCatalog } from '@specie/service/checks/watch-catalog.ts'
import type { Tx } from '@specie/service/base/database/db.ts'
import type { Env } from '@specie/service/base/env.ts'
import { searchEntries } from '@specie/service/base/audit/search.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { stamped, traceKey } from '../trace-key.ts'
import { undone } from './corrupt.ts'

// An attacker with the owner's password changes the database itself. All objects of one kind are changed at once, and each must
// be named: a new function, trigger or table is covered without a line here.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('a newly prepared database matches the files, for the login of the service', async () => {
  expect(await catalogDifferences(database.app, rooms.tables)).toEqual([])
})

const ours = `nspname !~ '^pg_' and nspname not in ('information_schema', 'public')`
const tables = `pg_class c join pg_namespace n on n.oid = relnamespace and ${ours}`

/** SQL of (the named object, the statement that changes it). */
const kinds: readonly (readonly [what: string, found: string])[] = [
  [
    'every function whose text is replaced',
    `select format('function %s.%s(%s) differs from', nspname, proname, pg_get_function_identity_arguments(p.oid)),
       case when prosqlbody is null then replace(pg_get_functiondef(p.oid), prosrc, prosrc || ' ')
         else regexp_replace(pg_get_functiondef(p.oid), 'RETURN (.*)', 'RETURN coalesce(\\1, null)') end
     from pg_proc p join pg_namespace n on n.oid = pronamespace and ${ours}`,
  ],
  [
    'every trigger that is switched off',
    `select format('trigger %s of %s differs from', tgname, c.oid::regclass), format('alter table %s disable trigger %I', c.oid::regclass, tgname)
     from ${tables} join pg_trigger on tgrelid = c.oid and not tgisinternal`,
  ],
  [
    'every trigger that is removed',
    `select format('trigger %s of %s is missing', tgname, c.oid::regclass), format('drop trigger %I on %s', tgname, c.oid::regclass)
     from ${tables} join pg_trigger on tgrelid = c.oid and not tgisinternal`,
  ],
  [
    'every check that is weakened',
    `select format('constraint %s of %s differs from', conname, c.oid::regclass), format(
       'alter table %1$s drop constraint %2$I; alter table %1$s add constraint %2$I check (true)', c.oid::regclass, conname)
     from ${tables} join pg_constraint on conrelid = c.oid and contype = 'c'`,
  ],
  [
    'every reference between tables that is dropped',
    `select format('constraint %s of %s is missing', conname, c.oid::regclass), format('alter table %s drop constraint %I', c.oid::regclass, conname)
     from ${tables} join pg_constraint on conrelid = c.oid and contype = 'f'`,
  ],
  [
    'every unique index that is dropped',
    `select format('index %s is missing', indexrelid::regclass), format('drop index %s', indexrelid::regclass)
     from ${tables} join pg_index on indrelid = c.oid and indisunique and not exists (select from pg_constraint where conindid = indexrelid)`,
  ],
  [
    'every view that shows less',
    `select format('view %s differs from', c.oid::regclass), format('create or replace view %s as select * from (%s) x where false',
       c.oid::regclass, rtrim(pg_get_viewdef(c.oid), ';'))
     from ${tables} where relkind = 'v'`,
  ],
  [
    'every table that the service may write to',
    `select format('grant of truncate on %s to specie_app', c.oid::regclass), format('grant truncate on %s to specie_app', c.oid::regclass)
     from ${tables} where relkind = 'r'`,
  ],
  [
    'every table with a policy',
    `select format('policy hidden of %s', c.oid::regclass), format('alter table %1$s enable row level security; create policy hidden on %1$s', c.oid::regclass)
     from ${tables} where relkind = 'r'`,
  ],
  [
    'every table with a rule',
    `select format('rule away of %s', c.oid::regclass), format('create rule away as on delete to %s do instead nothing', c.oid::regclass)
     from ${tables} where relkind = 'r'`,
  ],
  [
    'every table that may have no value in a column',
    `select format('column %s.%s differs from', c.oid::regclass, attname), format('alter table %s alter column %I drop not null', c.oid::regclass, attname)
     from ${tables} join pg_attribute a on attrelid = c.oid and attnum > 0 and attnotnull and attidentity = ''
     where relkind = 'r' and not exists (select from pg_index where indrelid = c.oid and indisprimary and attnum = any(indkey))`,
  ],
]

test.each(kinds)('%s is named', async (_what, found) => {
  await undone(database.owner, async (tx) => {
    const changes = await tx.query<{ named: string; statement: string }>(
      `select * from (${found}) x (named, statement)`,
    )
    expect(changes.length).toBeGreaterThan(20)
    await tx.query('set local check_function_bodies = off')
    await tx.query(changes.map(({ statement }) => statement).join(';\n'))
    const differences = (await catalogDifferences(tx, rooms.tables)).join('\n')
    expect(changes.filter(({ named }) => !differences.includes(named.replaceAll('"', '')))).toEqual([])
  })
})

test.each([
  [
    'a disabled trigger that is enabled again only for replicas',
    'alter table audit.entry enable replica trigger append_only',
    'trigger append_only of audit.entry',
  ],
  ['foreign keys that are not enforced', 'alter table people.session disable trigger all', 'which are switched off'],
  [
    'a function of their own',
    `create function ledger.gift() returns int language sql as 'select 1'`,
    'function ledger.gift() is not defined in the files',
  ],
  ['a table of their own', 'create table ledger.shadow ()', 'table ledger.shadow is not defined in the files'],
  [
    'a trigger of their own',
    `create trigger mine before update on banking.payout for each row execute function base.never_changes()`,
    'trigger mine of banking.payout is not defined in the files',
  ],
  [
    'a right for everyone',
    'grant execute on function audit.append(text, text, text, text) to public',
    'to public is not defined in the files',
  ],
  [
    'a right of another role',
    'create role mallory; grant update on banking.payout to mallory',
    'grant of update on banking.payout to mallory',
  ],
  [
    'a right to a column',
    'grant update (address) on destinations.address to specie_app',
    'grant of update on destinations.address.address to specie_app',
  ],
  [
    'a setting that switches triggers off',
    'alter role specie_app set session_replication_role = replica',
    'setting session_replication_role of specie_app',
  ],
  [
    'a role that the service gets',
    'create role strong; grant strong to specie_app',
    'membership of specie_app in strong',
  ],
  [
    'a function that shadows one of PostgreSQL',
    `create function pg_catalog.now(text) returns text language sql as 'select 1::text'`,
    'function pg_catalog.now',
  ],
])('%s is named', async (_what, statement, named) => {
  await undone(database.owner, async (tx) => {
    // A superuser can do this with this setting; without it, even a superuser cannot change pg_catalog.
    await tx.query('set local allow_system_table_mods = on')
    await tx.query(statement)
    expect((await catalogDifferences(tx, rooms.tables)).join('\n')).toContain(named)
  })
})

test('versions of a row that cover fewer columns are named', async () => {
  await undone(database.owner, async (tx) => {
    await tx.query(`insert into audit.shape (name, columns) values ('banking.payout', '{id}')`)
    const [text] = await tx.query<{ text: string }>(
      `select regexp_replace(pg_get_functiondef('audit.note_banking_payout'::regproc), ' \\d+ as shape',
         ' ' || (select max(id) from audit.shape) || ' as shape', 'g') as text`,
    )
    await tx.query(text!.text)
    expect(await catalogDifferences(tx, rooms.tables)).toEqual([
      'function audit.note_banking_payout() differs from the files',
    ])
  })
})

test('legitimate additions of operators are not reported: an index, a role that reads', async () => {
  await undone(database.owner, async (tx) => {
    await tx.query(
      'create role reports; grant usage on schema ledger to reports; grant select on ledger.entry to reports',
    )
    await tx.query('create index helps on banking.payout (created_at)')
    await tx.query('alter table ledger.entry set (autovacuum_vacuum_scale_factor = 0.01)')
    expect(await catalogDifferences(tx, rooms.tables)).toEqual([])
  })
})

describe('while two versions run side by side', () => {
  /** The note of `specie migrate` of another version, with or without the key of this installation. */
  const prepared = (work: (tx: Tx) => Promise<void>, key: Uint8Array | null) =>
    undone(database.owner, async (tx) => {
      if (key) await stamped(tx, key)
      await notePrepared(tx, new Date())
      await tx.query('grant truncate on banking.payout to specie_app')
      await work(tx)
    })

  const byAnother = (tx: Tx, at: Date) => notePrepared(tx, at, 'f'.repeat(64))
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const truncated = 'grant of truncate on banking.payout to specie_app is not defined in the files'

  test('the older one leaves the comparison to the version that prepared the database, and says so', () =>
    prepared(async (tx) => {
      await byAnother(tx, new Date())
      expect(await checkCatalog(tx, rooms.tables, traceKey)).toMatchObject({
        ok: true,
        note: expect.stringContaining('another version prepared this database'),
      })
    }, traceKey))

  test('it leaves it to that version for a day only: after that it names the other version, and the differences', () =>
    prepared(async (tx) => {
      await byAnother(tx, daysAgo(2))
      expect(await checkCatalog(tx, rooms.tables, traceKey)).toMatchObject({
        ok: false,
        detail: expect.stringContaining(truncated),
      })
    }, traceKey))

  test('removing the newest note does not end the comparison, and leaves a trace', () =>
    undone(database.owner, async (tx) => {
      await stamped(tx)
      await byAnother(tx, daysAgo(90))
      await notePrepared(tx, new Date())
      expect(await checkCatalog(tx, rooms.tables, traceKey)).not.toHaveProperty('note')
      const [mine] = await tx.query<{ id: bigint }>('select max(id) as id from base.prepared')
      await tx.query('delete from base.prepared where id = $1', [mine!.id])
      await tx.query('grant truncate on banking.payout to specie_app')
      expect(await checkCatalog(tx, rooms.tables, traceKey)).toMatchObject({
        ok: false,
        detail: expect.stringContaining(truncated),
      })
      const strays = await tx.query<{ format: string }>(await inconsistentRows(tx, 'base.prepared', null))
      expect(strays.map(({ format }) => format)).toContain(`base.prepared ${mine!.id} is gone`)
    }))

  test('an old note with another time does not count as new', () =>
    prepared(async (tx) => {
      await byAnother(tx, daysAgo(90))
      await tx.query('set local session_replication_role = replica; update base.prepared set at = now()')
      expect(await checkCatalog(tx, rooms.tables, traceKey)).toMatchObject({ ok: false, detail: truncated })
    }, traceKey))

  test('a note without the key is not believed', () =>
    prepared(async (tx) => {
      await tx.query(`insert into base.prepared (catalog, at) values ('newer', now())`)
      expect(await checkCatalog(tx, rooms.tables, traceKey)).toMatchObject({
        ok: false,
        detail: 'grant of truncate on banking.payout to specie_app is not defined in the files',
      })
      expect(catalogHash).toMatch(/^[0-9a-f]{64}$/)
    }, null))
})

test('a database never changes its environment, not even briefly', async () => {
  await expect(database.owner.query(`update base.environment set name = 'production'`)).rejects.toThrow('never change')
})

test('a temporary change stays in the audit chain, and monitoring sees it', async () => {
  const answer: string[] = []
  const error = (_facts: object, text: string) => answer.push(text)
  const look = async () => {
    const env = testEnv(database)
    await watchCatalog.run({ ...env, log: { ...env.log, error } as unknown as Env['log'] })
    const { items } = await searchEntries(database.app, {})
    const gauge = (await env.metrics.registry.metrics()).match(/^specie_catalog_changed.*/m)![0]
    return { gauge, entries: items.filter(({ action }) => action.startsWith('catalog.')).map(({ action }) => action) }
  }
  expect(await look()).toEqual({ gauge: 'specie_catalog_changed 0', entries: [] })
  await database.owner.query('alter table banking.payout disable trigger unchanged')
  expect(await look()).toEqual({ gauge: 'specie_catalog_changed 1', entries: ['catalog.changed'] })
  expect(await look()).toEqual({ gauge: 'specie_catalog_changed 1', entries: ['catalog.changed'] })
  expect(answer).toHaveLength(2)
  await database.owner.query('alter table banking.payout enable trigger unchanged')
  expect(await look()).toEqual({ gauge: 'specie_catalog_changed 0', entries: ['catalog.restored', 'catalog.changed'] })
})
