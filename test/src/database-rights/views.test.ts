import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { guardedBy, put, undone } from './rows.ts'

// The views that rooms offer to others: which rows are in them, and which are not.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

type Row = Record<string, unknown>
type Rows = readonly [table: string, row: Row][]

const ids = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `00000000-0000-4000-8000-00000000000${n}`)
const [one, two, three] = ids as [string, string, string]

const viewRows = (columns: string, view: string, rows: Rows): Promise<unknown[]> =>
  undone(database.owner, async (tx) => {
    await guardedBy(tx, null, ...new Set(rows.map(([table]) => table)))
    for (const [table, row] of rows) await put(tx, table, row)
    return tx.query(`select ${columns} from ${view} order by 1, 2`)
  })

const operation = { purpose: 'mint', kind: 'mint', asset: 'VCHF', chain: 'ETH', amount: 7, unread: false }
/** An operation in each state, final ones read and unread; their amounts distinguish them. */
const inEachState = (over: Row): Rows =>
  [
    ['queued', false, 1],
    ['working', false, 2],
    ['final', true, 3],
    ['final', false, 4],
    ['failed', true, 5],
    ['failed', false, 6],
    ['canceled', true, 7],
    ['canceled', false, 8],
  ].map(([state, unread, amount]) => [
    'chains.operation',
    { ...operation, id: ids[Number(amount) - 1], subject: ids[Number(amount) - 1], state, unread, amount, ...over },
  ])

describe('operations on chains', () => {
  test('mints that may still be issued', async () => {
    const found = await viewRows('amount, purpose, subject, asset', 'chains.coming_mint', inEachState({}))
    expect(found).toEqual(
      [1, 2, 3].map((n) => ({ amount: BigInt(n), purpose: 'mint', subject: ids[n - 1], asset: 'VCHF' })),
    )
    expect(await viewRows('amount, asset', 'chains.coming_mint', inEachState({ kind: 'burn' }))).toEqual([])
  })

  test.each(['transfer', 'burn'])('coins that leave by a %s', async (kind) => {
    const found = await viewRows('amount, chain, asset', 'chains.leaving', inEachState({ kind }))
    expect(found).toEqual([1, 2, 3].map((n) => ({ amount: BigInt(n), chain: 'ETH', asset: 'VCHF' })))
  })

  test('no coins leave by a mint', async () => {
    expect(await viewRows('amount, chain', 'chains.leaving', inEachState({}))).toEqual([])
  })

  test('open ones, or those whose end was not read', async () => {
    const found = await viewRows('subject, purpose', 'chains.current_operation', inEachState({}))
    expect(found).toEqual([1, 2, 3, 4, 5, 7].map((n) => ({ subject: ids[n - 1], purpose: 'mint' })))
  })

  test('final or sent ones with an outside recipient', async () => {
    const [sent, assigned] = [ids[6], ids[7]]
    const transactions: Rows = [
      ['chains.transaction', { id: sent, state: 'sent' }],
      ['chains.transaction', { id: assigned, state: 'assigned' }],
    ]
    const carriedBy = async (transaction_id: string | undefined, over: Row = {}) =>
      viewRows('subject, purpose', 'chains.irrevocable', [
        ...transactions,
        ...inEachState({ transaction_id: transaction_id ?? null, ...over }),
      ])
    const irrevocable = (purpose: string, ...numbers: number[]) =>
      numbers.map((n) => ({ subject: ids[n - 1], purpose }))
    for (const purpose of ['mint', 'withdrawal', 'rail_mint', 'rail_return', 'deposit_return']) {
      expect(await carriedBy(sent, { purpose })).toEqual(irrevocable(purpose, 2, 3, 4))
      expect(await carriedBy(assigned, { purpose })).toEqual(irrevocable(purpose, 3, 4))
      expect(await carriedBy(undefined, { purpose })).toEqual(irrevocable(purpose, 3, 4))
    }
    expect(await carriedBy(sent, { purpose: 'redemption' })).toEqual([])
  })

  test('those with a txid', async () => {
    const rows: Rows = [
      ['chains.operation', { ...operation, id: one, subject: one, txid: '0xaa' }],
      ['chains.operation', { ...operation, id: two, subject: two, txid: null }],
    ]
    expect(await viewRows('*', 'chains.operation_txid', rows)).toEqual([
      { purpose: 'mint', subject: one, txid: '0xaa' },
    ])
  })

  test('every hash of the transactions that carry them', async () => {
    const rows: Rows = [
      ['chains.operation', { ...operation, id: one, subject: three }],
      ['chains.operation', { ...operation, id: two, subject: two }],
      ['chains.carried', { operation_id: one, transaction_id: one }],
      ['chains.transaction', { id: one, created_at: '2026-01-01' }],
      ['chains.transaction', { id: two, created_at: '2026-01-02' }],
      ['chains.attempt', { transaction_id: one, chain: 'ETH', hash: '0xaa', number: 1 }],
      ['chains.attempt', { transaction_id: one, chain: 'ETH', hash: '0xbb', number: 2 }],
      ['chains.attempt', { transaction_id: two, chain: 'ETH', hash: '0xcc', number: 1 }],
    ]
    expect(await viewRows('version, hash, subject', 'chains.signed_hash', rows)).toMatchObject([
      { hash: '0xaa', subject: three },
      { hash: '0xbb', subject: three },
    ])
  })
})

describe('wallets and movements', () => {
  test('the omnibus wallet', async () => {
    const rows: Rows = [
      ['chains.wallet', { chain: 'ETH', key: 'omnibus', address: '0xaa' }],
      ['chains.wallet', { chain: 'ETH', key: 'treasury', address: '0xbb' }],
    ]
    expect(await viewRows('chain, address', 'chains.omnibus_wallet', rows)).toEqual([{ chain: 'ETH', address: '0xaa' }])
  })

  test('assigned deposit addresses', async () => {
    const rows: Rows = [
      ['chains.deposit_address', { family: 'evm', index: 901, address: '0xaa', institution_id: one }],
      ['chains.deposit_address', { family: 'evm', index: 902, address: '0xbb', institution_id: null }],
    ]
    const found = await viewRows('index, address, institution_id', 'chains.institution_address', rows)
    expect(found).toEqual([{ index: 901, address: '0xaa', institution_id: one }])
  })

  test('final movements', async () => {
    const movement = { chain: 'ETH', txid: '0xaa' }
    const rows: Rows = ['seen', 'final', 'orphaned'].map((state, n) => [
      'chains.movement',
      { ...movement, id: ids[n], index: n, state },
    ])
    expect(await viewRows('*', 'chains.final_movement', rows)).toEqual([{ ...movement, index: 1 }])
  })
})

describe('at the bank', () => {
  test('wires, and waiting lines of manual files', async () => {
    const line = { institution_id: one, currency: 'CHF', amount: 5 }
    const rows: Rows = [
      ['banking.wire', { ...line, id: one, state: 'credited', on_hold: true }],
      ['banking.manual_line', { ...line, id: two, state: 'waiting' }],
      ['banking.manual_line', { ...line, id: three, state: 'confirmed' }],
    ]
    expect(await viewRows('id, state, on_hold', 'banking.incoming_wire', rows)).toEqual([
      { id: one, state: 'credited', on_hold: true },
      { id: two, state: 'booked', on_hold: false },
    ])
    expect(await viewRows('institution_id, currency, amount', 'banking.unconfirmed_credit', rows)).toEqual([
      { institution_id: one, currency: 'CHF', amount: 5n },
    ])
  })

  test('payouts with an unread change', async () => {
    const rows: Rows = [
      ['banking.payout', { id: one, kind: 'rail', subject: one, unread: true }],
      ['banking.payout', { id: two, kind: 'rail', subject: two, unread: false }],
    ]
    expect(await viewRows('*', 'banking.payout_outcomes', rows)).toEqual([{ kind: 'rail', subject: one }])
  })

  test('wires of the provider, and whether their money has arrived', async () => {
    const rows: Rows = [
      ['banking.expected', { reference: 'a', owed: true, entry_id: 1 }],
      ['banking.expected', { reference: 'b', owed: false, entry_id: null }],
    ]
    expect(await viewRows('*', 'banking.expected_wire', rows)).toEqual([
      { reference: 'a', owed: true, arrived: true },
      { reference: 'b', owed: false, arrived: false },
    ])
  })
})

test('unsettled intents', async () => {
  const rows: Rows = ['recorded', 'sent', 'settled'].map((state) => [
    'work.intent',
    { key: state, effect: 'bank.pay', subject: one, state },
  ])
  expect(await viewRows('key, state', 'work.open_intent', rows)).toEqual([
    { key: 'recorded', state: 'recorded' },
    { key: 'sent', state: 'sent' },
  ])
})

test('fees are owed while the reserve has not paid their journals', async () => {
  const account = { pool: 'client', owner: '', asset: 'CHF', floored: true, version: 0 }
  const fees = { ...account, id: 901, name: 'fees_due', side: 'credit', balance: 9 }
  /** Debts of the reserve (positive) and its payments (negative), each with the fee of its journal. */
  const due = (moves: readonly [debt: number, fee: number][]): Rows => [
    ['ledger.account', fees],
    [
      'ledger.account',
      {
        ...account,
        id: 902,
        name: 'due_from_reserve',
        side: 'debit',
        balance: moves.reduce((sum, [debt]) => sum + debt, 0),
        version: moves.length,
      },
    ],
    ...moves.flatMap(([debt, fee], n): Rows => [
      ['ledger.journal', { id: 900 + n, key: `test:${n}` }],
      ['ledger.entry', { account_id: 902, version: n + 1, journal_id: 900 + n, amount: debt, balance: 0 }],
      ['ledger.entry', { account_id: 901, version: n + 1, journal_id: 900 + n, amount: -fee, balance: 0 }],
    ]),
  ]
  const owed = async (moves: readonly [number, number][]) => {
    const [row] = (await viewRows('asset, balance, owed', 'ledger.fee_due', due(moves))) as Row[]
    return row
  }
  expect(await owed([[100, 2]])).toEqual({ asset: 'CHF', balance: 9n, owed: 2n })
  // The oldest debt is paid first.
  expect(
    await owed([
      [100, 2],
      [50, 3],
      [-100, 0],
    ]),
  ).toMatchObject({ owed: 3n })
  // A payment is not a debt, even next to other lines of its journal.
  expect(
    await owed([
      [100, 2],
      [-40, 1],
    ]),
  ).toMatchObject({ owed: 2n })
  expect(
    await owed([
      [100, 2],
      [-100, 0],
    ]),
  ).toMatchObject({ owed: 0n })
})
