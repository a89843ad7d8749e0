import { machines, statesOf } from '@specie/protocol/machines.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { guardedBy, put, undone } from '@specie/test/database-rights/rows.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../base/database/db.ts'

// Promised, reserved and prepaid amounts, by state, according to the database.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const id = '00000000-0000-4000-8000-000000000001'
const other = '00000000-0000-4000-8000-000000000002'
const owner = '00000000-0000-4000-8000-000000000003'
const day = '2026-01-01'

type Row = Record<string, unknown>
type MachineName = 'withdrawal' | 'redemption' | 'mint' | 'payment' | 'deposit' | 'conversion'

/** The rows of the view with only these rows in the tables. */
const viewRows = (view: string, rows: [table: string, row: Row][]): Promise<Row[]> =>
  undone(database.owner, async (tx) => {
    await guardedBy(tx, null, ...new Set(rows.map(([table]) => table)))
    for (const [table, row] of rows) await put(tx, table, row)
    return tx.query(`select * from ${view} order by 1, 2`)
  })

/** The states of a machine in which a row is in a view. */
const statesIn = (view: string, table: string, machine: MachineName, row: Row): Promise<string[]> =>
  undone(database.owner, async (tx) => {
    await guardedBy(tx, null, table)
    const found: string[] = []
    for (const state of statesOf(machines[machine] as unknown as (typeof machines)['mint'])) {
      await tx.query('savepoint state')
      await put(tx, table, { ...row, state })
      if ((await tx.query(`select from ${view}`)).length > 0) found.push(state)
      await tx.query('rollback to savepoint state')
    }
    return found
  })

const allExcept = (machine: MachineName, ...without: string[]): string[] =>
  statesOf(machines[machine] as unknown as (typeof machines)['mint']).filter((state) => !without.includes(state))

const coins = { id, asset: 'VCHF', blockchain: 'ETH', quantity: 7 }
const traded = { ...coins, fulfilment: 'trade', destination: 'cold' }
const paid = { id, blockchain: 'ETH', received_currency: 'VCHF', received: 7 }

describe('coins of a chain are promised', () => {
  test.each<[table: string, kind: MachineName, row: Row, states: string[]]>([
    [
      'transfers.withdrawal',
      'withdrawal',
      coins,
      allExcept('withdrawal', 'completed', 'rejected', 'canceled', 'failed'),
    ],
    ['issuance.redemption', 'redemption', coins, allExcept('redemption', 'settled', 'rejected', 'failed')],
    ['issuance.mint', 'mint', traded, allExcept('mint', 'settled', 'rejected', 'canceled', 'failed')],
    ['rails.payment', 'payment', paid, allExcept('payment', 'completed', 'returned', 'credited')],
    ['transfers.deposit', 'deposit', coins, ['screening', 'below_minimum', 'held', 'returning', 'frozen']],
  ])('in %s, while it is under way', async (table, kind, row, states) => {
    expect(await statesIn('treasury.promise', table, kind, row)).toEqual(states)
    const [promise] = await viewRows('treasury.promise', [[table, { ...row, state: states[0] }]])
    expect(promise).toEqual({ kind, subject: id, chain: 'ETH', asset: 'VCHF', amount: 7n })
  })

  test.each<[what: string, table: string, row: Row]>([
    ['fiat', 'transfers.withdrawal', { ...coins, blockchain: null }],
    ['crypto at a deposit address', 'transfers.withdrawal', { ...coins, source: 1 }],
    ['a redemption that was burned', 'issuance.redemption', { ...coins, booked_at: day }],
    ['what is issued', 'issuance.mint', { ...traded, fulfilment: 'issuance' }],
    ['what stays on the platform', 'issuance.mint', { ...traded, destination: null }],
    ['a trade that has arrived', 'issuance.mint', { ...traded, booked_at: day }],
    ['a payment of fiat', 'rails.payment', { ...paid, blockchain: null }],
    ['a payment that was burned', 'rails.payment', { ...paid, booked_at: day }],
  ])('allExcept not %s', async (_what, table, row) => {
    expect(await viewRows('treasury.promise', [[table, { ...row, state: 'screening' }]])).toEqual([])
  })
})

describe('crypto at an address is reserved', () => {
  const out = { id, asset: 'ETH', quantity: 7, fee: 2, source: 5, source_owner: owner }
  const leg = { id, conversion_id: other, owner, source: 5, amount: 7, reserved: 2 }

  test('for a withdrawal while it is open, with the possible network fee', async () => {
    const states = allExcept('withdrawal', 'completed', 'rejected', 'canceled', 'failed')
    expect(await statesIn('treasury.set_aside', 'transfers.withdrawal', 'withdrawal', out)).toEqual(states)
    const aside = async (row: Row) =>
      (await viewRows('treasury.set_aside', [['transfers.withdrawal', { ...row, state: 'sending' }]]))[0]
    const shape = { kind: 'withdrawal', subject: id, owner, source: 5 }
    expect(await aside(out)).toEqual({ ...shape, asset: 'ETH', amount: 9n })
    // The network fee is paid in ether.
    expect(await aside({ ...out, asset: 'USDC' })).toEqual({ ...shape, asset: 'USDC', amount: 7n })
    expect(await aside({ ...out, source: null })).toBeUndefined()
  })

  test('for each transfer of a conversion until it has ended', async () => {
    const conversions: [string, Row][] = [
      ['issuance.conversion', { id: other, sell: 'ETH', state: 'sending' }],
      ['issuance.conversion', { id: owner, sell: 'BTC', state: 'sending' }],
    ]
    const aside = (outcome: string | null) =>
      viewRows('treasury.set_aside', [...conversions, ['issuance.conversion_leg', { ...leg, outcome }]])
    expect(await aside(null)).toEqual([{ kind: 'conversion', subject: id, asset: 'ETH', owner, source: 5, amount: 9n }])
    expect(await aside('delivered')).toEqual([])
    expect(await aside('failed')).toEqual([])
  })
})

describe('the claims of an address’s owner', () => {
  const amounts = async (rows: [string, Row][]) =>
    (await viewRows('treasury.claim', rows)).map(({ kind, amount }) => [kind, amount])
  const deposit = { id, institution_id: owner, asset: 'ETH', quantity: 7 }
  const out = { id, institution_id: owner, asset: 'ETH', quantity: 7, fee: 2, source: 5 }
  const sold = { id, institution_id: owner, sell: 'ETH', held: 7, network_fee: 2 }

  test('are its uncredited deposits, at any address', async () => {
    const waiting = ['screening', 'below_minimum', 'held', 'returning']
    expect(await statesIn('treasury.claim', 'transfers.deposit', 'deposit', deposit)).toEqual(waiting)
    const of = (row: Row) => amounts([['transfers.deposit', { ...deposit, ...row, state: 'held' }]])
    expect(await of({})).toEqual([['uncredited', 7n]])
    // Assigned crypto is still at another address until it is collected.
    expect(await of({ assigned_at: day })).toEqual([])
    expect(await of({ assigned_at: day, collected_at: day })).toEqual([['uncredited', 7n]])
  })

  test('are its balance, less its outgoing amounts', async () => {
    const before = ['requested', 'screening', 'travel_rule', 'held', 'approved']
    expect((await statesIn('treasury.claim', 'transfers.withdrawal', 'withdrawal', out)).toSorted()).toEqual(
      before.toSorted(),
    )
    expect(await statesIn('treasury.claim', 'issuance.conversion', 'conversion', sold)).toEqual([
      'sending',
      'converting',
    ])
    const account = { id: 900, pool: 'client', owner, asset: 'ETH', side: 'credit', floored: true, version: 1 }
    const rows: [string, Row][] = [
      ['ledger.account', { ...account, name: 'pending', balance: 30 }],
      ['ledger.account', { ...account, id: 901, name: 'transitional', balance: 50 }],
      ['transfers.withdrawal', { ...out, state: 'approved' }],
      ['transfers.withdrawal', { ...out, id: other, source: null, state: 'approved' }],
      ['issuance.conversion', { ...sold, state: 'converting' }],
      ['issuance.conversion', { ...sold, id: other, state: 'filled' }],
    ]
    const inOrder = (await amounts(rows)).toSorted(([, a], [, b]) => Number(b) - Number(a))
    expect(inOrder).toEqual([
      ['balance', 30n],
      ['leaving', -5n],
      ['leaving', -9n],
    ])
  })
})

describe('coins and fees on their way', () => {
  test('a credited deposit is uncollected while it is at an address of ours', async () => {
    const row = { ...coins, source: 3 }
    expect(await statesIn('treasury.uncollected', 'transfers.deposit', 'deposit', row)).toEqual(['credited'])
    const of = (more: Row) =>
      viewRows('treasury.uncollected', [['transfers.deposit', { ...coins, ...more, state: 'credited' }]])
    expect(await of({ source: 3 })).toEqual([{ chain: 'ETH', asset: 'VCHF', amount: 7n }])
    expect(await of({ at_key: 'minter' })).toHaveLength(1)
    expect(await of({})).toEqual([])
    expect(await of({ source: 3, collected_at: day })).toEqual([])
  })

  test('a withdrawal is unsent until it is queued for its chain', async () => {
    const states = allExcept('withdrawal', 'completed', 'rejected', 'canceled', 'failed', 'sending', 'confirming')
    expect(await statesIn('treasury.unsent', 'transfers.withdrawal', 'withdrawal', coins)).toEqual(states)
    const fiat: [string, Row] = ['transfers.withdrawal', { ...coins, blockchain: null, state: 'approved' }]
    expect(await viewRows('treasury.unsent', [fiat])).toEqual([])
  })

  test('the fee of a withdrawal is refundable while it can return', async () => {
    const row = { ...coins, fee: 2 }
    const states = await statesIn('treasury.refundable_fee', 'transfers.withdrawal', 'withdrawal', row)
    expect(states.toSorted()).toEqual(['confirming', 'held', 'sending'])
    const of = (more: Row) =>
      viewRows('treasury.refundable_fee', [['transfers.withdrawal', { ...row, ...more, state: 'sending' }]])
    expect(await of({})).toEqual([{ asset: 'VCHF', amount: 2n }])
    expect(await of({ blockchain: null })).toEqual([])
  })
})

/** An account of debts to the reserve with these movements, in their order. */
async function debts(tx: Tx, moves: number[], keys: string[] = []): Promise<void> {
  const balance = moves.reduce((sum, move) => sum + move, 0)
  const account = { id: 900, pool: 'client', name: 'due_to_reserve', owner: '', asset: 'CHF', side: 'credit' }
  await put(tx, 'ledger.account', { ...account, floored: true, balance, version: moves.length })
  for (const [n, move] of moves.entries()) {
    await put(tx, 'ledger.journal', { id: 900 + n, key: keys[n] ?? `test:${n}` })
    await put(tx, 'ledger.entry', { account_id: 900, version: n + 1, journal_id: 900 + n, amount: -move, balance: 0 })
  }
}
const ledger = ['ledger.account', 'ledger.journal', 'ledger.entry']

describe('debts are paid oldest first, and each as a whole', () => {
  test.each<[moves: number[], first: bigint]>([
    [[], 1n],
    [[5], 1n],
    [[5, -5], 3n],
    [[5, 7], 1n],
    [[5, -5, 7], 3n],
    [[5, 7, -5], 2n],
    [[5, 7, -12], 4n],
    [[5, 7, -5, 3], 2n],
    [[5, 7, -12, 3, 4], 4n],
  ])('after %j the first that is not paid is %s', async (moves, first) => {
    const found = await undone(database.owner, async (tx) => {
      await guardedBy(tx, null, ...ledger)
      // Another account has its own movements.
      await put(tx, 'ledger.account', { id: 999, owner: 'x', side: 'credit', floored: true, balance: 50, version: 7 })
      await put(tx, 'ledger.entry', { account_id: 999, version: 7, journal_id: 900, amount: -50, balance: 50 })
      await debts(tx, moves)
      return tx.query('select ledger.unpaid_from(900) as first')
    })
    expect(found).toEqual([{ first }])
  })

  test('also where they are booked with the opposite sign', async () => {
    const found = await undone(database.owner, async (tx) => {
      await guardedBy(tx, null, ...ledger)
      await put(tx, 'ledger.account', { id: 900, side: 'debit', floored: true, balance: 7, version: 3 })
      for (const [n, amount] of [5, 7, -5].entries())
        await put(tx, 'ledger.entry', { account_id: 900, version: n + 1, journal_id: n, amount, balance: 0 })
      return tx.query('select ledger.unpaid_from(900) as first')
    })
    expect(found).toEqual([{ first: 2n }])
  })
})

describe('money is in the reserve in advance of its coins', () => {
  const minted = { id, asset: 'VCHF', reserved: true }
  const railed = { id, sent_currency: 'VCHF', reserved: true }
  const kinds = [
    ['issuance.mint', 'mint', 'mint', minted, allExcept('mint', 'settled', 'rejected', 'canceled', 'failed')],
    ['rails.payment', 'payment', 'rail_mint', railed, allExcept('payment', 'credited')],
  ] as const

  /** With a debt of 5 for the row, then one of 7 for another; the first is paid or not. */
  const ahead = (table: string, kind: string, row: Row, isPaid: boolean, operation?: Row) =>
    undone(database.owner, async (tx) => {
      await guardedBy(tx, null, ...ledger, table, 'chains.operation')
      await debts(tx, isPaid ? [5, 7, -5] : [5, 7], [`${kind}:${id}:reserved`])
      await put(tx, table, row)
      // The opposite entry of the same journal is no debt to the reserve.
      const elsewhere = { id: 901, pool: 'client', name: 'available', owner: 'acme', asset: 'CHF', side: 'credit' }
      await put(tx, 'ledger.account', { ...elsewhere, floored: true, balance: 0, version: 1 })
      await put(tx, 'ledger.entry', { account_id: 901, version: 1, journal_id: 900, amount: 5, balance: 0 })
      if (operation) await put(tx, 'chains.operation', operation)
      return tx.query('select * from treasury.prefunded_mints')
    })

  describe.each(kinds)('of %s', (table, kind, purpose, row, states) => {
    const shape = { subject: id, coin: 'VCHF', fiat: 'CHF', amount: 5n }

    test('while it is open and its coins are not booked', async () => {
      const found = await undone(database.owner, async (tx) => {
        await guardedBy(tx, null, ...ledger, table)
        await debts(tx, [5], [`${kind}:${id}:reserved`])
        const there: string[] = []
        for (const state of statesOf(machines[kind] as unknown as (typeof machines)['mint'])) {
          await tx.query('savepoint state')
          await put(tx, table, { ...row, state })
          if ((await tx.query('select from treasury.prefunded_mints')).length > 0) there.push(state)
          await tx.query('rollback to savepoint state')
        }
        return there
      })
      expect(found).toEqual(states)
      const stays = { ...row, state: states[0] }
      expect(await ahead(table, kind, stays, false)).toEqual([{ ...shape, paid: false, under_way: false }])
      expect(await ahead(table, kind, stays, true)).toEqual([{ ...shape, paid: true, under_way: false }])
      expect(await ahead(table, kind, { ...stays, booked_at: day }, true)).toEqual([])
      expect(await ahead(table, kind, { ...stays, reserved: false }, true)).toEqual([])
    })

    test.each<[what: string, over: Row, isUnderWay: boolean]>([
      ['in line', { state: 'queued' }, true],
      ['being worked on', { state: 'working' }, true],
      ['final and unread', { state: 'final', unread: true }, true],
      ['final and read', { state: 'final', unread: false }, false],
      ['failed', { state: 'failed', unread: true }, false],
      ['canceled', { state: 'canceled', unread: true }, false],
      ['of something else', { state: 'queued', subject: other }, false],
      ['for another purpose', { state: 'queued', purpose: 'faucet' }, false],
      ['of another kind', { state: 'queued', kind: 'burn' }, false],
    ])('and its coins may come at any moment while their operation is %s', async (_what, over, isUnderWay) => {
      const operation = { purpose, subject: id, kind: 'mint', unread: false, ...over }
      const found = await ahead(table, kind, { ...row, state: states[0] }, true, operation)
      expect(found).toEqual([{ ...shape, paid: true, under_way: isUnderWay }])
    })
  })
})
