import { isDone, machines, statesOf, type Machine } from '@specie/protocol/machines.ts'
import { needsTwoPeople } from '@specie/protocol/people/approvals/approvals.ts'
import type { Side } from '@specie/protocol/people/roles.ts'
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

test('a role takes two people to give on the side where it decides, or does not go with administrator', async () => {
  const rows = await database.app.query<{ side: Side; name: string; two: boolean }>(
    `select side, name, people.needs_two_people(side, name) as two
     from (select distinct side from people.role) s cross join (select distinct name from people.role) r`,
  )
  expect(rows.length).toBeGreaterThan(15)
  expect(rows.filter(({ side, name, two }) => two !== needsTwoPeople(side, name))).toEqual([])
})

test('a wallet is usable while it is active and its Travel Rule exchange complete, and gone when it has ended', async () => {
  const { withdrawal_address: wallet } = machines
  const statuses = ['missing', 'complete']
  const rows = await database.app.query<{ state: string; status: string; usability: string }>(
    `select state, status, destinations.usability(state, status) as usability
     from unnest($1::text[]) state cross join unnest($2::text[]) status`,
    [statesOf(wallet), statuses],
  )
  const expected = (state: string, status: string): string => {
    if (isDone(wallet, state as never)) return 'gone'
    return state === 'active' && status === 'complete' ? 'usable' : 'waits'
  }
  expect(rows.map(({ usability }) => usability)).toEqual(rows.map(({ state, status }) => expected(state, status)))
})
