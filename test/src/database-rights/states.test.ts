import { machines, statesOf, transitions } from '@specie/protocol/machines.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { guardedBy, insert, put, errorOf, undone, wentThrough } from './rows.ts'

// S1 for every machine, by SQL, for any sender: also the owner of the tables. states.test.ts tests how the service makes a row;
// here it is inserted directly, so that each pair of states can be tried.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

type Machine = (typeof machines)['kyb_case']

const tables: [table: string, machine: keyof typeof machines][] = [
  ['banking.payout', 'payout'],
  ['banking.wire', 'wire'],
  ['compliance.exchange', 'travel_rule'],
  ['compliance.hold', 'hold'],
  ['destinations.address', 'withdrawal_address'],
  ['onboarding.agreement', 'agreement'],
  ['access.api_key', 'api_key'],
  ['onboarding.kyb_case', 'kyb_case'],
  ['issuance.conversion', 'conversion'],
  ['issuance.mint', 'mint'],
  ['issuance.redemption', 'redemption'],
  ['rails.payment', 'payment'],
  ['rails.rail', 'payment_rail'],
  ['trading.execution', 'execution'],
  ['transfers.deposit', 'deposit'],
  ['transfers.withdrawal', 'withdrawal'],
]

type Attempt = { from: string; set: string }

/** The owner's error for each of these; only the table's machine can refuse. */
const tried = (table: string, guard: string, attempts: readonly Attempt[], actor = 'test'): Promise<string[]> =>
  undone(database.owner, async (tx) => {
    await guardedBy(tx, guard, table)
    await tx.query(`select state.set_actor($1, 'because', now())`, [actor])
    const ids = new Map<string, string>()
    for (const { from } of attempts) if (!ids.has(from)) ids.set(from, randomUUID())
    for (const [state, id] of ids) await put(tx, table, { id, state })
    const answers: string[] = []
    for (const { from, set } of attempts)
      answers.push(await errorOf(tx, () => tx.query(`update ${table} set ${set} where id = $1`, [ids.get(from)])))
    return answers
  })

describe.each(tables)('%s', (table, which) => {
  const machine = machines[which] as unknown as Machine
  const states: string[] = statesOf(machine)
  const legal = new Set<string>(transitions(machine).map(({ from, to }) => `${from} ${to}`))

  test('moves only along its table', async () => {
    const moves = states.flatMap((from) => states.filter((to) => to !== from).map((to) => ({ from, to })))
    const answers = await tried(
      table,
      'state.enforce',
      moves.map(({ from, to }) => ({ from, set: `state = '${to}'` })),
    )
    const expected = moves.map(({ from, to }) =>
      legal.has(`${from} ${to}`) ? wentThrough : `a ${which} cannot move from ${from} to ${to}`,
    )
    expect(answers).toEqual(expected)
  })

  test('has a permanent id, and moves only for a named actor', async () => {
    const from = machine.initial
    const { to } = transitions(machine).find((one) => one.from === from)!
    const [renamed] = await tried(table, 'state.enforce', [{ from, set: 'id = gen_random_uuid()' }])
    const [unnamed] = await tried(table, 'state.enforce', [{ from, set: `state = '${to}'` }], '')
    expect(renamed).toBe(`the id of a ${which} never changes`)
    expect(unnamed).toBe(`a step of a ${which} needs an actor and a reason: call state.set_actor first`)
  })
})

test('each step is recorded: actor, time, both states, reason, and institution', () =>
  undone(database.owner, async (tx) => {
    await guardedBy(tx, ['state.enforce', 'state.record_first_step'], 'issuance.mint')
    const [id, institution_id] = [randomUUID(), randomUUID()]
    const history = () =>
      tx.query('select machine, subject, from_state, to_state, actor, why, at, institution_id, hold from state.history')
    const at = new Date('2026-01-01T00:00:00.000Z')
    const acting = (actor: string) => tx.query('select state.set_actor($1, $2, $3)', [actor, 'because', at])
    await acting('ann')
    await insert(tx, 'issuance.mint', { id, institution_id, state: 'requested' })
    const entry = { machine: 'mint', subject: id, why: 'because', at, institution_id, hold: null }
    const began = { ...entry, from_state: null, to_state: 'requested', actor: 'ann' }
    expect(await history()).toEqual([began])
    await tx.query('update issuance.mint set updated_at = now()')
    expect(await history()).toEqual([began])
    await acting('bob')
    await tx.query(`update issuance.mint set state = 'screening'`)
    expect(await history()).toEqual([began, { ...entry, from_state: 'requested', to_state: 'screening', actor: 'bob' }])
  }))

test('a row begins in the initial state, and for a named actor', () =>
  undone(database.owner, async (tx) => {
    await guardedBy(tx, 'state.enforce', 'issuance.mint')
    const begun = (state: string) => errorOf(tx, () => insert(tx, 'issuance.mint', { state }))
    expect(await begun('requested')).toBe('a step of a mint needs an actor and a reason: call state.set_actor first')
    await tx.query(`select state.set_actor('', 'because', now())`)
    expect(await begun('requested')).toBe('a step of a mint needs an actor and a reason: call state.set_actor first')
    await tx.query(`select state.set_actor('ann', 'because', now())`)
    expect(await begun('requested')).toBe(wentThrough)
    expect(await begun('funded')).toBe('a mint cannot begin as funded')
  }))

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
  const [answer] = await tried('trading.client_order', 'trading.assert_order_step', [{ from, set: `state = '${to}'` }])
  expect(answer).toBe(may ? wentThrough : `an order cannot move from ${from} to ${to}`)
})
