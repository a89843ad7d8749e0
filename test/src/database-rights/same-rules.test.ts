import { isDone, machines, statesOf, type Machine } from '@specie/protocol/machines.ts'
import { freshMs } from '@specie/service/people/session/session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'

// Rules that are both in the database and in the code are equal (ADR 76). protocol/src/machines.ts defines the open states;
// predicates of indexes need literals.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test.each(Object.values(machines) as Machine[])('$name: the database knows the open states', async (machine) => {
  const states = statesOf(machine)
  const rows = await database.app.query<{ state: string; open: boolean }>(
    'select state, state.is_open($1, state) as open from unnest($2::text[]) state',
    [machine.name, states],
  )
  expect(Object.fromEntries(rows.map(({ state, open }) => [state, open]))).toEqual(
    Object.fromEntries(states.map((state) => [state, !isDone(machine, state)])),
  )
})

test('every state in the predicate of an index is one of the machine of its table', async () => {
  const rows = await database.owner.query<{ name: string; machine: string; predicate: string }>(
    `select i.indexrelid::regclass::text as name, split_part(encode(t.tgargs, 'escape'), '\\000', 1) as machine,
       pg_get_expr(i.indpred, i.indrelid) as predicate
     from pg_index i join pg_trigger t on t.tgrelid = i.indrelid and t.tgfoid = 'state.enforce'::regproc and t.tgname = 'moves'
     where i.indpred is not null`,
  )
  const named = rows.flatMap(({ name, machine, predicate }) => {
    const lists = predicate.matchAll(/\bstate (?:=|<>) (?:(?:ANY|ALL) \(ARRAY\[([^\]]*)\]|'(\w+)'::text)/g)
    const states = [...lists].flatMap(
      ([, list, one]) => one ?? [...list!.matchAll(/'(\w+)'/g)].map(([, state]) => state!),
    )
    return states.map((state) => ({ name, machine, state }))
  })
  expect(named.length).toBeGreaterThan(40)
  const byName = new Map((Object.values(machines) as Machine[]).map((machine) => [machine.name, statesOf(machine)]))
  expect(named.filter(({ machine, state }) => !byName.get(machine)!.includes(state))).toEqual([])
})

test.each([
  [
    'issuance.redemption_promised',
    `select * from treasury.promise where kind = 'redemption' and chain = 'ETH' and asset = 'VCHF'`,
  ],
  [
    'issuance.trade_promised',
    `select * from treasury.promise where kind = 'mint' and chain = 'ETH' and asset = 'VCHF'`,
  ],
  [
    'rails.payment_promised',
    `select * from treasury.promise where kind = 'payment' and chain = 'ETH' and asset = 'VCHF'`,
  ],
  [
    'transfers.promised',
    `select * from treasury.promise where kind = 'withdrawal' and chain = 'ETH' and asset = 'VCHF'`,
  ],
  ['transfers.withdrawal_source', `select * from treasury.set_aside where kind = 'withdrawal' and asset = 'ETH'`],
])('%s finds open rows', async (index, query) => {
  const plan = await database.owner.tx(async (tx) => {
    await tx.query('set local enable_seqscan = off')
    return tx.query<{ 'QUERY PLAN': string }>(`explain ${query}`)
  })
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain(index.split('.')[1])
})

test('an approval needs the same fresh factor as the gate', async () => {
  const [row] = await database.owner.query<{ text: string }>(
    `select substring(prosrc from $$factor_at < at - interval '([^']+)'$$) as text from pg_proc where proname = 'decide_approval'`,
  )
  expect(row!.text).toBe(`${freshMs / 60_000} minutes`)
})
