import { machines, statesOf, transitions } from '@specie/protocol/machines.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '@specie/service/base/db.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'

// S1 for every machine, by SQL, whoever sends it: also the owner of the tables. How a row is made by the service is tested in
// states.test.ts; here it is put where it is needed, so that each pair of states can be tried.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

type Machine = (typeof machines)['kyb_case']

const tables: [table: string, machine: keyof typeof machines][] = [
  ['banking.payout', 'payout'],
  ['banking.wire', 'wire'],
  ['compliance.hold', 'hold'],
  ['institutions.address', 'withdrawal_address'],
  ['institutions.agreement', 'agreement'],
  ['institutions.api_key', 'api_key'],
  ['institutions.kyb_case', 'kyb_case'],
  ['issuance.conversion', 'conversion'],
  ['issuance.mint', 'mint'],
  ['issuance.redemption', 'redemption'],
  ['rails.payment', 'payment'],
  ['rails.rail', 'payment_rail'],
  ['trading.execution', 'execution'],
  ['transfers.deposit', 'deposit'],
  ['transfers.withdrawal', 'withdrawal'],
]

/**
 * A row of this table in this state and nothing more: no other table knows of it, and every other rule of the table is
 * switched off until the end of the transaction, so that only its machine can refuse.
 */
async function placed(tx: Tx, table: string, state: string): Promise<string> {
  const columns = await tx.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef and attidentity = ''
       and attname not in ('id', 'state')`,
    [table],
  )
  const others = await tx.query<{ name: string }>(
    `select tgname as name from pg_trigger
     where tgrelid = $1::regclass and not tgisinternal and tgfoid <> 'state.enforce'::regproc`,
    [table],
  )
  const checks = await tx.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype in ('c', 'f')`,
    [table],
  )
  for (const { name } of others) await tx.query(`alter table ${table} disable trigger "${name}"`)
  for (const { name } of checks) await tx.query(`alter table ${table} drop constraint "${name}"`)
  const id = randomUUID()
  const names = ['id', 'state', ...columns.map(({ name }) => `"${name}"`)]
  const values = ['$1', '$2', ...columns.map(({ type }) => something(type))]
  await tx.query('set local session_replication_role = replica')
  await tx.query(`insert into ${table} (${names.join(', ')}) values (${values.join(', ')})`, [id, state])
  await tx.query('set local session_replication_role = origin')
  return id
}

function something(type: string): string {
  if (type.endsWith('[]')) return `'{}'::${type}`
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'boolean') return 'false'
  if (type === 'jsonb') return `'{}'`
  if (type === 'bytea') return 'uuid_send(gen_random_uuid())'
  if (type === 'date' || type.startsWith('timestamp')) return 'now()'
  return /^(numeric|bigint|integer|smallint)/.test(type) ? '1' : 'gen_random_uuid()::text'
}

/** What the owner of the tables is told who tries this; undone in any case. */
async function tried(table: string, from: string, attempt: (tx: Tx, id: string) => Promise<unknown>): Promise<string> {
  return database.owner
    .tx(async (tx) => {
      const id = await placed(tx, table, from)
      await attempt(tx, id)
      throw new Error('it went through')
    })
    .catch((error: Error) => error.message)
}

const named = (tx: Tx) => tx.query(`select state.acting('test', 'because', now())`)

describe.each(tables)('%s', (table, which) => {
  const machine = machines[which] as unknown as Machine
  const states: string[] = statesOf(machine)
  const legal = new Set<string>(transitions(machine).map(({ from, to }) => `${from} ${to}`))
  const move = (to: string) => async (tx: Tx, id: string) => {
    await named(tx)
    await tx.query(`update ${table} set state = $2 where id = $1`, [id, to])
  }

  test('moves along its table, and along nothing else', async () => {
    for (const from of states) {
      for (const to of states.filter((state) => state !== from)) {
        const told = await tried(table, from, move(to))
        const expected = legal.has(`${from} ${to}`) ? 'it went through' : `a ${which} cannot move from ${from} to ${to}`
        expect(told).toBe(expected)
      }
    }
  })

  test('has its id for ever, and moves for nobody who is not named', async () => {
    const from = machine.initial
    const { to } = transitions(machine).find((one) => one.from === from)!
    const renamed = await tried(table, from, (tx, id) =>
      tx.query(`update ${table} set id = gen_random_uuid() where id = $1`, [id]),
    )
    expect(renamed).toBe(`the id of a ${which} never changes`)
    const unnamed = await tried(table, from, (tx, id) =>
      tx.query(`update ${table} set state = $2 where id = $1`, [id, to]),
    )
    expect(unnamed).toBe(`a ${which} moves only when somebody is named: call state.acting first`)
  })
})

test.each(['update state.history set why = why', 'delete from state.history', 'truncate state.history'])(
  'not even the owner: %s',
  async (sql) => {
    await expect(database.owner.query(sql)).rejects.toThrow('state.history is append-only')
  },
)

test.each([
  ['received', 'Filled', true],
  ['received', 'Rejected', true],
  ['received', 'received', false],
  ['Filled', 'Rejected', false],
  ['Filled', 'Filled', false],
  ['Filled', 'received', false],
  ['Rejected', 'Filled', false],
])('an order may move from %s to %s: %s', async (from, to, may) => {
  const told = await tried('trading.client_order', from, (tx, id) =>
    tx
      .query(`alter table trading.client_order enable trigger moves`)
      .then(() => tx.query('update trading.client_order set state = $2 where id = $1', [id, to])),
  )
  expect(told).toBe(may ? 'it went through' : `an order cannot move from ${from} to ${to}`)
})
