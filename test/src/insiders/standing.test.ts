import { statesOf, machines, isDone, type Machine } from '@specie/protocol/machines.ts'
import { standingRows, standings } from '@specie/protocol/standing.ts'
import type { Tx } from '@specie/service/base/database/db.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { guardedBy, put, undone } from './rows.ts'

// The table of what happens to things under way when their institution is stopped (protocol/src/standing.ts), row by row, in the
// database itself: whoever writes the state, what must wait is on hold, and what may go on is not.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const acme = '00000000-0000-4000-8000-00000000000a'
const one = '00000000-0000-4000-8000-000000000001'

const tables: Record<string, string> = {
  mint: 'issuance.mint',
  redemption: 'issuance.redemption',
  withdrawal: 'transfers.withdrawal',
  deposit: 'transfers.deposit',
  wire: 'banking.wire',
  payment_rail: 'rails.rail',
  payment: 'rails.payment',
}

/** Nothing of these things has left: what would end waits. */
const waits = new Set(['waits', 'goes back', 'stays', 'ends'])

async function stoppedThings(tx: Tx, kyb: string, kind: string, state: string): Promise<boolean> {
  const table = tables[kind]!
  await guardedBy(tx, 'compliance.mark_new', 'compliance.hold', table)
  await put(tx, 'onboarding.kyb_case', { institution_id: acme, state: kyb })
  await put(tx, table, { id: one, institution_id: acme, state, on_hold: false })
  await tx.query(`select state.acting('officer', 'a test', now())`)
  await tx.query('select compliance.stop_things($1)', [acme])
  const [row] = await tx.query<{ on_hold: boolean }>(`select on_hold from ${table} where id = $1`, [one])
  return row!.on_hold
}

const held = standingRows.filter(({ kind }) => kind in tables)

describe.each(held.map((row) => [`${row.kind} ${row.state}`, row] as const))('%s', (_name, row) => {
  test.each([
    ['suspended', row.suspended],
    ['review_overdue', row.suspended],
    ['offboarded', row.offboarded],
    ['approved', 'goes on'],
  ])('of an institution that is %s: %s', (kyb, course) =>
    undone(database.owner, async (tx) => {
      expect(await stoppedThings(tx, kyb, row.kind, row.state)).toBe(waits.has(course))
    }),
  )
})

test('every state in which something is left to happen has its row', () => {
  const missing = Object.keys(tables).flatMap((kind) => {
    const machine = machines[kind as 'mint'] as unknown as Machine
    const rows: object = standings[kind as 'mint']
    return statesOf(machine)
      .filter((state) => !isDone(machine, state) && !(state in rows))
      .map((state) => `${kind} ${state}`)
  })
  expect(missing).toEqual([])
})

test('the database holds the same table', async () => {
  const rows = await database.owner.query('select * from state.standing order by machine, in_state')
  const ours = standingRows.map(({ kind: machine, state: in_state, ...rest }) => ({ machine, in_state, ...rest }))
  const byName = (a: { machine: string; in_state: string }, b: typeof a) =>
    `${a.machine} ${a.in_state}` < `${b.machine} ${b.in_state}` ? -1 : 1
  expect(rows).toEqual(ours.toSorted(byName))
})
