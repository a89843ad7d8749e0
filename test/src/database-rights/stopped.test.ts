import { machines, statesOf, transitions } from '@specie/protocol/machines.ts'
import type { Tx } from '@specie/service/base/database/db.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { guardedBy, insert, lockOn, put, errorOf, undone, wentThrough } from './rows.ts'

// The effect of a hold in the database itself, by any actor: it marks its subject, and no money leaves for that.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const one = '00000000-0000-4000-8000-000000000001'
const two = '00000000-0000-4000-8000-000000000002'
const three = '00000000-0000-4000-8000-000000000003'

const operations = [
  ['banking.wire', 'wire'],
  ['issuance.mint', 'mint'],
  ['issuance.redemption', 'redemption'],
  ['rails.payment', 'payment'],
  ['rails.rail', 'payment_rail'],
  ['transfers.deposit', 'deposit'],
  ['transfers.withdrawal', 'withdrawal'],
] as const

const early = '2026-01-01T00:00:00.000Z'
const late = '2026-01-02T00:00:00.000Z'
const marks = ['compliance.mark_held_item', 'compliance.mark_held_items']

describe.each(operations)('%s', (table, which) => {
  const machine = machines[which] as unknown as (typeof machines)['mint']

  const marking = <T>(work: (tx: Tx) => Promise<T>) =>
    undone(database.owner, async (tx) => {
      await guardedBy(tx, marks, 'compliance.hold', table)
      return work(tx)
    })
  const rowOf = async (tx: Tx, id: string) => {
    const [row] = await tx.query<{ on_hold: boolean; updated_at: Date }>(
      `select on_hold, updated_at from ${table} where id = $1`,
      [id],
    )
    return { onHold: row!.on_hold, at: row!.updated_at.toISOString() }
  }
  const changes = (tx: Tx) =>
    tx.query(
      'select machine, subject, from_state, to_state, actor, why, at, hold, institution_id from state.history order by at',
    )

  test('is marked at once, under a lock that its release takes too; other rows are not', () =>
    marking(async (tx) => {
      for (const id of [one, two]) await put(tx, table, { id, state: machine.initial, updated_at: early })
      await insert(tx, 'compliance.hold', { subject_id: one, state: 'placed', updated_at: late })
      expect(await rowOf(tx, one)).toEqual({ onHold: true, at: late })
      expect(await rowOf(tx, two)).toEqual({ onHold: false, at: early })
      expect([await lockOn(tx, `hold ${one}`), await lockOn(tx, `hold ${two}`)]).toEqual(['exclusive', 'none'])
    }))

  test('appears in its history, unless its state shows it', () =>
    marking(async (tx) => {
      for (const state of statesOf(machine)) {
        await tx.query('savepoint state')
        await put(tx, table, { id: one, state, institution_id: two, updated_at: late })
        // Another machine's steps from a state of the same name are irrelevant here.
        await put(tx, 'state.transition', { machine: 'another', from_state: state, event: 'hold', to_state: 'held' })
        // The second one changes nothing: it is on hold already.
        for (const id of [two, three])
          await insert(tx, 'compliance.hold', { id, subject_id: one, state: 'placed', updated_at: early })
        expect(await rowOf(tx, one)).toEqual({ onHold: true, at: late })
        const steps: { from: string; event: string }[] = transitions(machine)
        const tells = steps.some(({ from, event }) => from === state && ['screen', 'hold'].includes(event))
        const entry = {
          machine: which,
          subject: one,
          from_state: state,
          to_state: state,
          actor: 'compliance',
          why: 'hold',
          at: new Date(early),
          hold: 'placed',
          institution_id: two,
        }
        const isSilent = tells || state === ('held' as string)
        expect(await changes(tx), state).toEqual(isSilent ? [] : [entry])
        await tx.query(`update compliance.hold set state = 'released', updated_at = $1`, [late])
        expect((await rowOf(tx, one)).onHold).toBe(false)
        const freed = { ...entry, at: new Date(late), hold: 'ended' }
        expect(await changes(tx), state).toEqual(isSilent ? [] : [entry, freed])
        await tx.query('rollback to savepoint state')
      }
    }))

  test('stays marked until the last of its holds is released, or concluded', () =>
    marking(async (tx) => {
      await put(tx, table, { id: one, state: machine.initial })
      for (const id of [two, three]) await insert(tx, 'compliance.hold', { id, subject_id: one, state: 'placed' })
      const after = async (set: string, id: string) => {
        await tx.query(`update compliance.hold set ${set} where id = $1`, [id])
        return (await rowOf(tx, one)).onHold
      }
      expect(await after(`state = 'released'`, two)).toBe(true)
      expect(await after(`state = 'rejected'`, three)).toBe(true)
      expect(await after('concluded_at = now()', three)).toBe(false)
    }))

  test('a moved hold marks its new subject, and no longer the old one', () =>
    marking(async (tx) => {
      for (const id of [one, two]) await put(tx, table, { id, state: machine.initial })
      await insert(tx, 'compliance.hold', { subject_kind: 'mint', subject_id: null, state: 'placed' })
      const marks = async () => [(await rowOf(tx, one)).onHold, (await rowOf(tx, two)).onHold]
      expect(await marks()).toEqual([false, false])
      await tx.query('update compliance.hold set subject_id = $1', [one])
      expect(await marks()).toEqual([true, false])
      await tx.query('update compliance.hold set subject_id = $1', [two])
      expect(await marks()).toEqual([false, true])
      await tx.query('update compliance.hold set subject_id = null')
      expect(await marks()).toEqual([false, false])
    }))
})

test('a hold on a subject without a row that can be held marks nothing, and takes no lock', () =>
  undone(database.owner, async (tx) => {
    await guardedBy(tx, marks, 'compliance.hold')
    await insert(tx, 'compliance.hold', { subject_id: one, state: 'placed' })
    expect(await lockOn(tx, `hold ${one}`)).toBe('none')
    expect(await tx.query('select from state.lock_holdable($1)', [one])).toEqual([])
  }))

/** With only these holds, parts and addresses. */
async function world(tx: Tx, guard: string | null, ...tables: string[]): Promise<void> {
  await guardedBy(tx, guard, 'compliance.hold', 'compliance.part', 'destinations.address', ...tables)
}

describe('is stopped', () => {
  test.each([
    ['placed', null, true],
    ['under_review', null, true],
    ['frozen', null, true],
    ['released', null, false],
    ['rejected', null, true],
    ['rejected', early, false],
  ])('by a hold that is %s and was concluded at %s: %s', (state, concluded_at, stopped) =>
    undone(database.owner, async (tx) => {
      await world(tx, null)
      await put(tx, 'compliance.hold', { subject_id: one, state, concluded_at })
      const ask = async (id: string) => (await tx.query('select compliance.is_stopped($1) as stopped', [id]))[0]
      expect(await ask(one)).toEqual({ stopped })
      expect(await ask(two)).toEqual({ stopped: false })
    }),
  )

  test('as a part by a hold on the whole, and not vice versa', () =>
    undone(database.owner, async (tx) => {
      await world(tx, null)
      await put(tx, 'compliance.part', { id: one, whole: two })
      const stopped = async () => {
        const rows = await tx.query<{ thing: string }>(
          `select thing from unnest($1::uuid[]) thing where compliance.is_stopped(thing) order by 1`,
          [[one, two, three]],
        )
        return rows.map(({ thing }) => thing)
      }
      await tx.query('savepoint none')
      await put(tx, 'compliance.hold', { subject_id: two, state: 'placed' })
      expect(await stopped()).toEqual([one, two])
      await tx.query('rollback to savepoint none')
      await put(tx, 'compliance.hold', { subject_id: one, state: 'placed' })
      expect(await stopped()).toEqual([one])
    }))
})

test('the last check names rows on hold and unusable addresses, and the others cannot be stopped meanwhile', () =>
  undone(database.owner, async (tx) => {
    await world(tx, null)
    await put(tx, 'compliance.part', { id: one, whole: two })
    await put(tx, 'compliance.hold', { subject_id: two, state: 'placed' })
    const [usable, closed] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000c']
    await put(tx, 'destinations.address', { id: usable, state: 'active', travel_rule_status: 'complete' })
    await put(tx, 'destinations.address', { id: closed, state: 'suspended' })
    const rows = await tx.query<{ id: string }>('select compliance.stopped_among($1) as id', [
      [one, one, three, usable, closed],
    ])
    expect(rows.map(({ id }) => id).toSorted()).toEqual([one, closed])
    for (const id of [one, two, three, usable, closed]) expect(await lockOn(tx, `hold ${id}`)).toBe('shared')
  }))

test.each(['chains.operation', 'banking.payout'])('nothing begins in %s for a row on hold', (table) =>
  undone(database.owner, async (tx) => {
    await world(tx, 'compliance.refuse_effect', table)
    await put(tx, 'compliance.hold', { subject_id: one, state: 'placed' })
    const begins = (subject: string) => errorOf(tx, () => insert(tx, table, { subject, state: 'queued' }))
    expect(await begins(one)).toBe(`${one} is on hold: ${table.split('.')[1]} cannot begin an effect for it`)
    expect(await begins(two)).toBe(wentThrough)
  }),
)

describe('a transaction is not signed', () => {
  type Carried = {
    operation: string
    in: string
    subject: string
    address?: string
    recipient?: string
    amount?: number
    asset?: string
    chain?: string
  }
  type Exchanges = Record<string, { says?: object[]; more?: object; message?: object }>

  const wallet = '0xAbcd'
  const otherWallet = '0xfeed'
  const there = { blockchain: 'ETH', travel_address: 'ta1' }
  const approves = (address: string) => ({ kind: 'approved', address, callback: 'https://their.example' })

  /** An outgoing exchange about the transfer with the same id, approved by its provider. */
  async function exchange(
    tx: Tx,
    id: string,
    { says = [approves('0xabcd')], more = {}, message = {} }: Exchanges[string],
  ) {
    const transfer = { subject_id: id, address_id: addresses[3]!, wallet, asset: 'VCHF', amount: 5, ...there }
    await put(tx, 'compliance.exchange', {
      id,
      direction: 'out',
      institution_id: one,
      state: 'approved',
      ...transfer,
      ...more,
    })
    for (const one of says) {
      const received = { exchange_id: id, way: 'received', kind: 'resolution', authentic: true, sealed_body: 'x' }
      await put(tx, 'compliance.exchange_message', { ...received, says: JSON.stringify(one), ...message })
    }
  }

  /** The error on saving the first bytes of transaction `one`. */
  const signed = (carried: Carried[], exchanges: Exchanges = { [one]: {}, [two]: { more: { state: 'conflict' } } }) =>
    undone(database.owner, async (tx) => {
      await world(tx, 'chains.refuse_bytes', 'chains.attempt', 'chains.carried', 'chains.operation')
      await put(tx, 'compliance.hold', { subject_id: three, state: 'placed' })
      for (const [n, state] of ['active', 'suspended', 'revoked'].entries())
        await put(tx, 'destinations.address', { id: addresses[n]!, state, travel_rule_status: 'complete' })
      const hosted = { state: 'active', travel_rule_status: 'complete', ownership: 'vasp', ...there }
      await put(tx, 'destinations.address', { id: addresses[3]!, address: wallet, ...hosted })
      await put(tx, 'destinations.address', { id: addresses[4]!, address: otherWallet, ...hosted })
      for (const [id, more] of Object.entries(exchanges)) await exchange(tx, id, more)
      for (const { operation, in: transaction_id, subject, address = null, ...more } of carried) {
        const coins = { chain: 'ETH', asset: 'VCHF', amount: 5, recipient: wallet, ...more }
        await put(tx, 'chains.operation', { id: operation, subject, address_id: address, ...coins })
        await put(tx, 'chains.carried', { operation_id: operation, transaction_id })
      }
      return errorOf(tx, () => insert(tx, 'chains.attempt', { transaction_id: one, number: 1 }))
    })
  const addresses = ['a', 'b', 'c', 'd', 'e'].map((end) => `00000000-0000-4000-8000-00000000000${end}`)
  const refusal = `transaction ${one} carries an item on hold: it cannot be signed`

  test.each<[string, Carried[], string]>([
    ['one without a hold is signed', [{ operation: one, in: one, subject: one }], wentThrough],
    [
      'one to a usable address is signed',
      [{ operation: one, in: one, subject: one, address: addresses[0]! }],
      wentThrough,
    ],
    ['on hold', [{ operation: one, in: one, subject: three }], refusal],
    ['to a suspended address', [{ operation: one, in: one, subject: one, address: addresses[1]! }], refusal],
    ['to a revoked address', [{ operation: one, in: one, subject: one, address: addresses[2]! }], refusal],
    [
      'one to a hosted wallet whose provider has approved it is signed',
      [{ operation: one, in: one, subject: one, address: addresses[3]! }],
      wentThrough,
    ],
    [
      'to a hosted wallet, and the messages of its provider contradict each other',
      [{ operation: one, in: one, subject: two, address: addresses[3]! }],
      refusal,
    ],
    [
      'to a hosted wallet whose provider was not asked',
      [{ operation: one, in: one, subject: addresses[0]!, address: addresses[3]! }],
      refusal,
    ],
    [
      'one of two on hold',
      [
        { operation: one, in: one, subject: one },
        { operation: two, in: one, subject: three },
      ],
      refusal,
    ],
    [
      'another transaction on hold: this one is signed',
      [
        { operation: one, in: one, subject: one },
        { operation: two, in: two, subject: three },
      ],
      wentThrough,
    ],
  ])('%s', async (_what, carried, answer) => {
    expect(await signed(carried)).toBe(answer)
  })

  const toHosted: Carried = { operation: one, in: one, subject: one, address: '00000000-0000-4000-8000-00000000000d' }
  const agreed = (...exchange: Exchanges[string][]) => signed([toHosted], { [one]: exchange[0]! })

  test('to a hosted wallet without a message in which its provider approves this wallet, for any state of the exchange', async () => {
    expect(await agreed({})).toBe(wentThrough)
    expect(await agreed({ says: [approves(wallet), approves(` ${wallet} `)] })).toBe(wentThrough)
    expect(await agreed({ more: { state: 'confirmed' } })).toBe(wentThrough)
    for (const state of ['approved', 'confirmed', 'not_required'])
      expect(await agreed({ says: [], more: { state } }), state).toBe(refusal)
    expect(await agreed({ says: [approves(otherWallet)] })).toBe(refusal)
    expect(await agreed({ says: [approves(wallet), approves(otherWallet)] })).toBe(refusal)
    expect(await agreed({ says: [approves(wallet), { kind: 'rejected', reason: null }] })).toBe(refusal)
    expect(await agreed({ says: [{ kind: 'pending' }] })).toBe(refusal)
    expect(await agreed({ message: { authentic: false } })).toBe(refusal)
    expect(await agreed({ message: { way: 'sent' } })).toBe(refusal)
    expect(await agreed({ message: { sealed_body: null } })).toBe(refusal)
  })

  test('to a hosted wallet if the approval is about another transfer', async () => {
    const others = [{ amount: 6 }, { asset: 'VGBP' }, { chain: 'BASE' }, { recipient: otherWallet }]
    for (const other of others) expect(await signed([{ ...toHosted, ...other }]), JSON.stringify(other)).toBe(refusal)
    expect(await signed([{ ...toHosted, address: addresses[4]!, recipient: otherWallet }])).toBe(refusal)
    expect(await agreed({ more: { address_id: addresses[4] } })).toBe(refusal)
    expect(await agreed({ more: { direction: 'in', peer: 'their.example' } })).toBe(refusal)
    expect(await agreed({ more: { travel_address: 'ta2' } })).toBe(refusal)
  })
})
