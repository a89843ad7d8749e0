import { randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { post } from '@specie/test/post.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { account } from '../ledger/chart.ts'
import { fullRange, checkRules, type CheckRange } from './rule.ts'
import { credit, debit, type Journal } from '../ledger/posting/journal.ts'
import { linesOf, ownershipRules } from './ownership.ts'

// Rows of a shop and their expected journals: each possible difference is found and named.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await database.owner.query(`
    create schema shop;
    grant usage on schema shop to specie_app;
    create table shop.sale (id text primary key, buyer text, amount numeric, parts int not null default 0, state text);
    create table shop.gift (id text primary key, buyer text, amount numeric);
    grant select on all tables in schema shop to specie_app`)
})
afterEach(() =>
  database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `truncate shop.sale, shop.gift, ledger.journal, ledger.entry, audit.version, trading.client_order cascade`,
    )
    await tx.query('update ledger.account set balance = 0, version = 0')
  }),
)
afterAll(() => database.drop())

const rows = (from: string) => `select t.id::text as row, t.* from ${from} t`
const lines = (amount: string) =>
  [
    ['client/bank', `''`, `'CHF'`, amount],
    ['client/available', 'own.buyer', `'CHF'`, `-(${amount})`],
  ] as const

const sales = linesOf({
  prefix: 'sale',
  table: 'shop.sale',
  rows,
  journals: [
    { step: 'paid', when: `own.state <> 'new'`, lines: lines('own.amount') },
    { step: 'sent', when: `own.state = 'sent'`, kind: 'goods_out', lines: lines('1') },
    {
      step: 'part',
      when: 'true',
      each: 'generate_series(1, own.parts) part (n)',
      key: `'sale:' || own.row || ':part:' || part.n`,
      kindOf: `'part_of_' || own.state`,
      lines: lines('2'),
    },
  ],
})
/** Books other lines under the same prefix. */
const gifts = linesOf({
  prefix: 'sale',
  table: 'shop.gift',
  rows,
  journals: [{ step: 'given', when: 'own.amount > 0', lines: lines('own.amount') }],
})
const orders = linesOf({
  prefix: 'order',
  table: 'trading.client_order',
  rows,
  journals: [
    {
      step: 'paid',
      when: `own.state = 'Filled'`,
      lines: [
        ['client/bank', `''`, `'CHF'`, 'own.amount'],
        ['client/returns', `''`, `'CHF'`, '-own.amount'],
      ],
    },
  ],
})

const rules = ownershipRules([sales, orders, gifts], ['wire'])
const nothingNew: CheckRange = {
  full: false,
  journals: 10n ** 15n,
  versions: 10n ** 15n,
  orders: 10n ** 15n,
  history: 0n,
}

/** The results of the rules, in full or since a range. */
async function found(since: CheckRange = fullRange): Promise<string[]> {
  const broken = (await checkRules(database.app, rules, since)).filter((row) => !row.ok)
  return broken.flatMap(({ detail }) => detail.split('; '))
}

const sell = (id: string, amount: number, state: string, parts = 0) =>
  database.owner.query('insert into shop.sale values ($1, $2, $3, $4, $5)', [id, 'acme', amount, parts, state])

const paid = (key: string, kind: string, amount: bigint, buyer = 'acme') =>
  book(key, kind, [
    debit(account('client', 'bank', 'CHF'), amount),
    credit(account('client', 'available', buyer, 'CHF'), amount),
  ])
const book = async (key: string, kind: string, booked: Journal['lines']) =>
  (await post(testEnv(database), { key, kind, lines: booked })).id

test('there is one rule for each prefix, and one for journals without an owner', () => {
  expect(rules.map(({ invariant, what }) => [invariant, what])).toEqual([
    ['L1', 'shop.sale and shop.gift (sale): each row has exactly its own journals'],
    ['L1', 'trading.client_order (order): each row has exactly its own journals'],
    ['L1', 'every journal belongs to a row'],
  ])
})

test('rows with their expected journals are in order, in full or incrementally', async () => {
  await sell('a', 10, 'new')
  await sell('b', 20, 'paid', 2)
  await sell('c', 30, 'sent')
  await database.owner.query(`insert into shop.gift values ('g', 'acme', 5), ('h', 'acme', 0)`)
  const first = await paid('sale:b:paid', 'sale_paid', 20n)
  await paid('sale:b:part:1', 'part_of_paid', 2n)
  await paid('sale:b:part:2', 'part_of_paid', 2n)
  await paid('sale:c:paid', 'sale_paid', 30n)
  await paid('sale:c:sent', 'goods_out', 1n)
  await paid('sale:g:given', 'sale_given', 5n)
  await paid('wire:1:booked', 'wire_booked', 7n)
  for (const since of [fullRange, { ...nothingNew, journals: 0n }, { ...nothingNew, journals: first }, nothingNew])
    expect(await found(since)).toEqual([])
})

test('a missing journal, a wrong amount, account or kind is named', async () => {
  await sell('a', 10, 'paid')
  await database.owner.query(`insert into shop.gift values ('g', 'acme', 5)`)
  expect(await found()).toEqual([
    'shop.gift g: no journal sale:g:given has nothing on client/available:acme/CHF, by the row -5',
    'shop.gift g: no journal sale:g:given has nothing on client/bank/CHF, by the row 5',
    'shop.sale a: no journal sale:a:paid has nothing on client/available:acme/CHF, by the row -10',
    'and 1 more',
  ])
  await paid('sale:g:given', 'sale_given', 5n)
  const id = await paid('sale:a:paid', 'sale_paid', 11n, 'beta')
  const journal = `journal ${id} sale:a:paid (sale_paid) has`
  const broken = await found()
  expect(broken).toEqual([
    `shop.sale a: ${journal} -11 on client/available:beta/CHF, by the row nothing`,
    `shop.sale a: ${journal} 11 on client/bank/CHF, by the row 10`,
    'shop.sale a: no journal sale:a:paid has nothing on client/available:acme/CHF, by the row -10',
  ])
  expect(await found({ ...nothingNew, journals: id - 1n })).toEqual(broken)
})

test('a journal of another kind than its row requires does not count', async () => {
  await sell('a', 10, 'sent')
  await paid('sale:a:paid', 'sale_paid', 10n)
  await paid('sale:a:sent', 'sale_sent', 1n)
  expect(await found()).toHaveLength(4)
})

test('journals without a row or with an unknown prefix are named', async () => {
  await sell('a', 10, 'new')
  const one = await paid('sale:a:paid', 'sale_paid', 10n)
  const other = await paid('sale:z:paid', 'sale_paid', 1n)
  const nobody = await paid('nobody:1', 'strange', 3n)
  const all = [
    expect.stringMatching(`^shop.sale a: journal ${one} .* -10 on .*, by the row nothing$`),
    expect.stringMatching(`^shop.sale a: journal ${one} .* 10 on .*, by the row nothing$`),
    expect.stringMatching(`^shop.sale z: journal ${other} .* -1 on .*, by the row nothing$`),
    'and 1 more',
    `ledger.journal ${nobody}: no row has journals like nobody:1 (strange)`,
  ]
  expect(await found()).toEqual(all)
  expect(await found({ ...nothingNew, journals: 0n })).toEqual(all)
  expect(await found({ ...nothingNew, journals: one })).toEqual([
    expect.stringMatching(`^shop.sale z: journal ${other} .* -1 on`),
    expect.stringMatching(`^shop.sale z: journal ${other} .* 1 on`),
    `ledger.journal ${nobody}: no row has journals like nobody:1 (strange)`,
  ])
  expect(await found({ ...nothingNew, journals: nobody })).toEqual([])
})

test('an incremental check reads rows that have changed', async () => {
  await sell('a', 10, 'paid')
  expect(await found(nothingNew)).toEqual([])
  const [shape] = await database.owner.query<{ id: number }>('select id from audit.shape limit 1')
  const noted = async (name: string, id: string) =>
    (
      await database.owner.query<{ at: bigint }>(
        `insert into audit.version (name, id, shape, hash, role) values ($1, $2, $3, '', 'x')
         returning committed::text::bigint as at`,
        [name, id, shape!.id],
      )
    )[0]!.at
  const elsewhere = await noted('shop.gift', 'a')
  expect(await found({ ...nothingNew, versions: elsewhere - 1n })).toEqual([])
  const changed = await noted('shop.sale', 'a')
  expect(await found({ ...nothingNew, versions: changed - 1n })).toHaveLength(2)
  expect(await found({ ...nothingNew, versions: changed })).toEqual([])
})

test('an incremental check reads new orders, by their own position', async () => {
  const [order] = await database.owner.query<{ id: string; at: bigint }>(
    `insert into trading.client_order (id, institution_id, clordid, symbol, side, qty, price, state, amount, fee, fills, trade_id, created_at, updated_at)
     values ($1, $1, 'mine', 'VCHF/CHF', 'Buy', 1, 1, 'Filled', 9, 0, '[]', $1, now(), now())
     returning id, committed::text::bigint as at`,
    [randomUUID()],
  )
  const { id, at } = order!
  const missing = (amount: number, on: string) =>
    `trading.client_order ${id}: no journal order:${id}:paid has nothing on ${on}, by the row ${amount}`
  const both = [missing(-9, 'client/returns/CHF'), missing(9, 'client/bank/CHF')].toSorted()
  expect((await found({ ...nothingNew, orders: at - 1n })).toSorted()).toEqual(both)
  expect((await found()).toSorted()).toEqual(both)
  expect(await found({ ...nothingNew, orders: at })).toEqual([])
  await book(`order:${id}:paid`, 'order_paid', [
    debit(account('client', 'bank', 'CHF'), 9n),
    credit(account('client', 'returns', 'CHF'), 9n),
  ])
  expect(await found({ ...nothingNew, orders: 0n })).toEqual([])
})
