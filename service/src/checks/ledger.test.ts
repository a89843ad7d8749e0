import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { post } from '@specie/test/post.ts'
import { systemClock } from '../base/clock.ts'
import { account, named } from '../ledger/chart.ts'
import { ledgerRules } from './ledger.ts'
import { checkAll, type CheckRow, formatCheck, checkRules, row } from './rule.ts'
import { credit, debit, type Journal } from '../ledger/posting/journal.ts'
import { reversalOf } from '@specie/test/reversal.ts'
import { check } from '@specie/test/checks.ts'
import { connectAsService } from '../database.ts'

// A small but complete ledger, a copy of its tables, and a superuser who breaks one rule at a time.

const tables = ['account', 'journal', 'entry']
let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
  const env = { db: database.app, clock: systemClock }
  const made = [wire('acme', 500_00n), ...minted('acme', 300_00n), redeemed('acme', 100_00n)]
  for (const journal of [...made, ...made.map(inPounds), ...others]) await post(env, journal)
  const mistake = await post(env, { ...wire('acme', 7n), key: 'mistake' })
  await post(env, await reversalOf(env.db, mistake.id, 'correction'))
  await database.owner.query('alter table ledger.account drop constraint floor; create schema saved')
  for (const table of tables) await database.owner.query(`create table saved.${table} as table ledger.${table}`)
})
afterAll(() => database.drop())
afterEach(() =>
  tamper(
    ...tables.map((t) => `delete from ledger.${t}; insert into ledger.${t} overriding system value table saved.${t}`),
  ),
)

/** Without the triggers, as only a superuser can. */
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

const inPounds = ({ key, kind, lines }: Journal): Journal => ({
  key: `${key}:pounds`,
  kind,
  lines: lines.map(({ account: { pool, name, owner, asset }, amount }) => ({
    account: named({ pool, name, owner, asset: asset === 'CHF' ? 'GBP' : 'VGBP' }),
    amount,
  })),
})

/** Data for each part of a rule: coins not swept, in the treasury or partly burned, securities, a loss. */
const others: Journal[] = [
  { ...minted('acme', 50_00n)[0]!, key: 'mint:unswept' },
  {
    key: 'securities',
    kind: 'bought',
    lines: [debit(account('reserve', 'securities', 'CHF'), 40_00n), credit(reserve('bank'), 40_00n)],
  },
  {
    key: 'treasury',
    kind: 'minted',
    lines: [debit(account('supply', 'treasury', 'ETH', 'VCHF'), 5n), credit(issued, 5n)],
  },
  {
    key: 'fractions',
    kind: 'burned',
    lines: [debit(issued, 9_999n), credit(account('supply', 'burned_fractions', 'VCHF'), 9_999n)],
  },
  {
    key: 'loss',
    kind: 'loss',
    lines: [debit(account('house', 'capital', 'CHF'), 5n), credit(account('house', 'network_fees', 'CHF'), 5n)],
  },
]

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
/** Both sides of a pool, so that only the tested rule is broken. */
const journalOf = (key: string) => `(select id from ledger.journal where key = '${key}')`

/** An incremental check, starting at the end of the last one. */
const lately = (journals: bigint) =>
  checkRules(database.app, ledgerRules, { full: false, journals, versions: 0n, orders: 0n, history: 0n })
const idOf = async (key: string) =>
  (await database.app.query<{ id: bigint }>('select id from ledger.journal where key = $1', [key]))[0]!.id
const ruleIn = (rows: readonly CheckRow[], what: string) => rows.find((row) => row.what.startsWith(what))!
/** An incremental check does not see it. */
const onlyWhole = new Set([`delete from ledger.account where id = ${one('client', 'bank')}`])

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
  [
    'L2',
    'versions are gapless',
    `delete from ledger.entry where account_id = ${one('client', 'due_to_reserve')} and version < 3`,
  ],
  ['L3', 'no floored account', setBalance('client', 'bank', '- 100000000')],
  [
    'L3',
    'no floored account',
    `update ledger.entry set balance = -1 where account_id = ${one('client', 'bank')} and version = 1`,
  ],
  [
    'L3',
    'every account follows the chart',
    `update ledger.account set floored = false where id = ${one('client', 'bank')}`,
  ],
  ['L4', 'circulating = issued', setBalance('supply', 'circulating', '+ 1')],
  ['L4', 'circulating = issued', setBalance('supply', 'issued', '+ 1')],
  ['L4', 'circulating = issued', setBalance('reserve', 'redemption_liability', '+ 1')],
  ['L4', 'burned fractions are less', setBalance('supply', 'burned_fractions', '+ 1')],
  [
    'L4',
    'after every journal',
    `delete from ledger.entry where account_id = ${one('supply', 'issued')} and version = 1`,
  ],
  ['L5', 'the reserve covers', setBalance('reserve', 'bank', '- 1')],
  ['L6', 'debit accounts = credit accounts', setBalance('client', 'bank', '+ 1')],
  ['L6', 'mutual debts of client money', setBalance('client', 'due_to_reserve', '+ 1')],
  ['L6', 'mutual debts of client money', setBalance('reserve', 'due_to_client', '+ 1')],
])('%s, %s: broken by %s', async (invariant, what, statement) => {
  await tamper(statement)
  const rows = await check(database.app)
  const row = rows.find((candidate) => candidate.invariant === invariant && candidate.what.startsWith(what))!
  expect(row.ok).toBe(false)
  expect(row.detail).not.toBe('')
  expect(formatCheck(rows)).toContain(`BROKEN  ${row.detail}`)
  expect(ruleIn(await lately(0n), what).ok).toBe(onlyWhole.has(statement))
})

test('an incremental check finds a clean ledger clean', async () => {
  for (const journals of [0n, await idOf('fractions'), await idOf('correction')])
    expect((await lately(journals)).filter((row) => !row.ok)).toEqual([])
})

test.each([
  ['every journal balances', 'correction', `update ledger.entry set amount = amount + 1 where amount > 0 and`],
  ['every journal has entries', 'correction', `delete from ledger.entry where`],
  ['every journal has entries', 'correction', `update ledger.entry set journal_id = 1000000 where`],
  ['versions are gapless', 'correction', `update ledger.entry set balance = balance + 1 where`],
  ['after every journal', 'fractions', `delete from ledger.entry where account_id = ${one('supply', 'issued')} and`],
])('%s: broken since the last check it is found, broken before not again', async (what, key, statement) => {
  const id = await idOf(key)
  await tamper(`${statement} journal_id = ${id}`)
  expect(ruleIn(await lately(id - 1n), what)).toMatchObject({ ok: false, detail: expect.stringContaining('ledger.') })
  const seen = statement.includes('1000000') ? 1_000_000n : id
  expect(ruleIn(await lately(seen), what)).toMatchObject({ ok: true, detail: '' })
})

test.each(['bank', 'available'])(
  'the balance of an account is reported beside the sum of its entries: %s',
  async (name) => {
    await tamper(setBalance('client', name, '+ 1'))
    const { detail } = ruleIn(await check(database.app), 'an account is the sum')
    const [, balance, version, entries, count] =
      /^ledger\.account \d+: balance (\d+) version (\d+), its entries: (\d+) in (\d+)$/.exec(detail)!.map(Number)
    expect([entries, count]).toEqual([balance! - 1, version])
  },
)

test('the first three of many violations are shown, and the rest counted', async () => {
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

test('all rules read one read-only snapshot', async () => {
  const how = `select current_setting('transaction_isolation') || ', read only ' || current_setting('transaction_read_only')`
  expect(await checkAll(database.app, [{ invariant: 'L1', what: 'how', breaks: how }])).toEqual([
    { invariant: 'L1', what: 'how', ok: false, detail: 'repeatable read, read only on' },
  ])
})

test('a check has the time limit of a command, even on a connection for requests', async () => {
  const requests = connectAsService({ url: database.url, max: 1, traceKey: null })
  const how = `select current_setting('statement_timeout') || ', ' || current_setting('idle_in_transaction_session_timeout')`
  const [row] = await checkAll(requests, [{ invariant: 'L1', what: 'how', breaks: how }])
  expect(row!.detail).toBe('1h, 1min')
  expect(await requests.query(`select current_setting('statement_timeout') as statement`)).toEqual([
    { statement: '5s' },
  ])
  await requests.close()
})

test('progress reports which rule is checked', async () => {
  const progress: string[] = []
  const rows = await checkRules(database.app, ledgerRules, undefined, (what) => progress.push(what))
  expect(progress).toEqual(rows.map(({ what }) => what))
  expect(new Set(progress).size).toBe(ledgerRules.length)
})

test.each([
  [[], undefined, true, ''],
  [['a'], undefined, false, 'a'],
  [['a', 'b', 'c'], undefined, false, 'a; b; c'],
  [['a', 'b', 'c', 'd'], undefined, false, 'a; b; c; and 1 more'],
  [['a', 'b', 'c'], 5, false, 'a; b; c; and 2 more'],
])('the breaks %j (of %s) are reported', (breaks, count, ok, detail) => {
  expect(row('V1', 'rule', breaks, count)).toEqual({ invariant: 'V1', what: 'rule', ok, detail })
})

test('the table has a line for each rule, and shows broken, unreachable and noted ones', () => {
  const rows: CheckRow[] = [
    { invariant: 'L1', what: 'short', ok: true, detail: '' },
    { invariant: 'L2', what: 'somewhat longer', ok: false, detail: 'account 7' },
    { invariant: 'L7', what: 'bank', ok: false, unreachable: true, detail: 'no answer' },
    { invariant: 'V1', what: 'chain', ok: true, detail: '', note: '3 heads' },
    { invariant: 'V1', what: 'noted', ok: true, detail: '', note: '' },
  ]
  expect(formatCheck(rows).split('\n')).toEqual([
    'L1  short            ok',
    'L2  somewhat longer  BROKEN  account 7',
    'L7  bank             NOT REACHABLE  no answer',
    'V1  chain            ok  3 heads',
    'V1  noted            ok',
  ])
})
