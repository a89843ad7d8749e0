import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { systemClock } from '../base/clock.ts'
import { account } from './chart.ts'
import { check, formatCheck } from './check.ts'
import { credit, debit, type Journal } from './journal.ts'
import { mirror } from './mirror.ts'
import { post } from './post.ts'

// A small but whole ledger, a copy of its tables, and a superuser who breaks one thing at a time.

const tables = ['account', 'journal', 'entry']
let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
  const env = { db: database.app, clock: systemClock }
  for (const journal of [wire('acme', 500_00n), ...minted('acme', 300_00n), redeemed('acme', 100_00n)])
    await post(env, journal)
  const mistake = await post(env, { ...wire('acme', 7n), key: 'mistake' })
  await post(env, await mirror(env.db, mistake.id, 'correction'))
  await database.owner.query('alter table ledger.account drop constraint floor; create schema saved')
  for (const table of tables) await database.owner.query(`create table saved.${table} as table ledger.${table}`)
})
afterAll(() => database.drop())
afterEach(() =>
  tamper(
    ...tables.map((t) => `delete from ledger.${t}; insert into ledger.${t} overriding system value table saved.${t}`),
  ),
)

/** Past the triggers, as only a superuser can. */
const tamper = (...statements: string[]) =>
  database.owner.tx(async (tx) => {
    await tx.query(`set local session_replication_role = replica`)
    for (const statement of statements) await tx.query(statement)
  })

const fiat = (name: 'bank' | 'due_to_reserve' | 'due_from_reserve') => account('client', name, 'CHF')
const available = (owner: string, asset: 'CHF' | 'VCHF') => account('client', 'available', owner, asset)
const reserve = (name: 'bank' | 'due_from_client' | 'due_to_client' | 'redemption_liability') =>
  account('reserve', name, 'CHF')
const omnibus = account('client', 'omnibus', 'ETH', 'VCHF')
const issued = account('supply', 'issued', 'ETH', 'VCHF')
const circulating = account('supply', 'circulating', 'VCHF')
const coins = (rappen: bigint) => rappen * 10_000n

const wire = (owner: string, a: bigint): Journal => ({
  key: `wire:${owner}`,
  kind: 'wire_credited',
  lines: [debit(fiat('bank'), a), credit(available(owner, 'CHF'), a)],
})

const minted = (owner: string, a: bigint): Journal[] => [
  {
    key: `mint:${owner}`,
    kind: 'mint_settled',
    lines: [
      debit(available(owner, 'CHF'), a),
      credit(fiat('due_to_reserve'), a),
      debit(reserve('due_from_client'), a),
      credit(reserve('redemption_liability'), a),
      debit(circulating, coins(a)),
      credit(issued, coins(a)),
      debit(omnibus, coins(a)),
      credit(available(owner, 'VCHF'), coins(a)),
    ],
  },
  {
    key: `sweep:${owner}`,
    kind: 'reserve_sweep',
    lines: [
      debit(fiat('due_to_reserve'), a),
      credit(fiat('bank'), a),
      debit(reserve('bank'), a),
      credit(reserve('due_from_client'), a),
    ],
  },
]

const redeemed = (owner: string, a: bigint): Journal => ({
  key: `redeem:${owner}`,
  kind: 'redeem_burnt',
  lines: [
    debit(available(owner, 'VCHF'), coins(a)),
    credit(omnibus, coins(a)),
    debit(issued, coins(a)),
    credit(circulating, coins(a)),
    debit(reserve('redemption_liability'), a),
    credit(reserve('due_to_client'), a),
    debit(fiat('due_from_reserve'), a),
    credit(available(owner, 'CHF'), a),
  ],
})

test('a ledger that only ledger.post has touched is clean', async () => {
  const rows = await check(database.app)
  expect(rows.filter((row) => !row.ok)).toEqual([])
  expect(new Set(rows.map((row) => row.invariant))).toEqual(new Set(['L1', 'L2', 'L3', 'L4', 'L5', 'L6']))
  expect(formatCheck(rows)).toMatch(/^L1 {2}every journal balances per pool and asset +ok\n/)
})

const one = (pool: string, name: string) =>
  `(select id from ledger.account where pool = '${pool}' and name = '${name}' order by id limit 1)`
const setBalance = (pool: string, name: string, change: string) =>
  `update ledger.account set balance = balance ${change} where id = ${one(pool, name)}`
/** Both sides of a pool, so that nothing but the rule at hand is broken. */
const journalOf = (key: string) => `(select id from ledger.journal where key = '${key}')`

test.each([
  [
    'L1',
    'every journal balances',
    `update ledger.entry set amount = amount + 1 where journal_id = ${journalOf('wire:acme')} and amount > 0`,
  ],
  ['L1', 'every journal has entries', `insert into ledger.journal (key, kind, at) values ('hollow', 'x', now())`],
  ['L1', 'every journal has entries', `delete from ledger.journal where key = 'wire:acme'`],
  [
    'L1',
    'a reversal mirrors',
    `update ledger.journal set reverses = ${journalOf('wire:acme')} where key = 'correction'`,
  ],
  ['L2', 'an account is the sum', setBalance('client', 'bank', '+ 1')],
  [
    'L2',
    'an account is the sum',
    `update ledger.account set version = version + 1 where id = ${one('client', 'bank')}`,
  ],
  ['L2', 'an account is the sum', `delete from ledger.entry where account_id = ${one('client', 'bank')}`],
  ['L2', 'an account is the sum', `delete from ledger.account where id = ${one('client', 'bank')}`],
  [
    'L2',
    'versions are gapless',
    `update ledger.entry set version = version + 1 where account_id = ${one('client', 'bank')} and version = 4`,
  ],
  [
    'L2',
    'versions are gapless',
    `update ledger.entry set balance = balance + 1 where account_id = ${one('client', 'bank')} and version = 1`,
  ],
  ['L3', 'no floored account', setBalance('client', 'bank', '- 100000000')],
  [
    'L3',
    'no floored account',
    `update ledger.entry set balance = -1 where account_id = ${one('client', 'bank')} and version = 1`,
  ],
  [
    'L3',
    'every account is what the chart says',
    `update ledger.account set floored = false where id = ${one('client', 'bank')}`,
  ],
  ['L4', 'circulating = issued', setBalance('supply', 'circulating', '+ 1')],
  ['L4', 'circulating = issued', setBalance('supply', 'issued', '+ 1')],
  ['L4', 'circulating = issued', setBalance('reserve', 'redemption_liability', '+ 1')],
  [
    'L4',
    'after every journal',
    `delete from ledger.entry where account_id = ${one('supply', 'issued')} and version = 1`,
  ],
  ['L5', 'the reserve covers', setBalance('reserve', 'bank', '- 1')],
  ['L6', 'debit accounts = credit accounts', setBalance('client', 'bank', '+ 1')],
  ['L6', 'what client and reserve owe', setBalance('client', 'due_to_reserve', '+ 1')],
  ['L6', 'what client and reserve owe', setBalance('reserve', 'due_to_client', '+ 1')],
])('%s, %s: broken by %s', async (invariant, what, statement) => {
  await tamper(statement)
  const rows = await check(database.app)
  const row = rows.find((candidate) => candidate.invariant === invariant && candidate.what.startsWith(what))!
  expect(row.ok).toBe(false)
  expect(row.detail).not.toBe('')
  expect(formatCheck(rows)).toContain(`BROKEN  ${row.detail}`)
})

test('of many breaks the first three are shown and the rest counted', async () => {
  await tamper(
    `insert into ledger.journal (key, kind, at) select 'hollow' || n, 'x', now() from generate_series(1, 10) n`,
  )
  const row = (await check(database.app)).find((candidate) => !candidate.ok)!
  expect(row.detail).toMatch(/^ledger\.journal \d+ has no entries; ledger\.journal \d+ has no entries; .*; and 7 more$/)
})

test('a coin that is minted without its liability breaks L4 and nothing else', async () => {
  const lines = [debit(circulating, 5n), credit(issued, 5n)]
  await post({ db: database.app, clock: systemClock }, { key: 'unbacked', kind: 'mint', lines })
  const broken = (await check(database.app)).filter((row) => !row.ok)
  expect(broken.map((row) => row.invariant)).toEqual(['L4', 'L4'])
})
