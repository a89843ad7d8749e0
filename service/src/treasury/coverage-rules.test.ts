import { randomBytes, randomUUID } from 'node:crypto'
import { freshDatabase, pastTriggers, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { post } from '@specie/test/post.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CoinCode } from '../base/ports/chain.ts'
import type { Env } from '../base/env.ts'
import { account } from '../ledger/chart.ts'
import { credit, debit, type Line } from '../ledger/posting/journal.ts'
import { backingOf, coverage, covered } from './coverage.ts'

// L5, rule by rule: which money counts as cover, which is deducted, and how concurrent callers are serialized.

let database: TestDatabase
let env: Env
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
})
afterAll(() => database.drop())
/** The reserve is empty again. */
afterEach(() =>
  database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query('truncate ledger.journal, ledger.entry, chains.operation cascade')
    await tx.query('update ledger.account set balance = 0, version = 0')
  }),
)

const book = (...lines: Line[]) => post(env, { key: randomUUID(), kind: 'test', lines })

type Reserve = 'bank' | 'securities'

/** The issuer's own money, in minor units of the fiat. */
const put = (amount: bigint, into: Reserve = 'bank', fiat: 'CHF' | 'GBP' = 'CHF') =>
  book(debit(account('reserve', into, fiat), amount), credit(account('reserve', 'excess', fiat), amount))

const issued = (amount: bigint) =>
  book(
    debit(account('reserve', 'excess', 'CHF'), amount),
    credit(account('reserve', 'redemption_liability', 'CHF'), amount),
  )

const owedToClients = (amount: bigint) =>
  book(debit(account('reserve', 'excess', 'CHF'), amount), credit(account('reserve', 'due_to_client', 'CHF'), amount))

type OpenOperation = { state: string; unread?: boolean; kind?: string; asset?: string; amount?: bigint }

/** An operation of a chain, without its history. Coins have four more decimals than their fiat. */
const operation = ({ state, unread = false, kind = 'mint', asset = 'VCHF', amount = 1_000_000n }: OpenOperation) =>
  pastTriggers(
    database.owner,
    `insert into chains.operation (id, chain, key, purpose, subject, kind, asset, amount, request_id, state, unread, created_at, updated_at)
     values (gen_random_uuid(), 'ETH', 'minter', 'mint', gen_random_uuid(), $1, $2, $3, $4, $5, $6, now(), now())`,
    [kind, asset, amount, `0x${randomBytes(32).toString('hex')}`, state, unread],
  )

const free = (coin: CoinCode = 'VCHF') => env.db.tx((tx) => coverage(tx, coin))
const coins = (fiat: bigint) => fiat * 10_000n

test('cash and securities count, each in its own currency', async () => {
  await put(500n)
  await put(300n, 'securities')
  await put(70n, 'bank', 'GBP')
  expect([await free('VCHF'), await free('VGBP')]).toEqual([coins(800n), coins(70n)])
})

test('coins that exist and money that is owed to clients are deducted', async () => {
  await put(1_000n)
  await issued(600n)
  expect(await free()).toBe(coins(400n))
  await owedToClients(150n)
  expect(await free()).toBe(coins(250n))
  expect(await backingOf(env.db, 'VCHF')).toMatchObject({
    reserve: coins(1_000n),
    circulating: coins(600n),
    dueToClients: coins(150n),
  })
})

describe('a mint without its own money is deducted', () => {
  test.each([
    [{ state: 'queued' }, 100n],
    [{ state: 'working' }, 100n],
    [{ state: 'final', unread: true }, 100n],
    [{ state: 'final' }, 0n],
    [{ state: 'failed', unread: true }, 0n],
    [{ state: 'canceled' }, 0n],
    [{ state: 'queued', kind: 'transfer' }, 0n],
    [{ state: 'queued', asset: 'VGBP' }, 0n],
  ])('%o: %s', async (what, less) => {
    await put(1_000n)
    await operation(what)
    expect(await free()).toBe(coins(1_000n - less))
  })
})

test('a caller locks the reserve of its coin until the end of the transaction', async () => {
  await put(1_000n)
  await put(1_000n, 'bank', 'GBP')
  const waiting = async () =>
    (
      await database.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
      )
    ).length
  const { other } = await env.db.tx(async (tx) => {
    await coverage(tx, 'VCHF')
    const second = free('VCHF')
    await expect.poll(waiting).toBe(1)
    // Another coin has another reserve.
    expect(await free('VGBP')).toBe(coins(1_000n))
    // A call without mints does not wait.
    expect(await env.db.tx((asking) => covered(asking, 'VCHF', []))).toEqual(new Set())
    return { other: second }
  })
  expect(await other).toBe(coins(1_000n))
})

describe('of several mints', () => {
  const coveredOf = (...amounts: bigint[]) => {
    const wanted = amounts.map((amount, n) => ({ id: `m${n}`, amount: coins(amount) }))
    return env.db.tx(async (tx) => [...(await covered(tx, 'VCHF', wanted))])
  }

  test('mints are covered in order of arrival; a small one may overtake one that is too large', async () => {
    await put(100n)
    expect(await coveredOf(60n, 50n, 40n)).toEqual(['m0', 'm2'])
    expect(await coveredOf(100n)).toEqual(['m0'])
    expect(await coveredOf(101n)).toEqual([])
    expect(await coveredOf(50n, 50n, 1n)).toEqual(['m0', 'm1'])
  })

  test('none is covered without free reserve', async () => {
    await put(100n)
    await issued(100n)
    expect(await coveredOf(1n)).toEqual([])
    expect(await coveredOf()).toEqual([])
  })
})
