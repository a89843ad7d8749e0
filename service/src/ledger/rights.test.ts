import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { post } from '@specie/test/post.ts'
import { systemClock } from '../base/clock.ts'
import { account } from './chart.ts'
import { credit, debit } from './posting/journal.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  const lines = [debit(account('client', 'bank', 'CHF'), 5n), credit(account('client', 'unallocated', 'CHF'), 5n)]
  await post({ db: database.app, clock: systemClock }, { key: 'one', kind: 'deposit', lines })
})
afterAll(() => database.drop())

const writes = (table: string, column: string) => [
  `insert into ledger.${table} overriding system value select * from ledger.${table}`,
  `update ledger.${table} set ${column} = ${column}`,
  `delete from ledger.${table}`,
  `truncate ledger.${table}`,
]

test.each([
  ...writes('account', 'balance'),
  ...writes('journal', 'kind'),
  ...writes('entry', 'amount'),
  ...writes('chart', 'floored'),
  ...writes('asset', 'decimals'),
  `alter table ledger.entry disable trigger all`,
  `select nextval('ledger.journal_id_seq')`,
])('the service cannot: %s', async (statement) => {
  await expect(database.app.query(statement)).rejects.toThrow(/permission denied|must be owner/)
})

test.each([
  ...writes('journal', 'kind').slice(1, 3),
  `truncate ledger.journal cascade`,
  ...writes('entry', 'amount').slice(1),
  ...writes('account', 'balance').slice(2, 3),
  `truncate ledger.account`,
])('not even the owner of the tables can: %s', async (statement) => {
  await expect(database.owner.query(statement)).rejects.toThrow(/is append-only/)
})

test('the database enforces the floor for every writer', async () => {
  const overdraw = database.owner.query(`update ledger.account set balance = -1 where name = 'bank'`)
  await expect(overdraw).rejects.toThrow(/violates check constraint "floor"/)
})

test('the service opens only accounts of the chart', async () => {
  const open = (...account: string[]) =>
    database.app.query(
      'select ledger.open_accounts($1, $2, $3, $4)',
      account.map((part) => [part]),
    )
  await expect(open('client', 'slush', '', 'CHF')).rejects.toThrow(
    'the chart of accounts has no account client/slush:/CHF',
  )
  await expect(open('client', 'available', '', 'CHF')).rejects.toThrow(/no account/)
  await expect(open('client', 'bank', 'acme', 'CHF')).rejects.toThrow(/no account/)
  await expect(open('client', 'bank', '', 'XYZ')).rejects.toThrow(/foreign key/)
})

test('an inconsistent batch is an error, not a posting', async () => {
  const [bank] = await database.app.query<{ id: bigint }>(`select id from ledger.account where name = 'bank'`)
  const call = (keys: string, sizes: string, accounts: string, places: string, amounts: string) =>
    database.app.query(
      `select * from ledger.post($1, '{k,k}', '{2030-01-01,2030-01-01}', '{null,null}', '{null,null}', $2, $3, $4, $5)`,
      [keys, sizes, accounts, places, amounts],
    )
  await expect(call('{a,a}', '{0,0}', '{}', '{}', '{}')).rejects.toThrow(/only once/)
  await expect(call('{a,b}', '{1,1}', '{999999}', '{1,1}', '{1,-1}')).rejects.toThrow(/accounts must exist/)
  await expect(call('{a,b}', '{1,0}', `{${bank!.id}}`, '{1,1}', '{1,-1}')).rejects.toThrow(/sizes must add up/)
})
