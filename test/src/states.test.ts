import { machines, statesOf, transitions } from '@specie/protocol/machines.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '@specie/service/base/database/db.ts'
import { freshDatabase, type TestDatabase } from './database.ts'

// S1: states move only along the table, for any SQL of the service's own role.

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
})

afterAll(() => database.drop())

const stateful = [
  { machine: machines.kyb_case, table: 'onboarding.kyb_case', columns: 'institution_id', values: 'i.id' },
  {
    machine: machines.agreement,
    table: 'onboarding.agreement',
    columns: 'institution_id, product, version',
    values: `i.id, 'crypto_conversion', '1'`,
  },
  {
    machine: machines.api_key,
    table: 'access.api_key',
    columns: 'institution_id, spki, label, scopes',
    values: `i.id, uuid_send(gen_random_uuid()), 'k', '{read}'`,
  },
]

type Stateful = (typeof stateful)[number]

/** States that also need the approval of two people. */
const decidedByTwo = new Set(['approved', 'rejected', 'offboarded'].map((state) => `onboarding.kyb_case ${state}`))

async function make(tx: Tx, { table, columns, values }: Stateful, state: string): Promise<string> {
  const id = randomUUID()
  await tx.query(`select state.set_actor('test', 'because', now())`)
  await tx.query(
    `with i as (insert into directory.institution (id, name, created_at) values (gen_random_uuid(), 'X', now()) returning id)
     insert into ${table} (id, state, created_at, updated_at, ${columns}) select $1, $2, now(), now(), ${values} from i`,
    [id, state],
  )
  return id
}

/** Puts a row into a state directly, past the trigger, so that every pair can be tried. */
async function placed(what: Stateful, state: string): Promise<string> {
  return database.owner.tx(async (tx) => {
    const id = await make(tx, what, what.machine.initial)
    await tx.query('set local session_replication_role = replica')
    await tx.query(`update ${what.table} set state = $2 where id = $1`, [id, state])
    return id
  })
}

describe.each(stateful)('$table', (what) => {
  const states: string[] = statesOf(what.machine as (typeof machines)['kyb_case'])
  const legal = new Set<string>(
    transitions(what.machine as (typeof machines)['kyb_case']).map(({ from, to }) => `${from} ${to}`),
  )

  test('begins only in its initial state', async () => {
    for (const state of states) {
      const made = database.app.tx((tx) => make(tx, what, state))
      if (state === what.machine.initial) await expect(made).resolves.toBeDefined()
      else await expect(made, state).rejects.toThrow(/cannot begin as/)
    }
  })

  test('moves only along the table', async () => {
    for (const from of states) {
      const id = await placed(what, from)
      for (const to of states.filter((state) => state !== from)) {
        const moved = database.app.tx(async (tx) => {
          await tx.query(`select state.set_actor('test', 'because', now())`)
          await tx.query(`update ${what.table} set state = $2 where id = $1`, [id, to])
          throw new Error('it moved') // undone, so that the next pair starts from the same state
        })
        const legally = decidedByTwo.has(`${what.table} ${to}`) ? /approval of a second person/ : /it moved/
        const outcome = legal.has(`${from} ${to}`) ? legally : /cannot move from/
        await expect(moved, `${from} to ${to}`).rejects.toThrow(outcome)
      }
    }
  })

  test('stores actor, time, both states and reason', async () => {
    const id = await database.app.tx((tx) => make(tx, what, what.machine.initial))
    const history = await database.app.query(
      'select from_state, to_state, actor, why from state.history where subject = $1',
      [id],
    )
    expect(history).toEqual([{ from_state: null, to_state: what.machine.initial, actor: 'test', why: 'because' }])
  })

  test('does not move without an actor', async () => {
    const id = await placed(what, what.machine.initial)
    const { to } = transitions(what.machine as (typeof machines)['kyb_case'])[0]!
    await expect(database.app.query(`update ${what.table} set state = $2 where id = $1`, [id, to])).rejects.toThrow(
      /needs an actor/,
    )
  })

  test.each([
    ['no actor', '', 'because'],
    ['no reason', 'test', ''],
  ])('does not move for %s', async (_what, actor, why) => {
    const id = await placed(what, what.machine.initial)
    const { to } = transitions(what.machine as (typeof machines)['kyb_case'])[0]!
    const moved = database.app.tx(async (tx) => {
      await tx.query('select state.set_actor($1, $2, now())', [actor, why])
      await tx.query(`update ${what.table} set state = $2 where id = $1`, [id, to])
    })
    await expect(moved).rejects.toThrow(/needs an actor and a reason/)
  })
})

test.each([
  'update state.history set why = why',
  'delete from state.history',
  'delete from state.transition',
  `insert into state.transition values ('agreement', 'drafted', 'jump', 'active')`,
])('the service cannot: %s', async (sql) => {
  await expect(database.app.query(sql)).rejects.toThrow(/permission denied/)
})

/** Not machines of the protocol: each has its own rule, or follows a chain. */
const withoutMachine = [
  'banking.manual_line', // waits, and ends once: banking.assert_line_unchanged
  'chains.movement', // as the chain tells it, back and forth in a reorganisation
  'chains.operation', // chains.assert_operation_ends_once
  'chains.transaction', // as its operations
  'compliance.hit', // compliance.assert_hit_decided
  'compliance.list_version', // compliance.assert_version_replaced
  'trading.client_order', // trading.assert_order_step
  'work.intent', // work.assert_intent_step
]

test('every table of ours with a state is guarded by its machine', async () => {
  const unguarded = await database.owner.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where column_name = 'state' and table_type = 'BASE TABLE'
       and table_schema not in ('pg_catalog', 'information_schema', 'jobs')
       and not exists (select from pg_trigger
         where tgrelid = (table_schema || '.' || table_name)::regclass and tgfoid = 'state.enforce'::regproc)`,
  )
  expect(unguarded.map(({ name }) => name).toSorted()).toEqual(withoutMachine)
})
