import type { Tx } from '@specie/service/base/database/db.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { catalogDifferences } from '@specie/service/checks/catalog/catalog.ts'
import { checkAllOf } from '@specie/service/checks/check.ts'
import { rooms } from '@specie/service/rooms.ts'
import { newChallenge, takeChallenge } from '@specie/service/people/factor/challenge.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { traceKey } from '../trace-key.ts'
import { undone } from './corrupt.ts'

// An attacker with the owner's password changes none of our objects by name: they add objects that act in the sessions of the
// service. Each must be named.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const differences = async (tx: Tx) => (await catalogDifferences(tx, rooms.tables)).join('\n')

const toJsonb = (schema: string) =>
  `create function ${schema}.to_jsonb(compliance.list_source) returns jsonb language sql stable as $$ select '{}'::jsonb $$`
const mine = 'create schema mine;'
const yes = `create function mine.yes(text[], text[]) returns boolean language sql immutable as 'select true';`
const operator = `${mine} ${yes} create operator people.&& (leftarg = text[], rightarg = text[], function = mine.yes)`
const cascade = `${mine} create table mine.copy (value bytea references people.challenge (value) on delete cascade);
  create function mine.steal() returns trigger language plpgsql as 'begin return null; end';
  create trigger steal after delete on mine.copy for each statement execute function mine.steal()`

const additions: readonly (readonly [what: string, statement: string, named: string])[] = [
  ['a function in public', toJsonb('public'), 'function public.to_jsonb(compliance.list_source)'],
  [
    'a schema with the name of the login',
    `create schema specie_app; ${toJsonb('specie_app')}`,
    'function specie_app.to_jsonb',
  ],
  ['a schema', mine, 'schema mine'],
  ['an operator', operator, 'operator people.&&('],
  [
    'a cast',
    `${mine} create function mine.text(compliance.list_source) returns text language sql immutable as $$ select 'x' $$;
     create cast (compliance.list_source as text) with function mine.text(compliance.list_source) as implicit`,
    'cast (compliance.list_source AS ',
  ],
  [
    'an aggregate',
    'create aggregate ledger.sum (numeric) (sfunc = numeric_sub, stype = numeric)',
    'function ledger.sum(numeric)',
  ],
  ['a type', `${mine} create type mine.money as (amount numeric)`, 'type mine.money'],
  ['a domain', 'create domain people.text as text', 'type people.text'],
  ['a range', 'create type ledger.span as range (subtype = numeric)', 'type ledger.span'],
  ['a collation', `create collation people.mine (locale = 'C')`, 'collation people.mine'],
  ['a class of operators', 'create operator family people.mine using btree', 'operator family people.mine USING btree'],
  [
    'a way to search texts',
    'create text search configuration people.mine (copy = simple)',
    'text search configuration',
  ],
  ['a conversion', `create default conversion people.mine for 'LATIN1' to 'UTF8' from iso8859_1_to_utf8`, 'conversion'],
  ['a table elsewhere that refers to one of ours', cascade, 'table constraint copy_value_fkey on mine.copy'],
  ['its trigger', cascade, 'trigger steal on mine.copy'],
  ['a child', `${mine} create table mine.more () inherits (compliance.list_source)`, 'inheritance of mine.more from'],
  [
    'a rule elsewhere',
    `${mine} create table mine.t (n int); create rule away as on insert to mine.t do also delete from compliance.list_source`,
    'rule away on mine.t',
  ],
  [
    'a trigger on every event',
    `${mine} create function mine.seen() returns event_trigger language plpgsql as 'begin end';
     create event trigger seen on ddl_command_end execute function mine.seen()`,
    'event trigger seen',
  ],
  [
    'another owner',
    'create role mallory; alter table banking.payout owner to mallory',
    'owner mallory of banking.payout',
  ],
  [
    'a login with the rights of the owner',
    `create role mallory; grant specie to mallory`,
    'membership of mallory in specie',
  ],
  [
    'a member of such a login',
    `create role mallory; create role eve; grant specie to mallory; grant mallory to eve`,
    'membership of eve in mallory',
  ],
  ['a login without limits', 'create role mallory superuser', 'superuser mallory'],
  [
    'a right to future objects',
    'alter default privileges in schema banking grant update on tables to specie_app',
    'right to update tables that come, to specie_app',
  ],
  ['repeating numbers', 'alter sequence base.prepared_id_seq cycle maxvalue 9', 'table base.prepared_id_seq'],
  [
    'another order of letters',
    'alter table directory.institution alter column name type text collate "C"',
    'column directory.institution.name differs from',
  ],
  [
    'null that equals null',
    'alter role specie_app set transform_null_equals = on',
    'setting transform_null_equals of specie_app',
  ],
]

test.each(additions)('%s is named', async (_what, statement, named) => {
  await undone(database.owner, async (tx) => {
    await tx.query(statement)
    expect(await differences(tx)).toContain(named)
  })
})

test.each([
  ['a function in public', toJsonb('public'), 'function public.to_jsonb(compliance.list_source)'],
  ['an operator', operator, 'operator people.&&'],
  ['a cascade that runs in sessions of the service', cascade, 'table mine.copy'],
])('%s by an owner who is not a superuser is named', async (_what, statement, named) => {
  await undone(database.owner, async (tx) => {
    await tx.query(`create role boss nosuperuser; grant create on schema public to boss;
      do $$ begin execute format('alter database %I owner to boss', current_database()); end $$;
      alter schema people owner to boss; alter table people.challenge owner to boss;
      alter schema compliance owner to boss; alter table compliance.list_source owner to boss`)
    await tx.query(`set local role boss; ${statement}; reset role`)
    expect(await differences(tx)).toContain(named)
  })
})

test('an irrelevant change is not reported: a publication, statistics, a default right to read', async () => {
  await undone(database.owner, async (tx) => {
    await tx.query(`create publication report for table ledger.entry;
      create statistics ledger.helps on asset, balance from ledger.account;
      create role reports; alter default privileges in schema ledger grant select on tables to reports;
      create temporary table mine (n int primary key)`)
    expect(await differences(tx)).toBe('')
  })
})

test('a view that reads another table under the same column name is named', async () => {
  await undone(database.owner, async (tx) => {
    const [was] = await tx.query<{ text: string }>(`select pg_get_viewdef('ledger.fee_due'::regclass) as text`)
    const changed = was!.text.replace(/\bfee\.amount\b/g, 'debt.amount')
    expect(changed).not.toBe(was!.text)
    await tx.query(`create or replace view ledger.fee_due as ${changed}`)
    expect(await catalogDifferences(tx, rooms.tables)).toEqual(['view ledger.fee_due differs from the files'])
  })
})

test('a function that reads a foreign table under the same name is named', async () => {
  await undone(database.owner, async (tx) => {
    await tx.query(`${mine} create table mine.clock as select * from work.clock`)
    const [was] = await tx.query<{ text: string }>(`select pg_get_functiondef('work.settlement_at'::regproc) as text`)
    await tx.query(was!.text.replaceAll('work.clock', 'mine.clock'))
    expect(await differences(tx)).toContain('function work.settlement_at(at timestamp with time zone) differs from')
  })
})

const theft = `${cascade}; create table mine.stolen (key text);
  grant usage on schema mine to public; grant insert on mine.stolen to public;
  create or replace function mine.steal() returns trigger language plpgsql as $$ begin
    insert into mine.stolen values (current_setting('specie.key', true)); return null;
  end $$`

test('copying the key of a session leaves its cause, which is named', async () => {
  const other = await freshDatabase()
  try {
    const env = testEnv(other)
    await other.owner.query(theft)
    await takeChallenge(env, await newChallenge(env, { purpose: 'sign_in', personId: null }), {
      purpose: 'sign_in',
      personId: null,
    })
    const [stolen] = await other.owner.query<{ key: string }>('select * from mine.stolen')
    expect(stolen!.key).toMatch(/^[0-9a-f]{64}$/)
    expect((await catalogDifferences(other.app, rooms.tables)).join()).toContain(
      'trigger steal on mine.copy is not defined in the files',
    )
  } finally {
    await other.drop()
  }
})

test('a change past the triggers is named, even if public has a function that returns the old row', async () => {
  const other = await freshDatabase()
  try {
    await other.app.query(`insert into compliance.list_source (list, source) values ('Nobody Ltd', 'refuse')`)
    await other.owner.query(
      `alter table compliance.list_source disable trigger user; update compliance.list_source set source = 'review';
       alter table compliance.list_source enable trigger user;
       create function public.to_jsonb(compliance.list_source) returns jsonb language sql stable as
         $$ select pg_catalog.to_jsonb($1) || '{"effect": "refuse"}'::jsonb $$`,
    )
    const { rows } = await checkAllOf(other.app, { full: true, at: systemClock.now(), anchor: { traceKey } })
    expect(rows.map(({ detail }) => detail).join()).toContain(
      'compliance.list_source Nobody Ltd was changed past the service',
    )
  } finally {
    await other.drop()
  }
})
