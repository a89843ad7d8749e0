import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { post } from '@specie/test/post.ts'
import { balances } from '@specie/test/balances.ts'
import { systemClock } from '../../base/clock.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { availableOf } from '../balances.ts'
import { account } from '../chart.ts'
import { closePeriod } from './close-period.ts'
import { credit, debit, type Journal, type Reason, Refused } from './journal.ts'
import { reversalOf } from '@specie/test/reversal.ts'
import { check } from '@specie/test/checks.ts'
import { postIn } from './post.ts'

let database: TestDatabase
let env: Env
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
})
afterAll(async () => {
  expect((await check(database.app)).filter((row) => !row.ok)).toEqual([])
  await database.drop()
})

let count = 0
const fresh = (prefix: string) => `${prefix}-${++count}`
const available = (institution: string) => account('client', 'available', institution, 'CHF')

const deposit = (to: string, amount: bigint, key = fresh('deposit')): Journal => ({
  key,
  kind: 'deposit',
  lines: [debit(account('client', 'bank', 'CHF'), amount), credit(available(to), amount)],
})

const transfer = (from: string, to: string, amount: bigint, key = fresh('transfer')): Journal => ({
  key,
  kind: 'transfer',
  lines: [debit(available(from), amount), credit(available(to), amount)],
})

const chf = async (institution: string) => (await balances(env, institution)).get('CHF')?.available ?? 0n

const refusal = async (posting: Promise<unknown>): Promise<Refused> => {
  const error = await posting.then(
    () => new Error('it was posted'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(Refused)
  return error as Refused
}

const journals = async () => (await env.db.query<{ n: bigint }>('select count(*) as n from ledger.journal'))[0]!.n

test('posted money arrives, and every entry shows the balance after it', async () => {
  const { id, replayed } = await post(env, deposit('alice', 1_000n))
  await post(env, transfer('alice', 'bob', 300n))
  expect(replayed).toBe(false)
  expect([await chf('alice'), await chf('bob')]).toEqual([700n, 300n])
  const entries = await env.db.query(
    `select entry.amount, entry.balance, entry.version, journal_id = $1 as first
     from ledger.entry join ledger.account on account.id = account_id
     where owner = 'alice' order by entry.version`,
    [id],
  )
  expect(entries).toEqual([
    { amount: -1_000n, balance: 1_000n, version: 1n, first: true },
    { amount: 300n, balance: 700n, version: 2n, first: false },
  ])
})

test('pending is the money in transit or on hold', async () => {
  await post(env, deposit('carol', 100n))
  const move = (to: 'pending' | 'held', amount: bigint): Journal => ({
    key: fresh(to),
    kind: 'hold',
    lines: [debit(available('carol'), amount), credit(account('client', to, 'carol', 'CHF'), amount)],
  })
  await Promise.all([post(env, move('pending', 10n)), post(env, move('held', 5n))])
  expect(await balances(env, 'carol')).toEqual(new Map([['CHF', { available: 85n, pending: 15n }]]))
})

test('the available amount belongs to one owner and asset, and is neither pending nor held', async () => {
  const put = (name: 'available' | 'pending' | 'held', owner: string, asset: 'CHF' | 'GBP', amount: bigint) =>
    post(env, {
      key: fresh('put'),
      kind: 'deposit',
      lines: [debit(account('client', 'bank', asset), amount), credit(account('client', name, owner, asset), amount)],
    })
  await put('available', 'one', 'CHF', 1n)
  await put('available', 'one', 'GBP', 2n)
  await put('available', 'two', 'CHF', 3n)
  await put('available', 'two', 'GBP', 4n)
  await put('pending', 'one', 'CHF', 1_000n)
  await put('pending', 'three', 'CHF', 5n)
  await put('held', 'three', 'GBP', 5n)
  const told = await Promise.all(
    ['one', 'two', 'three', 'nobody'].map(async (owner) => [
      await availableOf(env.db, owner, 'CHF'),
      await availableOf(env.db, owner, 'GBP'),
    ]),
  )
  expect(told).toEqual([
    [1n, 2n],
    [3n, 4n],
    [0n, 0n],
    [0n, 0n],
  ])
  expect(await balances(env, 'three')).toEqual(
    new Map([
      ['CHF', { available: 0n, pending: 5n }],
      ['GBP', { available: 0n, pending: 5n }],
    ]),
  )
  expect(await balances(env, 'nobody')).toEqual(new Map())
})

test('posting no journals inside a transaction makes no call to the database', async () => {
  const silent = { query: () => Promise.reject(new Error('asked')) } as unknown as Tx
  expect(await postIn(env, silent, [])).toEqual([])
})

test('a period ends at the given time, and never later than now', async () => {
  const past = new Date(Date.now() - 3_600_000)
  expect(await closePeriod(env, 'closed', past)).toEqual(past)
  const ended = await closePeriod(env, 'closed', new Date(Date.now() + 3_600_000))
  expect(ended.getTime()).toBeGreaterThan(past.getTime())
  expect(ended.getTime()).toBeLessThan(Date.now() + 60_000)
})

test('posting a journal again under its key moves nothing and returns the same result', async () => {
  const journal = deposit('dave', 50n)
  const first = await post(env, journal)
  const again = await post(env, { ...journal, lines: journal.lines.toReversed(), meta: { note: 'from a retry' } })
  expect(again).toEqual({ id: first.id, replayed: true })
  expect(await chf('dave')).toBe(50n)
})

test('two callers at once with the same key get the same journal', async () => {
  const journal = deposit('erin', 50n)
  const [one, two, three] = await Promise.all([post(env, journal), post(env, journal), post(env, journal)])
  expect([two, three]).toEqual([
    { id: one.id, replayed: true },
    { id: one.id, replayed: true },
  ])
  expect(await chf('erin')).toBe(50n)
})

test('a key with other content is refused, whether the first is posted or still in progress', async () => {
  const key = fresh('taken')
  const [first, second] = await Promise.allSettled([
    post(env, deposit('fred', 1n, key)),
    post(env, deposit('fred', 2n, key)),
  ])
  expect(first.status).toBe('fulfilled')
  expect(second).toMatchObject({ status: 'rejected', reason: { reason: 'key_reused' } })
  expect(await refusal(post(env, deposit('gina', 1n, key)))).toMatchObject({ reason: 'key_reused' })
  expect(await refusal(post(env, { ...deposit('fred', 1n, key), kind: 'gift' }))).toMatchObject({
    reason: 'key_reused',
  })
  expect(await chf('fred')).toBe(1n)
})

test('an overdraft is refused, names the account, leaves no trace, and its key stays free', async () => {
  await post(env, deposit('hugo', 10n))
  const before = await journals()
  const much = transfer('hugo', 'ivan', 11n)
  const refused = await refusal(post(env, much))
  expect(refused).toMatchObject({ reason: 'insufficient', account: available('hugo') })
  expect(refused.message).toBe(
    `Journal ${much.key} was refused: client/available:hugo/CHF would go below zero (L3). Fund it, or move less.`,
  )
  expect(await journals()).toBe(before)
  expect([await chf('hugo'), await chf('ivan')]).toEqual([10n, 0n])
  await post(env, deposit('hugo', 1n))
  expect(await post(env, much)).toMatchObject({ replayed: false })
})

test('a bank cannot pay what it does not have, the issuer can make a loss', async () => {
  const payout: Journal = {
    key: fresh('payout'),
    kind: 'payout',
    lines: [debit(account('client', 'returns', 'GBP'), 1n), credit(account('client', 'bank', 'GBP'), 1n)],
  }
  expect(await refusal(post(env, payout))).toMatchObject({ reason: 'insufficient' })
  const loss: Journal = {
    key: fresh('loss'),
    kind: 'loss',
    lines: [debit(account('house', 'capital', 'GBP'), 5n), credit(account('house', 'network_fees', 'GBP'), 5n)],
  }
  await post(env, loss)
})

test('a journal must balance in each pool and in each asset', async () => {
  const acrossPools: Journal = {
    key: fresh('pools'),
    kind: 'theft',
    lines: [debit(account('house', 'bank', 'CHF'), 5n), credit(account('client', 'fees_due', 'CHF'), 5n)],
  }
  const acrossAssets: Journal = {
    key: fresh('assets'),
    kind: 'alchemy',
    lines: [debit(account('client', 'bank', 'CHF'), 5n), credit(account('client', 'fees_due', 'GBP'), 5n)],
  }
  for (const journal of [acrossPools, acrossAssets]) {
    expect(await refusal(post(env, journal))).toMatchObject({ reason: 'unbalanced' })
  }
})

test('a journal that moves nothing is refused; a line of zero among others is dropped', async () => {
  expect(await refusal(post(env, deposit('judy', 0n)))).toMatchObject({ reason: 'empty' })
  const withFee = deposit('judy', 5n)
  await post(env, { ...withFee, lines: [...withFee.lines, credit(account('client', 'fees_due', 'CHF'), 0n)] })
  expect(await chf('judy')).toBe(5n)
})

test('malformed input is refused before it reaches the other journals of its batch', async () => {
  const good = post(env, deposit('kim', 5n))
  await expect(post(env, deposit('kim', 5n, 'a "key"'))).rejects.toThrow(/key is 1 to 200 letters/)
  await expect(post(env, { ...deposit('kim', 5n), kind: '' })).rejects.toThrow(/kind is a lower-case word/)
  expect(() => debit(available('kim'), -5n)).toThrow(/Swap debit and credit/)
  expect(() => available('a/b')).toThrow(/an owner is/)
  await good
})

test('refusals in a batch do not disturb their neighbours; each sees what those before it left', async () => {
  await post(env, deposit('lena', 100n))
  const asked = [
    transfer('lena', 'mia', 60n),
    transfer('lena', 'mia', 60n), // short: 40 are left
    { ...transfer('lena', 'mia', 1n), lines: [debit(available('lena'), 1n)] },
    transfer('mia', 'nora', 50n), // from the money that the first journal brought
    deposit('lena', 0n),
    transfer('lena', 'nora', 40n),
    transfer('lena', 'nora', 1n), // short
  ]
  const outcomes = (await Promise.allSettled(asked.map((journal) => post(env, journal)))).map((result) =>
    result.status === 'fulfilled' ? 'posted' : (result.reason as Refused).reason,
  )
  const expected: ('posted' | Reason)[] = [
    'posted',
    'insufficient',
    'unbalanced',
    'posted',
    'empty',
    'posted',
    'insufficient',
  ]
  expect(outcomes).toEqual(expected)
  expect([await chf('lena'), await chf('mia'), await chf('nora')]).toEqual([0n, 10n, 90n])
})

test('a journal that is short in its last line undoes its first lines', async () => {
  await post(env, deposit('olga', 10n))
  const split: Journal = {
    key: fresh('split'),
    kind: 'split',
    lines: [
      debit(available('olga'), 6n),
      credit(available('pete'), 6n),
      debit(available('olga'), 6n),
      credit(available('pete'), 6n),
    ],
  }
  const [first, second] = await Promise.allSettled([post(env, split), post(env, transfer('olga', 'pete', 10n))])
  expect(first).toMatchObject({ status: 'rejected', reason: { reason: 'insufficient' } })
  expect(second.status).toBe('fulfilled')
  expect([await chf('olga'), await chf('pete')]).toEqual([0n, 10n])
})

test('one hot account takes hundreds of journals at once, and numbers their lines without a gap', async () => {
  await Promise.all(Array.from({ length: 600 }, (_, i) => post(env, deposit('hot', BigInt(i + 1)))))
  expect(await chf('hot')).toBe((600n * 601n) / 2n)
  const [row] = await env.db.query(
    `select count(*) as entries, min(entry.version) as first, max(entry.version) as last, account.version
     from ledger.entry join ledger.account on account.id = account_id where owner = 'hot' group by account.id`,
  )
  expect(row).toEqual({ entries: 600n, first: 1n, last: 600n, version: 600n })
})

test('amounts of eighteen decimals keep every digit', async () => {
  const amount = 123_456_789_012_345_678_901_234_567n
  const ether = (name: 'omnibus' | 'available', owner: string) => account('client', name, owner, 'ETH')
  await post(env, {
    key: fresh('eth'),
    kind: 'deposit',
    lines: [debit(ether('omnibus', 'ETH'), amount), credit(ether('available', 'whale'), amount)],
  })
  expect((await balances(env, 'whale')).get('ETH')).toEqual({ available: amount, pending: 0n })
})

test('a journal can be reversed once, by its mirror', async () => {
  const { id } = await post(env, deposit('rita', 70n))
  const back = await reversalOf(env.db, id, fresh('reverse'))
  const [one, two] = await Promise.allSettled([post(env, back), post(env, { ...back, key: fresh('reverse') })])
  expect(one.status).toBe('fulfilled')
  expect(two).toMatchObject({ status: 'rejected', reason: { reason: 'reversed_already' } })
  expect(await refusal(post(env, { ...back, key: fresh('reverse') }))).toMatchObject({ reason: 'reversed_already' })
  expect(await post(env, back)).toMatchObject({ replayed: true })
  expect(await chf('rita')).toBe(0n)
})

test('a journal that is not the mirror of another cannot reverse it', async () => {
  const { id } = await post(env, deposit('sven', 70n))
  const half = { ...transfer('sven', 'tina', 35n), reverses: id }
  expect(await refusal(post(env, half))).toMatchObject({ reason: 'not_a_mirror' })
  expect(await refusal(post(env, { ...half, reverses: 10n ** 15n }))).toMatchObject({ reason: 'unknown_journal' })
  await expect(reversalOf(env.db, 10n ** 15n, 'x')).rejects.toThrow(/journal to reverse does not exist/)
})

test('spent money cannot be reversed', async () => {
  const { id } = await post(env, deposit('udo', 70n))
  await post(env, transfer('udo', 'vera', 1n))
  expect(await refusal(post(env, await reversalOf(env.db, id, fresh('reverse'))))).toMatchObject({
    reason: 'insufficient',
  })
})

test('inside a transaction of the caller all journals are posted or none', async () => {
  const both = () => [deposit('will', 10n), transfer('will', 'xena', 10n)]
  await env.db.tx((tx) => postIn(env, tx, both()))
  expect(await chf('xena')).toBe(10n)
  const short = env.db.tx((tx) => postIn(env, tx, [deposit('will', 10n), transfer('will', 'xena', 11n)]))
  expect(await refusal(short)).toMatchObject({ reason: 'insufficient', account: available('will') })
  await expect(
    env.db.tx(async (tx) => postIn(env, tx, both()).then(() => Promise.reject(new Error('no')))),
  ).rejects.toThrow('no')
  expect([await chf('will'), await chf('xena')]).toEqual([0n, 10n])
})

test('accounts that a rolled back transaction opened can be posted to afterwards', async () => {
  const journal = deposit('yara', 1n)
  await env.db.tx((tx) => postIn(env, tx, [journal]).then(() => Promise.reject(new Error('no')))).catch(() => {})
  await post(env, journal)
  expect(await chf('yara')).toBe(1n)
})

test('two processes that post the same key at once post it once', async () => {
  const other = { db: database.owner, clock: systemClock }
  const asked = Array.from({ length: 40 }, (_, i) => deposit(`zoe-${i}`, 1n))
  const answers = await Promise.all([
    ...asked.map((journal) => post(env, journal)),
    ...asked.toReversed().map((journal) => post(other, journal)),
  ])
  expect(answers.filter((answer) => answer.replayed)).toHaveLength(40)
  expect(new Set(answers.map((answer) => answer.id)).size).toBe(40)
})

test('two processes that use one key for different accounts: one succeeds, the other is refused', async () => {
  const other = { db: database.owner, clock: systemClock }
  const key = fresh('contended')
  const gift = (to: 'returns' | 'unallocated'): Journal => ({
    key,
    kind: 'gift',
    lines: [debit(account('client', 'transitional', to, 'BTC'), 1n), credit(account('client', to, 'BTC'), 1n)],
  })
  const results = await Promise.allSettled([post(env, gift('returns')), post(other, gift('unallocated'))])
  expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(results.find((result) => result.status === 'rejected')).toMatchObject({ reason: { reason: 'key_reused' } })
})

test('connections that break while journals are being posted cost only time', async () => {
  const posting = Array.from({ length: 300 }, () => post(env, deposit('ada', 1n)))
  const broken = await database.owner.query<{ ended: boolean }>(
    `select pg_terminate_backend(pid) as ended from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  expect(broken.length).toBeGreaterThan(0)
  await Promise.all(posting)
  expect(await chf('ada')).toBe(300n)
})

test('the description of a journal is stored unchanged', async () => {
  const meta = { mint: 'a "quoted" \\ name, {with} everything\nin it', empty: '' }
  const { id } = await post(env, { ...deposit('bea', 1n), meta })
  expect(await env.db.query('select meta from ledger.journal where id = $1', [id])).toEqual([{ meta }])
})
