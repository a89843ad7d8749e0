import { statesOf, machines, isDone, type Machine } from '@specie/protocol/machines.ts'
import { standingRows, standings } from '@specie/protocol/standing.ts'
import type { Tx } from '@specie/service/base/database/db.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { guardedBy, insert, put, errorOf, undone } from './rows.ts'

// The table of open operations of a stopped institution (protocol/src/standing.ts), row by row, in the database itself: for any
// writer of the state, what must wait is on hold, and what may continue is not.

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

/** None of these operations has left: the ones that would end wait. */
const waits = new Set(['waits', 'is returned', 'stays', 'ends'])

async function stoppedThings(tx: Tx, standing: string | null, kind: string, state: string): Promise<boolean> {
  const table = tables[kind]!
  await guardedBy(tx, 'compliance.mark_held_items', 'compliance.hold', table)
  await put(tx, 'directory.institution', { id: acme, standing })
  await put(tx, table, { id: one, institution_id: acme, state, on_hold: false })
  await tx.query(`select state.set_actor('officer', 'a test', now())`)
  await tx.query('select compliance.hold_open_items($1)', [acme])
  const [row] = await tx.query<{ on_hold: boolean }>(`select on_hold from ${table} where id = $1`, [one])
  return row!.on_hold
}

const held = standingRows.filter(({ kind }) => kind in tables)

describe.each(held.map((row) => [`${row.kind} ${row.state}`, row] as const))('%s', (_name, row) => {
  test.each([
    ['suspended', row.suspended],
    ['offboarded', row.offboarded],
    [null, 'continues'],
  ] as const)('of an institution whose standing is %s: %s', (standing, course) =>
    undone(database.owner, async (tx) => {
      expect(await stoppedThings(tx, standing, row.kind, row.state)).toBe(waits.has(course))
    }),
  )
})

test('every open state has its row', () => {
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

describe.each(statesOf(machines.kyb_case))('a KYB case that is %s', (state) => {
  const decided = { suspended: 'suspended', review_overdue: 'suspended', offboarded: 'offboarded' } as Record<
    string,
    string
  >
  const standing = decided[state] ?? null

  async function moved(tx: Tx): Promise<void> {
    await guardedBy(tx, 'onboarding.update_standing', 'onboarding.kyb_case')
    await guardedBy(tx, 'onboarding.assert_standing_derived', 'directory.institution')
    const from = standing === null ? 'suspended' : null
    await put(tx, 'directory.institution', { id: acme, standing: from })
    await put(tx, 'onboarding.kyb_case', { institution_id: acme, state: from ?? 'approved' })
    await tx.query('update onboarding.kyb_case set state = $2 where institution_id = $1', [acme, state])
  }

  test(`gives its institution the standing ${standing}`, () =>
    undone(database.owner, async (tx) => {
      await moved(tx)
      expect(await tx.query('select standing from directory.institution where id = $1', [acme])).toEqual([{ standing }])
    }))

  test('refuses every other standing', () =>
    undone(database.owner, async (tx) => {
      await moved(tx)
      for (const other of ['suspended', 'offboarded', null].filter((one) => one !== standing)) {
        const write = () => tx.query('update directory.institution set standing = $2 where id = $1', [acme, other])
        expect(await errorOf(tx, write)).toBe(
          `the KYB case of institution ${acme} does not decide the standing ${other}`,
        )
      }
    }))
})

test('an institution begins without a standing', () =>
  undone(database.owner, async (tx) => {
    const begin = () => insert(tx, 'directory.institution', { id: acme, name: 'Acme', standing: 'offboarded' })
    expect(await errorOf(tx, begin)).toBe(`the KYB case of institution ${acme} does not decide the standing offboarded`)
  }))
